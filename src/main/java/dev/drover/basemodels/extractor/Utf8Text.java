package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.JsonBytes.NotJson;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Gathers the bytes of one text, up to a limit. */
final class Utf8Text {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int maxBytes;

    Utf8Text(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    void append(byte... more) throws NotJson {
        if (bytes.size() + more.length > maxBytes) {
            throw new NotJson("a name has more than " + maxBytes + " bytes");
        }
        bytes.writeBytes(more);
    }

    /**
     * The text.
     *
     * @throws CharacterCodingException when it is not UTF-8
     */
    String decoded() throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes.toByteArray()))
                .toString();
    }
}
