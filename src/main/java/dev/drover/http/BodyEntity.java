package dev.drover.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** An entity whose body is read through a stream of ours, made once. */
final class BodyEntity extends HttpEntityWrapper {
    private final UnaryOperator<InputStream> around;
    private InputStream content;

    BodyEntity(HttpEntity entity, UnaryOperator<InputStream> around) {
        super(entity);
        this.around = around;
    }

    @Override
    public InputStream getContent() throws IOException {
        if (content == null) {
            content = around.apply(super.getContent());
        }
        return content;
    }

    @Override
    public void close() throws IOException {
        getContent().close();
    }
}
