package dev.drover.weights.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.weights.settings.Strategy;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator as a program: options, output, files. */
class WhatIfTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir Path folder;

    private int run(String line) {
        return WhatIf.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                line.isEmpty() ? new String[0] : line.split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--speed 3|unknown option --speed; accepted: --capacity, --load, ",
                "load 3|unknown option load; accepted: --capacity, ",
                "--load|--load (no value): not understood; accepted: a number from 0 to 10",
                "--load high|--load high: not understood; accepted: a number from 0 to 10",
                "--load NaN|--load NaN: not understood; accepted: a number from 0 to 10",
                "--capacity 3,0|--capacity 0: not understood; accepted: 1 to 64 numbers above 0",
                "--capacity 3,|--capacity : not understood; accepted: 1 to 64 numbers above 0",
                "--foreign 0.1,0.2,0.3|--foreign 0.1,0.2,0.3: not understood; accepted: a number",
                "--weights 0,0|--weights 0,0: not understood; accepted: an integer from 0 to 100",
                "--weights 50|--weights 50: not understood; accepted: an integer from 0 to 100",
                "--weights 50,50.5|--weights 50.5: not understood; accepted: an integer from 0",
                "--service 0s|--service 0s: not understood; accepted: a time from 1s to 1h",
                "--slots 0|--slots 0: not understood; accepted: a number from 1 to 100000",
                "--noise 2|--noise 2: not understood; accepted: a number from 0 to 1",
                "--hours 0|--hours 0: not understood; accepted: a number above 0 and at most 48",
                "--seed x|--seed x: not understood; accepted: an integer",
                "--wave 0.2|--wave 0.2: not understood; accepted: part/period, such as 0.2/20m",
                "--wave 0.2/0s|--wave 0.2/0s: not understood; accepted: part/period",
                "--change 2=1@10m|--change 2: there is no such cluster; accepted: 0 to 1",
                "--change x=1@10m|--change x: not understood; accepted: cluster=capacity@time",
                "--fail 1@10m|--fail 10m: not understood; accepted: cluster@from-to",
                "--fail 1@15m-10m|--fail 15m-10m: not understood; accepted: cluster@from-to",
                "--blind 0|--blind 0: not understood; accepted: cluster@from-to",
                "--api-down 10m|--api-down 10m: not understood; accepted: from-to",
                "--set floor|--set floor: not understood; accepted: key=value",
                "--set colour=1|--set colour: there is no key drover.weights.colour; accepted: the"
                        + " keys",
                "--set deadbandd=1|--set deadbandd: there is no key drover.weights.deadbandd; did"
                        + " you mean deadband?",
                "--set floor=11|--set drover.weights.floor: \"11\" is above 10; accepted: 1 to 10",
                "--strategy best|--set drover.weights.strategy: \"best\" is not one of its words;",
                "--interval 0s|--set drover.weights.interval: \"0s\" is below 1s; accepted: 1s to",
            })
    void endsWith2AndTheAcceptedForm(String line, String message) {
        assertThat(run(line)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith(message);
        assertThat(out.size()).isZero();
    }

    @Test
    void readsEveryOption() {
        Options options =
                Options.of(
                        "--capacity 3,1 --load 0.7 --foreign 0.5,0 --weights 60,40 --service 1m"
                                + " --slots 100 --noise 0.2 --hours 0.5 --seed 7 --wave 0.2/20m"
                                + " --change 0=0.5@10m,1=2@90s --fail 1@10m-15m --blind 0@1m-2m"
                                + " --api-down 10m-20m,1h-2h --strategy score --interval 5s --set"
                                + " deadband=5 --set drover.weights.floor=2 --csv a --chart b");

        assertThat(options.changes())
                .containsExactly(new Change(0, 0.5, 600), new Change(1, 2, 90));
        assertThat(options.failures()).containsExactly(new Incident(1, new Period(600, 900)));
        assertThat(options.blind()).containsExactly(new Incident(0, new Period(60, 120)));
        assertThat(options.apiDown())
                .containsExactly(new Period(600, 1200), new Period(3600, 7200));
        assertThat(options.wave()).isEqualTo(new Wave(0.2, 1200));
        assertThat(options.serviceSeconds()).isEqualTo(60);
        assertThat(options.seconds()).isEqualTo(1800);
        assertThat(options.configuration().strategy()).isEqualTo(Strategy.SCORE);
        assertThat(options.configuration().interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.configuration().deadband()).isEqualTo(5);
        assertThat(options.configuration().floor()).isEqualTo(2);
        // 0.7 of 400 slots less 0.5 of 300, served in 60 s
        assertThat(options.arrivals()).isEqualTo((0.7 * 400 - 150) / 60);
    }

    @Test
    void withoutOptionsTwoEqualClustersShareTheLoad() {
        Options options = Options.parse();

        assertThat(options.capacity()).containsExactly(1.0, 1.0);
        assertThat(options.weights()).containsExactly(50, 50);
        assertThat(Options.of("--capacity 1,1,1").weights()).containsExactly(34, 33, 33);
    }

    @Test
    void printsALineAMinuteAndASummary() {
        assertThat(run("--capacity 3,1 --hours 0.2")).isZero();

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.get(0)).startsWith("time ");
        assertThat(lines.get(1)).startsWith("00:00 96/4").endsWith("first");
        assertThat(lines.get(12)).startsWith("00:11 ");
        assertThat(lines.get(13)).isEqualTo("second half:");
        assertThat(lines.subList(14, lines.size()))
                .anyMatch(line -> line.matches(" {2}cluster 0: weight \\d+\\.\\d on average, .*"))
                .anyMatch(line -> line.endsWith("patches an hour"))
                .anyMatch(line -> line.startsWith("  highest B/K "))
                .anyMatch(line -> line.endsWith("requests wait on average"))
                .anyMatch(line -> line.endsWith("s outside ± 5 points of the final mean"));
    }

    @Test
    void theSameSeedGivesTheSameOutput() {
        run("--hours 0.1 --seed 3");
        String once = out.toString(StandardCharsets.UTF_8);
        out.reset();
        run("--hours 0.1 --seed 3");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(once);
        out.reset();
        run("--hours 0.1 --seed 4");
        assertThat(out.toString(StandardCharsets.UTF_8)).isNotEqualTo(once);
    }

    @Test
    void writesTheRunAsCsvAndAsAPicture() throws Exception {
        Path csv = folder.resolve("run.csv");
        Path chart = folder.resolve("run.svg");

        assertThat(run("--hours 0.1 --csv " + csv + " --chart " + chart)).isZero();

        List<String> lines = Files.readAllLines(csv);
        assertThat(lines.get(0))
                .isEqualTo("second,weight_0,weight_1,load_0,load_1,waiting,written");
        assertThat(lines).hasSize(361);
        assertThat(lines.get(360)).matches("359,\\d+,\\d+,\\d\\.\\d{4},\\d\\.\\d{4},\\d+,\\w*");
        var picture =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(chart.toFile());
        assertThat(picture.getElementsByTagName("polyline").getLength())
                .as("weight and load of two clusters, and the queue")
                .isEqualTo(5);
    }

    @Test
    void aFileThatCannotBeWrittenEndsWith1() {
        assertThat(run("--hours 0.01 --csv " + folder.resolve("no/such/run.csv"))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot be written");
    }

    @Test
    void helpNamesEveryOptionWithItsForm() {
        assertThat(run("--help")).isZero();
        OptionReader.ACCEPTED.forEach(
                (name, accepted) ->
                        assertThat(out.toString(StandardCharsets.UTF_8))
                                .contains("--" + name)
                                .contains(accepted));
    }

    @Test
    void everyStrategyRuns() {
        for (Strategy strategy : Strategy.values()) {
            String word = strategy.name().toLowerCase(java.util.Locale.ROOT);
            assertThat(run("--hours 0.05 --strategy " + word)).as(word).isZero();
        }
    }

    @Test
    void chanceHasTheMeansItPromises() {
        Chance chance = new Chance(1);
        double arrivals = 0;
        double completions = 0;
        for (int i = 0; i < 2000; i++) {
            arrivals += chance.poisson(700);
            completions += chance.binomial(400, 0.05);
        }
        assertThat(arrivals / 2000).isBetween(698.0, 702.0);
        assertThat(completions / 2000).isBetween(19.7, 20.3);
        assertThat(chance.binomial(7, 1)).isEqualTo(7);
        assertThat(chance.binomial(0, 0.5)).isZero();
        assertThatThrownBy(() -> Options.of("--seed one")).isInstanceOf(OptionException.class);
    }
}
