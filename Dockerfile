# docker build -t drover .      (or: make docker-build)
# 1. the jars, 2. the root file system, 3. nothing but that. Base images are pinned by version.
FROM maven:3.9.11-eclipse-temurin-25 AS build
WORKDIR /src
COPY pom.xml ./
COPY .mvn .mvn
COPY src src
RUN mvn -B -q -DskipTests package
COPY deploy/image deploy/image
RUN JLINK_HOME=$JAVA_HOME deploy/image/rootfs /rootfs

# seldom-changing layers first
FROM scratch
ARG REVISION=unknown
LABEL org.opencontainers.image.title=Drover \
      org.opencontainers.image.version=0.1.0 \
      org.opencontainers.image.revision=$REVISION \
      org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.created=2026-11-30T00:00:00Z
COPY --from=build /rootfs/etc /etc
COPY --from=build /rootfs/lib /lib
COPY --from=build /rootfs/lib64 /lib64
COPY --from=build /rootfs/usr /usr
COPY --from=build /rootfs/opt/java /opt/java
COPY --from=build /rootfs/opt/drover /opt/drover
COPY --from=build /rootfs/tmp /tmp
# names of files on a volume are UTF-8
ENV PATH=/opt/java/bin LC_CTYPE=C.UTF-8
WORKDIR /tmp
USER 65532:65532
EXPOSE 8778
# Two entry points. The controller is the default; the Job of a base model starts the extractor:
#   java … -cp /opt/drover/lib/* dev.drover.basemodels.extractor.Extractor --model-path DIR
ENTRYPOINT ["java", "@/opt/drover/drover.args"]
