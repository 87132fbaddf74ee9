package dev.drover.sandbox.registry;

/** The registry answers a request with an error. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refused(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static Refused badRequest(String message) {
        return new Refused(400, message);
    }

    static Refused notFound(String message) {
        return new Refused(404, message + ": not found");
    }

    Reply reply() {
        return Reply.error(status, getMessage());
    }
}
