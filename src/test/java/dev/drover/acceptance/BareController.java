package dev.drover.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.drover.sandbox.RawApi;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The least that can do Drover's write: a watch, and for each model that appears one JSON Patch of
 * the same shape. What it needs is the floor for everybody on this machine.
 */
final class BareController implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Fleet fleet;
    private final InputStream watch;

    BareController(Fleet fleet) {
        this.fleet = fleet;
        String path = fleet.path("externalmodels");
        String version = fleet.api().get(path).expect(200).at("/metadata/resourceVersion");
        watch = fleet.api().stream(path + "?watch=true&resourceVersion=" + version).body();
        Thread thread = new Thread(this::run, "bare-controller");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(watch, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode event = MAPPER.readTree(line);
                if (event.path("type").asText().equals("ADDED")) {
                    write(event.at("/object/metadata/name").asText());
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void write(String model) {
        fleet.api()
                .patch(
                        fleet.path("externalmodels") + "/" + model + "?fieldManager=bare",
                        RawApi.JSON_PATCH,
                        """
                        [{"op":"test","path":"/spec/externalProviderRefs/0/ref/name","value":"cluster-b"},
                         {"op":"test","path":"/spec/externalProviderRefs/0/weight","value":50},
                         {"op":"test","path":"/spec/externalProviderRefs/1/ref/name","value":"cluster-c"},
                         {"op":"test","path":"/spec/externalProviderRefs/1/weight","value":50},
                         {"op":"add","path":"/spec/externalProviderRefs/0/weight","value":6},
                         {"op":"add","path":"/spec/externalProviderRefs/1/weight","value":94},
                         {"op":"add","path":"/metadata/annotations","value":{"drover.dev/weights":"{}"}}]
                        """)
                .expect(200);
    }

    @Override
    public void close() {
        try {
            watch.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
