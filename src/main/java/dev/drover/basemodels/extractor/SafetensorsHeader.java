package dev.drover.basemodels.extractor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;

/**
 * Reads the header of a safetensors file (8.4): eight bytes little-endian unsigned length, then
 * that many bytes of JSON, one member a tensor. The file is a stranger's: nothing is allocated by
 * its length, only the header is read, and it is read as a stream.
 */
final class SafetensorsHeader {
    static final long MAX_BYTES = 100_000_000;

    /** Longer than any name of a module; what is done with a name must not take for ever. */
    private static final int MAX_NAME = 4096;

    private static final String METADATA = "__metadata__";

    private final ModelFile file;
    private final Deadline deadline;

    SafetensorsHeader(ModelFile file, Deadline deadline) {
        this.file = file;
        this.deadline = deadline;
    }

    /** Hands every tensor to the sink. */
    void read(TensorSink sink) throws UnusableWeights {
        try (InputStream in = Files.newInputStream(file.path())) {
            long length = length(in.readNBytes(Long.BYTES));
            tensors(new JsonBytes(new LimitedStream(in, length)), sink);
        } catch (JsonBytes.NotJson notJson) {
            throw broken("its header is not as it should be: " + notJson.getMessage());
        } catch (CharacterCodingException otherEncoding) {
            throw broken("its header is not UTF-8");
        } catch (ArithmeticException tooLarge) {
            throw broken("its tensors have more than 2^63-1 elements");
        } catch (IOException unreadable) {
            throw broken("it cannot be read: " + unreadable.getClass().getSimpleName());
        }
    }

    private long length(byte[] first) throws IOException, UnusableWeights {
        if (LfsPointer.beginsWith(first)) {
            throw LfsPointer.instead(file.name());
        }
        if (first.length < Long.BYTES) {
            throw broken("it is shorter than 8 bytes");
        }
        long length = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getLong();
        long rest = Files.size(file.path()) - Long.BYTES;
        if (length < 2 || length > MAX_BYTES || length > rest) { // below 0: 2^63 and more
            throw broken(
                    "header length "
                            + Long.toUnsignedString(length)
                            + "; accepted: 2 to "
                            + MAX_BYTES
                            + " and at most what follows, "
                            + rest);
        }
        return length;
    }

    private void tensors(JsonBytes json, TensorSink sink) throws IOException, UnusableWeights {
        if (json.look() != '{') {
            throw broken("its header does not begin with {");
        }
        json.expect('{');
        if (!json.take('}')) {
            do {
                String name = json.text(MAX_NAME);
                json.expect(':');
                if (name.equals(METADATA)) {
                    json.skip();
                } else {
                    tensor(name, json, sink);
                }
                if (deadline.passed()) {
                    throw new UnusableWeights(
                            Warning.WEIGHTS_SLOW,
                            PlainText.of(file.name(), 200) + ": no time left to read it");
                }
            } while (json.take(','));
            json.expect('}');
        }
        if (json.peek() >= 0) {
            throw broken("something follows its header's object");
        }
    }

    private void tensor(String name, JsonBytes json, TensorSink sink)
            throws IOException, UnusableWeights {
        String dtype = "";
        long elements = -1;
        json.expect('{');
        if (!json.take('}')) {
            do {
                String key = json.text(MAX_NAME);
                json.expect(':');
                if (key.equals("shape")) {
                    elements = elements(json);
                } else if (key.equals("dtype") && json.peek() == '"') {
                    dtype = json.text(MAX_NAME);
                } else {
                    json.skip();
                }
            } while (json.take(','));
            json.expect('}');
        }
        if (elements < 0) {
            throw broken("a tensor has no shape");
        }
        sink.tensor(name, dtype, elements);
    }

    /** A scalar counts 0, as in every other program that counts. */
    private long elements(JsonBytes json) throws IOException, UnusableWeights {
        json.expect('[');
        if (json.take(']')) {
            return 0;
        }
        boolean empty = false;
        boolean tooLarge = false;
        long product = 1;
        do {
            if (json.peek() == '-') {
                throw broken("a dimension is negative");
            }
            long dimension = json.digits();
            empty |= dimension == 0;
            tooLarge |= Math.multiplyHigh(product, dimension) != 0 || product * dimension < 0;
            product *= dimension;
        } while (json.take(','));
        json.expect(']'); // a fraction or an exponent ends here
        if (empty) {
            return 0;
        }
        if (tooLarge) {
            throw new ArithmeticException("shape");
        }
        return product;
    }

    private UnusableWeights broken(String why) {
        return UnusableWeights.unreadable(file.name(), why);
    }
}
