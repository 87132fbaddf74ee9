package dev.drover.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/** Ends a body that is too large. Must be behind the deadline, which ends its connection then. */
final class BodySize implements ExecChainHandler {
    private final LongSupplier most;

    BodySize(LongSupplier most) {
        this.most = most;
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ClassicHttpResponse response = chain.proceed(request, scope);
        if (response.getEntity() != null) {
            long mostBytes = most.getAsLong();
            response.setEntity(
                    new BodyEntity(response.getEntity(), in -> new Measured(in, mostBytes)));
        }
        return response;
    }

    private static final class Measured extends FilterInputStream {
        private final long mostBytes;
        private long leftBytes;

        Measured(InputStream in, long mostBytes) {
            super(in);
            this.mostBytes = mostBytes;
            this.leftBytes = mostBytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = in.read(bytes, offset, length);
            leftBytes -= Math.max(0, count);
            if (leftBytes < 0) {
                throw new BodyTooLarge(mostBytes);
            }
            return count;
        }
    }
}
