package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
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
            InputStream header =
                    new BufferedInputStream(new LimitedStream(in, length), JsonDocuments.BUFFER);
            header.mark(1);
            if (header.read() != '{') {
                throw broken("its header is not a JSON object");
            }
            header.reset();
            try (JsonParser at = JsonDocuments.parser(header)) {
                tensors(at, sink);
            }
        } catch (JsonProcessingException notJson) {
            throw broken("its header is not JSON" + JsonDocuments.position(notJson.getLocation()));
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

    private void tensors(JsonParser at, TensorSink sink) throws IOException, UnusableWeights {
        at.nextToken();
        while (JsonDocuments.next(at) != JsonToken.END_OBJECT) {
            String name = at.currentName();
            JsonToken value = at.nextToken();
            if (name.equals(METADATA)) {
                JsonDocuments.skip(at);
            } else if (name.length() > MAX_NAME) {
                throw broken("a tensor's name is longer than " + MAX_NAME);
            } else if (value == JsonToken.START_OBJECT) {
                tensor(name, at, sink);
            } else {
                throw broken("a tensor is not an object");
            }
            if (deadline.passed()) {
                throw new UnusableWeights(Warning.WEIGHTS_SLOW, "no time left at " + file.name());
            }
        }
        if (at.nextToken() != null) {
            throw broken("something follows its header's object");
        }
    }

    private void tensor(String name, JsonParser at, TensorSink sink)
            throws IOException, UnusableWeights {
        String dtype = "";
        long elements = -1;
        while (at.nextToken() != JsonToken.END_OBJECT) {
            String key = at.currentName();
            JsonToken value = at.nextToken();
            if (key.equals("shape")) {
                if (value != JsonToken.START_ARRAY) {
                    throw broken("a shape is not a list");
                }
                elements = elements(at);
            } else if (key.equals("dtype") && value == JsonToken.VALUE_STRING) {
                dtype = at.getText();
            } else {
                at.skipChildren();
            }
        }
        if (elements < 0) {
            throw broken("a tensor has no shape");
        }
        sink.tensor(name, dtype, elements);
    }

    /** A scalar counts 0, as in every other program that counts. */
    private long elements(JsonParser at) throws IOException, UnusableWeights {
        boolean scalar = true;
        boolean empty = false;
        boolean tooLarge = false;
        long product = 1;
        while (at.nextToken() != JsonToken.END_ARRAY) {
            if (at.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                throw broken("a dimension is not a whole number");
            }
            long dimension = at.getLongValue();
            if (dimension < 0) {
                throw broken("a dimension is negative");
            }
            scalar = false;
            empty |= dimension == 0;
            long high = Math.multiplyHigh(product, dimension);
            product *= dimension;
            tooLarge |= high != 0 || product < 0;
        }
        if (scalar || empty) {
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
