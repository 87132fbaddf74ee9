package dev.drover.sandbox.contract;

import dev.drover.sandbox.RawApi;
import dev.drover.sandbox.apiserver.ApiServerDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** The contract held by the double. */
class DoubleContractTest {
    private final ApiServerDouble server = ApiServerDouble.start().install(Subject.crds());
    private final Subject tested = new Subject(RawApi.at(server.url()), "default");

    @AfterEach
    void close() {
        server.close();
    }

    @Nested
    class Creations extends CreationContract {
        Creations() {
            super(tested);
        }
    }

    @Nested
    class JsonPatchs extends JsonPatchContract {
        JsonPatchs() {
            super(tested);
        }
    }

    @Nested
    class Updates extends UpdateContract {
        Updates() {
            super(tested);
        }
    }

    @Nested
    class Deletions extends DeletionContract {
        Deletions() {
            super(tested);
        }
    }

    @Nested
    class Lists extends ListContract {
        Lists() {
            super(tested);
        }
    }

    @Nested
    class Watchs extends WatchContract {
        Watchs() {
            super(tested);
        }
    }

    @Nested
    class BuiltIns extends BuiltInContract {
        BuiltIns() {
            super(tested);
        }
    }
}
