package dev.drover.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that must end in time. */
final class TimedBody extends FilterInputStream {
    private final Timer timer;
    private boolean ended;

    TimedBody(InputStream in, Timer timer) {
        super(in);
        this.timer = timer;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
            count = in.read(bytes, offset, length);
        } catch (IOException | RuntimeException e) {
            ended = true;
            timer.abort();
            if (timer.expired()) {
                throw timer.exceeded(e);
            }
            throw e;
        }
        if (count < 0) {
            ended = true;
            timer.stop();
            if (timer.expired()) {
                // a connection that was cancelled must not look like a body ended by close
                throw timer.exceeded(null);
            }
        }
        return count;
    }

    /** HttpClient's own close would read the rest, which may never end. */
    @Override
    public void close() throws IOException {
        if (ended) {
            in.close();
            return;
        }
        ended = true;
        timer.abort();
        try {
            in.close();
        } catch (IOException e) {
            // the connection was cut on purpose, so its stream ends badly
        }
    }
}
