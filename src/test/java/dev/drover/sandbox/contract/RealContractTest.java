package dev.drover.sandbox.contract;

import dev.drover.sandbox.controlplane.ControlPlane;
import dev.drover.sandbox.controlplane.FreshNamespace;
import dev.drover.sandbox.controlplane.RealApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** The contract held by the real kube-apiserver: proves the contract itself. */
@RealApi
class RealContractTest {
    private final Subject tested;

    RealContractTest(ControlPlane plane, FreshNamespace namespace) {
        tested = new Subject(plane.api(), namespace.name());
    }

    @BeforeAll
    static void install(ControlPlane plane) {
        plane.install(Subject.crds());
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
