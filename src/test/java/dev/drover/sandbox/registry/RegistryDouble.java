package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.drover.registry.api.Operation;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A Model Registry on a free port of the loopback address. It starts empty, remembers every
 * request, and behaves as the recordings of a real server say; what goes wrong is set with {@link
 * #fail} and {@link #database}. Thread-safe.
 *
 * <pre>{@code
 * try (var registry = RegistryDouble.start()) {
 *     String model = registry.addModel("iris");
 *     registry.fail(RegistryFault.on(Operation.CREATE_RECORD).loseAnswer().times(1));
 *     …
 *     assertThat(registry.records()).hasSize(1);
 * }
 * }</pre>
 */
public final class RegistryDouble implements AutoCloseable {
    private final Vertx vertx =
            Vertx.vertx(
                    new VertxOptions()
                            .setEventLoopPoolSize(1)
                            .setWorkerPoolSize(1)
                            .setInternalBlockingPoolSize(1)
                            .setFileSystemOptions(
                                    new FileSystemOptions()
                                            .setFileCachingEnabled(false)
                                            .setClassPathResolvingEnabled(false)));
    private final Context context = vertx.getOrCreateContext();
    private final Database database = new Database();
    private final Store store = new Store(database);
    private final RowLocks locks = new RowLocks();
    private final ApiServer api = new ApiServer(store, database, locks);
    private final Faults faults = new Faults();
    private final Front front;
    private final String basePath;
    private final HttpServerOptions options;
    private final int port;
    private HttpServer server; // guarded by this
    private volatile Thread serverThread; // the only one that touches the store

    private RegistryDouble(Options wanted) {
        basePath = wanted.basePath;
        front = new Front(vertx, new Front.Settings(basePath, wanted.token), faults, api);
        options = new HttpServerOptions().setHost("127.0.0.1").setTcpNoDelay(true);
        if (wanted.certificate != null) {
            options.setSsl(true)
                    .setKeyCertOptions(
                            new PemKeyCertOptions()
                                    .setCertValue(Buffer.buffer(wanted.certificate))
                                    .setKeyValue(Buffer.buffer(wanted.key)));
        }
        server = listen(0);
        port = server.actualPort();
    }

    /** How a double is reached. */
    public static final class Options {
        private String basePath = "";
        private String token = "";
        private String certificate;
        private String key;

        /** A path in front of everything, as behind a gateway. */
        public Options basePath(String path) {
            basePath = path;
            return this;
        }

        /** Every request must bring this bearer token. */
        public Options token(String required) {
            token = required;
            return this;
        }

        /** Served over TLS with this certificate and key, both in PEM form. */
        public Options tls(String certificatePem, String keyPem) {
            certificate = certificatePem;
            key = keyPem;
            return this;
        }
    }

    /** Plain HTTP, no token, version v1alpha3, as recorded. */
    public static RegistryDouble start() {
        return start(new Options());
    }

    public static RegistryDouble start(Options options) {
        return new RegistryDouble(options);
    }

    /** The base URL, with the base path. */
    public String url() {
        return (options.isSsl() ? "https" : "http") + "://127.0.0.1:" + port + basePath;
    }

    public int port() {
        return port;
    }

    /** Which versions of the API are served: {@code v1}, {@code v1alpha3}. */
    public RegistryDouble serve(String... versions) {
        run(() -> api.serve(Set.copyOf(Arrays.asList(versions))));
        return this;
    }

    /** Sets a fault; the answer lifts it. */
    public Runnable fail(RegistryFault fault) {
        return faults.set(fault);
    }

    /** Lifts all faults. */
    public void heal() {
        faults.clear();
    }

    /** The database, to be broken. */
    public Database database() {
        return database;
    }

    /** The database hangs: requests that need it wait, and are carried out after {@link #thaw}. */
    public void freeze() {
        run(api::freeze);
    }

    public void thaw() {
        run(api::thaw);
    }

    /** As a server whose database is away at start: 503 on every path, health hangs. */
    public void starting(boolean now) {
        run(() -> api.starting(now));
    }

    /** Changes of this record read it, and wait to write until {@link #unlock}. */
    public void lock(String record) {
        run(() -> locks.lock(Integer.parseInt(record)));
    }

    /** How many changes wait. */
    public int waiting() {
        return call(locks::waiting);
    }

    public void unlock() {
        run(locks::unlock);
    }

    /** Installed anew: empty, ids from 1. */
    public void reinstall() {
        run(store::clear);
    }

    /** The next ids are left out, as after refused inserts. */
    public void skipIds(int count) {
        run(() -> store.skipIds(count));
    }

    /** Connections are refused until {@link #listen()}; those that are open are closed. */
    public synchronized void refuse() {
        join(server.close());
    }

    public synchronized void listen() {
        server = listen(port);
    }

    private HttpServer listen(int wanted) {
        CompletableFuture<HttpServer> listening = new CompletableFuture<>();
        context.runOnContext(
                now -> {
                    serverThread = Thread.currentThread();
                    vertx.createHttpServer(options)
                            .requestHandler(front::take)
                            .invalidRequestHandler(front::take)
                            .listen(wanted)
                            .onSuccess(listening::complete)
                            .onFailure(listening::completeExceptionally);
                });
        return listening.orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** Every request so far, whatever came of it. */
    public List<SeenRequest> requests() {
        return List.copyOf(front.seen());
    }

    /** Requests of this call. */
    public List<SeenRequest> requests(Operation operation) {
        return front.seen().stream()
                .filter(request -> request.operation().equals(Optional.of(operation)))
                .toList();
    }

    /** Forgets the requests so far. */
    public void forgetRequests() {
        front.seen().clear();
    }

    /** The API's answer to this request, made without HTTP and without faults. */
    public Reply ask(String method, String pathAndQuery, String body) {
        return call(() -> direct(method, pathAndQuery, body));
    }

    private Reply direct(String method, String pathAndQuery, String body) {
        String[] parts = pathAndQuery.split("\\?", 2);
        return api.answer(
                new SeenRequest(
                        0,
                        method,
                        "/api/model_registry/v1alpha3/" + parts[0],
                        parts.length > 1 ? parts[1] : "",
                        Map.of(),
                        body,
                        Optional.empty()),
                Buffer.buffer(body).getBytes());
    }

    /** Makes an entity as another client would; its id. */
    public String add(String path, ObjectNode body) {
        Reply reply = ask("POST", path, body.toString());
        if (reply.status() != 201) {
            throw new IllegalArgumentException(new String(reply.body(), UTF_8));
        }
        return Buffer.buffer(reply.body()).toJsonObject().getString("id");
    }

    public String addModel(String name) {
        return add("registered_models", object().put("name", name));
    }

    public String addVersion(String model, String name) {
        return add("model_versions", object().put("name", name).put("registeredModelId", model));
    }

    public String addEnvironment(String name) {
        return add("serving_environments", object().put("name", name));
    }

    /** {@code LIVE} or {@code ARCHIVED}. */
    public void setState(String plural, String id, String state) {
        Reply reply = ask("PATCH", plural + "/" + id, object().put("state", state).toString());
        if (reply.status() != 200) {
            throw new IllegalArgumentException(new String(reply.body(), UTF_8));
        }
    }

    /** All records as the API shows them, in the order of their ids. */
    public List<ObjectNode> records() {
        return entities(Kind.RECORD);
    }

    public List<ObjectNode> environments() {
        return entities(Kind.ENVIRONMENT);
    }

    public List<ObjectNode> serveActions() {
        return entities(Kind.SERVE);
    }

    private List<ObjectNode> entities(Kind kind) {
        return call(() -> store.peek(kind, it -> true).stream().map(Entity::shown).toList());
    }

    /** The record with this id as the API shows it. */
    public Optional<ObjectNode> record(String id) {
        return call(() -> store.peek(Kind.RECORD, Integer.parseInt(id)).map(Entity::shown));
    }

    /** As an administrator of the database does; the API cannot. */
    public void removeRecord(String id) {
        run(() -> store.remove(Kind.RECORD, Integer.parseInt(id)));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private void run(Runnable what) {
        call(
                () -> {
                    what.run();
                    return null;
                });
    }

    /** On the server's thread. */
    private <T> T call(Supplier<T> what) {
        if (Thread.currentThread() == serverThread) {
            return what.get();
        }
        CompletableFuture<T> done = new CompletableFuture<>();
        context.runOnContext(
                now -> {
                    try {
                        done.complete(what.get());
                    } catch (RuntimeException e) {
                        done.completeExceptionally(e);
                    }
                });
        try {
            return done.orTimeout(10, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static void join(Future<?> future) {
        future.toCompletionStage().toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        join(vertx.close());
    }
}
