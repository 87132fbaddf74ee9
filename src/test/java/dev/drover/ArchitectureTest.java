package dev.drover;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The directions between packages that docs/architecture.md promises. */
@AnalyzeClasses(packages = "dev.drover", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] FLOWS = {"..weights..", "..registry..", "..basemodels.."};

    private static final String[] SHARED = {
        "dev.drover.kubernetes..",
        "dev.drover.leadership..",
        "dev.drover.http..",
        "dev.drover.config..",
        "dev.drover.intents..",
        "dev.drover.routing..",
        "dev.drover.status.."
    };

    @ArchTest
    static final ArchRule sharedPackagesKnowNothingOfTheFlows =
            noClasses()
                    .that()
                    .resideInAnyPackage(SHARED)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(FLOWS);

    @ArchTest
    static final ArchRule flowsDoNotKnowOneAnother =
            slices().matching("dev.drover.(weights|registry|basemodels)..")
                    .should()
                    .notDependOnEachOther()
                    .allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().matching("dev.drover.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobodyDependsOnTheMainClass =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.drover")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.drover");

    /** All Kubernetes writes go through the act route; leases and Events are the two exceptions. */
    @ArchTest
    static final ArchRule onlyTheComponentTheLeasesAndTheEventsTalkToTheApi =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.drover",
                            "dev.drover.kubernetes..",
                            "dev.drover.leadership..",
                            "dev.drover.intents..")
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("io.fabric8.kubernetes.client.KubernetesClient");

    /** Decisions know objects, figures and settings; no Camel, no logger, no I/O. */
    @ArchTest
    static final ArchRule decisionsArePure =
            noClasses()
                    .that()
                    .resideInAPackage("..decision..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.apache.camel..",
                            "org.slf4j..",
                            "java.util.logging..",
                            "java.net.http..",
                            "java.util.concurrent.locks..");

    /** A flow's root package puts its parts together; no part looks back at it. */
    @ArchTest
    static final ArchRule partsOfAFlowKnowNothingOfItsWiring =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.drover.weights.*..",
                            "dev.drover.registry.*..",
                            "dev.drover.basemodels.*..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.drover.weights", "dev.drover.registry", "dev.drover.basemodels");

    @ArchTest
    static final ArchRule partsOfAFlowFormNoCycles =
            slices().matching("dev.drover.(weights|registry|basemodels).(*)..")
                    .should()
                    .beFreeOfCycles();

    /** It runs in the Job's container, where a start counts and strangers' files are read. */
    @ArchTest
    static final ArchRule theExtractorIsTheJdkAndAJsonParser =
            classes()
                    .that()
                    .resideInAPackage("dev.drover.basemodels.extractor..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.drover.basemodels.extractor..",
                            "dev.drover.basemodels.metadata..",
                            "com.fasterxml.jackson.core..",
                            "java.io..",
                            "java.lang..",
                            "java.math..",
                            "java.nio..",
                            "java.time..",
                            "java.util..");

    @ArchTest
    static final ArchRule timeIsHandedIn =
            noClasses()
                    .that()
                    .resideInAnyPackage(FLOWS)
                    .should()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(System.class, "nanoTime")
                    .orShould()
                    .callMethod(java.time.Instant.class, "now");

    @ArchTest
    static final ArchRule namesSayWhatAClassIs =
            noClasses().should().haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|Data|Info)$");

    @ArchTest
    static final ArchRule everyClassHasAPackageOfTheHouse =
            classes().should().resideInAnyPackage(allPackages());

    private static String[] allPackages() {
        String[] all = new String[SHARED.length + FLOWS.length + 1];
        System.arraycopy(SHARED, 0, all, 0, SHARED.length);
        System.arraycopy(FLOWS, 0, all, SHARED.length, FLOWS.length);
        all[all.length - 1] = "dev.drover";
        return all;
    }
}
