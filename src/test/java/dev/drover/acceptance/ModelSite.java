package dev.drover.acceptance;

import dev.drover.sandbox.controlplane.AuditRecord;
import dev.drover.sandbox.controlplane.ControlPlane;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A cluster with nodes, OME's CRDs and Drover's overlay {@code basemodels}. */
final class ModelSite implements SharedCluster {
    private static final Set<String> NOT_ABOUT_MODELS = Set.of("leases", "events");

    private final ControlPlane plane;
    private final Installation installation;
    private final List<ModelTeam> teams = new ArrayList<>(); // of the present test
    private int namespaces;
    private DroverProcess shared; // null while tests start pods of their own

    private ModelSite(ControlPlane plane) {
        this.plane = plane;
        this.installation = Installation.of(plane, "deploy/overlays/basemodels");
    }

    static ModelSite start() {
        ControlPlane plane = ControlPlane.configure().node().start();
        try {
            plane.install(crd("basemodels"), crd("clusterbasemodels"));
            return new ModelSite(plane);
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }

    /** See {@link Upstream#crd}. */
    static Path crd(String file) {
        return Upstream.crd("ome.io", file);
    }

    ControlPlane plane() {
        return plane;
    }

    Installation installation() {
        return installation;
    }

    /** Objects of users in a namespace that this test alone uses. */
    ModelTeam team() {
        if (teams.isEmpty()) {
            neighbour();
        }
        return teams.get(0);
    }

    /** Those of other users in another namespace. */
    ModelTeam neighbour() {
        String name = "models-" + ++namespaces;
        plane.api().create("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
        ModelTeam team = new ModelTeam(plane.api(), name);
        teams.add(team);
        return team;
    }

    /**
     * Drover as shipped, which leads. It goes on from test to test: starting one costs more than
     * most of them.
     */
    DroverProcess drover() {
        if (shared == null) {
            shared = launch("shared", plane.url()).start();
        }
        return shared.awaitLeading();
    }

    /** A pod of the Deployment, to be started; its environment as shipped. */
    DroverProcess.Launch pod(String name) {
        return pod(name, plane.url());
    }

    /** The same, reaching the API server by another address. */
    DroverProcess.Launch pod(String name, String apiUrl) {
        if (shared != null) {
            installation.end();
            installation.forgetLeases();
            shared = null;
        }
        return launch(name, apiUrl);
    }

    private DroverProcess.Launch launch(String name, String apiUrl) {
        return installation.pod(name, apiUrl).with("DROVER_BASEMODELS_JOB_IMAGE", "drover");
    }

    /**
     * What Drover wrote in the namespaces of this test, and about cluster-scoped objects that bear
     * their names; its Leases and Events apart.
     */
    List<AuditRecord> writes() {
        return requests(
                record ->
                        record.writes()
                                && !NOT_ABOUT_MODELS.contains(record.resource())
                                && teams.stream().anyMatch(team -> team.concerns(record)));
    }

    List<AuditRecord> requests(Predicate<AuditRecord> filter) {
        return installation.requests(filter);
    }

    @Override
    public String logs() {
        return installation.logs();
    }

    @Override
    public void clear() {
        if (shared == null) {
            installation.stop();
        }
        List<ModelTeam> used = List.copyOf(teams);
        teams.clear();
        used.forEach(ModelTeam::clear);
        if (shared == null) {
            installation.forgetLeases();
        }
    }

    @Override
    public void close() {
        try (plane) {
            installation.stop();
        }
    }
}
