package dev.drover.sandbox.registry;

/**
 * The database behind the double, and what is wrong with it. Thread-safe: switched by tests, asked
 * by the server.
 */
public final class Database {
    private static final String CONNECT =
            "failed to connect to `user=registry database=model_registry`: 127.0.0.1:55432"
                    + " (127.0.0.1): ";

    private enum State {
        UP,
        DOWN,
        FAILING,
        READ_ONLY
    }

    /**
     * One kind of trouble.
     *
     * @param cause as it ends a message of a write
     * @param onConnect whether it happens before the statement
     */
    private record Trouble(State state, String cause, boolean onConnect) {}

    private static final Trouble NONE = new Trouble(State.UP, "", false);

    private Trouble trouble = NONE; // guarded by this
    private int wrongAnswers = Integer.MAX_VALUE; // guarded by this

    /** Everything is well again. */
    public synchronized void start() {
        trouble = NONE;
    }

    /** Stopped: connections are refused. Finds and lists answer 500. */
    public void stop() {
        be(
                State.DOWN,
                CONNECT + "dial error: dial tcp 127.0.0.1:55432: connect: connection refused",
                true);
    }

    /** New connections are refused with an SQL state. Finds and lists answer 400. */
    public void limitConnections() {
        be(
                State.FAILING,
                CONNECT
                        + "server error: FATAL: too many connections for role \"registry\""
                        + " (SQLSTATE 53300)",
                true);
    }

    /** Statements are cancelled. */
    public void timeOut() {
        be(
                State.FAILING,
                "ERROR: canceling statement due to statement timeout (SQLSTATE 57014)",
                false);
    }

    /** The tables are gone. */
    public void loseSchema() {
        be(State.FAILING, "ERROR: relation \"Context\" does not exist (SQLSTATE 42P01)", false);
    }

    /** As after a failover to a standby: reads are fine. */
    public void readOnly() {
        be(State.READ_ONLY, "", false);
    }

    /** The next requests that need the database get a wrong answer each; it is healthy. */
    public synchronized void endConnections(int pooled) {
        be(
                State.FAILING,
                "FATAL: terminating connection due to administrator command (SQLSTATE 57P01)",
                true);
        wrongAnswers = pooled;
    }

    private synchronized void be(State state, String cause, boolean onConnect) {
        trouble = new Trouble(state, cause, onConnect);
        wrongAnswers = Integer.MAX_VALUE;
    }

    /** Whether a read by id works; otherwise it finds nothing. */
    boolean reads() {
        return !fails();
    }

    /** Whether a find or list of this kind works. */
    void list(Kind kind) {
        Trouble now = now();
        if (fails()) {
            throw new Refused(
                    now.state() == State.DOWN ? 500 : 400,
                    "error listing " + kind.plural + ": " + listing(now));
        }
    }

    /** Whether something may be written; {@code statement} is INSERT or UPDATE. */
    void write(Kind kind, String statement) {
        Trouble now = now();
        if (now.state() == State.READ_ONLY) {
            throw new Refused(
                    500,
                    "error saving %s: ERROR: cannot execute %s in a read-only transaction (SQLSTATE"
                                    .formatted(kind.singular, statement)
                            + " 25006)");
        }
        if (fails()) {
            String prefix = now.onConnect() ? "" : "error saving " + kind.singular + ": ";
            throw new Refused(500, prefix + now.cause());
        }
    }

    /** Why the schema's health is bad; empty when it is not. */
    synchronized String schemaTrouble() {
        if (trouble.state() == State.UP || trouble.state() == State.READ_ONLY) {
            return "";
        }
        return "schema_migrations query error: "
                + trouble.cause().replace("\"Context\"", "\"schema_migrations\"");
    }

    private static String listing(Trouble trouble) {
        return trouble.state() == State.DOWN
                ? trouble.cause()
                : "invalid filter query, type mismatch or invalid value in comparison: bad request";
    }

    private synchronized Trouble now() {
        return trouble;
    }

    /** Counts the wrong answers that ended connections cost. */
    private synchronized boolean fails() {
        if (trouble.state() == State.UP || trouble.state() == State.READ_ONLY) {
            return false;
        }
        if (wrongAnswers == 0) {
            trouble = NONE;
            return false;
        }
        wrongAnswers -= wrongAnswers == Integer.MAX_VALUE ? 0 : 1;
        return true;
    }
}
