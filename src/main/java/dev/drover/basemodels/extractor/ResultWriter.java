package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.drover.basemodels.metadata.ExtractionResult;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a result as one line of compact JSON (7.2). Every text in it is short, so that it fits a
 * termination message; lists are cut from the end where they would make it long.
 */
final class ResultWriter {
    /** Kubernetes keeps 12 KiB of all messages of a pod; this leaves room. */
    static final int AIM_BYTES = 3072;

    private static final int MAX_TEXT_BYTES = MetadataField.MAX_TEXT_BYTES;

    private static final JsonFactory JSON = new JsonFactory();

    private final String fingerprint;

    /**
     * @param fingerprint echoed in every result
     */
    ResultWriter(String fingerprint) {
        this.fingerprint = PlainText.of(fingerprint, MAX_TEXT_BYTES);
    }

    byte[] success(Extraction.Extracted extracted) {
        List<String> warnings = new ArrayList<>(extracted.warnings());
        byte[] line = success(extracted, warnings);
        while (line.length > AIM_BYTES && !warnings.isEmpty()) {
            warnings.remove(warnings.size() - 1);
            line = success(extracted, warnings);
        }
        return line;
    }

    byte[] failure(Refusal refusal) {
        List<String> saw = new ArrayList<>(refusal.saw());
        byte[] line = failure(refusal, saw);
        while (line.length > AIM_BYTES && !saw.isEmpty()) {
            saw.remove(saw.size() - 1);
            line = failure(refusal, saw);
        }
        return line;
    }

    private byte[] success(Extraction.Extracted extracted, List<String> warnings) {
        return object(
                true,
                json -> {
                    json.writeStringField("foundAt", extracted.foundAt());
                    json.writeObjectFieldStart("fields");
                    for (Map.Entry<MetadataField, Object> field :
                            extracted.fields().values().entrySet()) {
                        json.writeFieldName(field.getKey().key());
                        value(json, field.getValue());
                    }
                    json.writeEndObject();
                    ParameterCount count = extracted.count();
                    if (count.source() != ParameterSource.NONE) {
                        json.writeNumberField("parameterCount", count.parameters());
                    }
                    json.writeStringField("parameterSource", count.source().word());
                    json.writeFieldName("warnings");
                    value(json, warnings);
                });
    }

    private byte[] failure(Refusal refusal, List<String> saw) {
        return object(
                false,
                json -> {
                    json.writeNumberField("exit", refusal.code().exit());
                    json.writeStringField("code", refusal.code().word());
                    json.writeStringField(
                            "message", PlainText.of(refusal.getMessage(), MAX_TEXT_BYTES));
                    json.writeStringField("hint", PlainText.of(refusal.hint(), MAX_TEXT_BYTES));
                    json.writeFieldName("saw");
                    value(json, saw);
                });
    }

    private static void value(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Integer number) {
            json.writeNumber(number);
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                value(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                json.writeFieldName((String) member.getKey());
                value(json, member.getValue());
            }
            json.writeEndObject();
        } else {
            json.writeString((String) value);
        }
    }

    @FunctionalInterface
    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private byte[] object(boolean ok, Members members) {
        ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeNumberField("v", ExtractionResult.VERSION);
            json.writeStringField("fp", fingerprint);
            json.writeBooleanField("ok", ok);
            members.write(json);
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return line.toByteArray();
    }
}
