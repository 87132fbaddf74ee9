package dev.drover.sandbox.controlplane;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** One etcd without durability: what it holds is gone with it anyway. */
final class Etcd {
    private final ChildProcess process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String url;

    private Etcd(ChildProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    static Etcd start(Binaries binaries, Workspace workspace) {
        String url = "http://127.0.0.1:" + Workspace.freePort();
        String peer = "http://127.0.0.1:" + Workspace.freePort();
        List<String> command =
                List.of(
                        binaries.program("etcd"),
                        "--name=test",
                        "--data-dir=" + workspace.file("etcd"),
                        "--unsafe-no-fsync",
                        "--listen-client-urls=" + url,
                        "--advertise-client-urls=" + url,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=test=" + peer,
                        "--log-level=warn");
        return new Etcd(ChildProcess.start(command, workspace.file("etcd.log")), url);
    }

    String url() {
        return url;
    }

    ChildProcess process() {
        return process;
    }

    /** Forgets every version before the newest one. */
    void compact() {
        String revision = call("/v3/kv/range", "{\"key\":\"%s\"}".formatted(base64("/none")));
        String number = revision.replaceFirst("(?s).*\"revision\":\"(\\d+)\".*", "$1");
        call("/v3/kv/compaction", "{\"revision\":\"%s\",\"physical\":true}".formatted(number));
    }

    private String call(String path, String json) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(Duration.ofSeconds(10))
                        .POST(BodyPublishers.ofString(json))
                        .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString(UTF_8));
            if (response.statusCode() != 200) {
                throw new IllegalStateException("etcd " + path + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
}
