package dev.drover.basemodels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import dev.drover.sandbox.jobs.Ending;
import dev.drover.sandbox.jobs.JobsDouble;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One flow before a double of the API server, with Jobs that end as the test says. */
@Timeout(60)
abstract class FlowTest {
    @TempDir Path volumes;
    final ApiServerDouble api = ApiServerDouble.start().installDevelopmentCrds();
    FlowFixture drover;
    private JobsDouble jobs;

    @AfterEach
    void stop() throws Exception {
        if (jobs != null) {
            jobs.close();
        }
        if (drover != null) {
            drover.close();
        }
        api.close();
    }

    FlowFixture start(Map<String, String> keys) throws Exception {
        drover = new FlowFixture(api, keys).start();
        return drover;
    }

    FlowFixture start() throws Exception {
        return start(Map.of());
    }

    void jobsEnd(Function<ObjectNode, Optional<Ending>> run) {
        jobs = JobsDouble.start(api, run);
    }

    void jobsGoOn() {
        jobsEnd(job -> Optional.empty());
    }

    void staysQuiet(String model) {
        int writes = drover.writes().size();
        drover.look(model);
        assertThat(drover.writes()).hasSize(writes);
    }
}
