# Thin lines over Maven. `make help` lists them.
MVN ?= mvn
ARGS ?=

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

build: ## target/drover.jar with target/lib beside it
	$(MVN) -q -DskipTests package

test: ## everything that must pass
	$(MVN) verify

lint: ## formatter and Error Prone
	$(MVN) -q spotless:check test-compile

format: ## writes the format that lint checks
	$(MVN) -q spotless:apply

generate: ## component metadata in src/generated, after a change of an option
	$(MVN) -q compile camel-component:generate

demo: ## the main job on the embedded sandbox; ARGS="--duration 30s"
	$(MVN) -q test-compile exec:java -Dexec.args="$(ARGS)"

bench: ## JMH and load programs; ARGS="ExpositionReader" picks some
	$(MVN) -q test-compile exec:exec -Dexec.executable=java -Dexec.args="-XX:+UseSerialGC -cp %classpath org.openjdk.jmh.Main -prof gc $(ARGS)"
	$(MVN) -q exec:exec -Dexec.executable=java -Dexec.args="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp %classpath dev.drover.weights.decision.CalculatorLoad"
	$(MVN) -q exec:exec -Dexec.executable=java -Dexec.args="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp %classpath dev.drover.weights.scraping.ScrapeLoad"
	$(MVN) -q -DskipTests package exec:exec -Dexec.executable=java -Dexec.args="-Ddrover.jar=target/drover.jar -cp %classpath dev.drover.acceptance.EventToPatchLatency"
	$(MVN) -q -DskipTests package exec:exec -Dexec.executable=java -Dexec.args="-Ddrover.jar=target/drover.jar -cp %classpath dev.drover.acceptance.CreateToLink"
	$(MVN) -q exec:exec -Dexec.executable=java -Dexec.args="-Ddrover.jar=target/drover.jar -cp %classpath dev.drover.acceptance.ModelStatusLatency"
	$(MVN) -q exec:exec -Dexec.executable=java -Dexec.args="-Ddrover.jar=target/drover.jar -cp %classpath dev.drover.acceptance.RegistryLoad"
	$(MVN) -q exec:exec -Dexec.executable=java -Dexec.args="-Ddrover.jar=target/drover.jar -cp %classpath dev.drover.basemodels.extractor.ExtractorLoad"

what-if: ## simulated clusters under the real decisions; ARGS="--capacity 3,1 --load 0.8 --chart run.svg"
	$(MVN) -q compile exec:java -Dtest.main=dev.drover.weights.whatif.WhatIf -Dexec.args="$(ARGS)"

docker-build: ## the image, or its root file system under target/image where no builder is there
	./deploy/image/build

image-check: ## sums the bytes of the root file system, starts the image's program in it, fails above the limit
	./deploy/image/check

clean: ## removes target
	$(MVN) -q clean

.PHONY: help build test lint format generate demo bench what-if docker-build image-check clean
