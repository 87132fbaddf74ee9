package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * JSON and YAML as an API server reads them. Numbers keep their text until an object is stored
 * (JSON Patch compares them by it); stored, a whole number is an integer however it was written.
 */
final class Json {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    static JsonNode parse(byte[] body) throws IOException {
        return MAPPER.readTree(body);
    }

    static ObjectNode object(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every document of a YAML (or JSON) text; empty documents are left out. */
    static List<ObjectNode> documents(String yaml) {
        try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            List<ObjectNode> documents = new ArrayList<>();
            while (values.hasNextValue()) {
                if (values.nextValue() instanceof ObjectNode document) {
                    documents.add(document);
                }
            }
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy in which {@code 50.0} and {@code 5e1} are the integer 50, as encoding does in Go. */
    static JsonNode normalized(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = object();
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                copy.set(member.getKey(), normalized(member.getValue()));
            }
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = array();
            array.forEach(item -> copy.add(normalized(item)));
            return copy;
        }
        if (node.isNumber()) {
            return number(node);
        }
        return node;
    }

    private static JsonNode number(JsonNode node) {
        if (node.isFloatingPointNumber() && node.decimalValue().stripTrailingZeros().scale() > 0) {
            return node;
        }
        BigInteger whole = node.decimalValue().toBigInteger();
        if (whole.bitLength() < 32) {
            return IntNode.valueOf(whole.intValue());
        }
        return whole.bitLength() < 64
                ? LongNode.valueOf(whole.longValue())
                : BigIntegerNode.valueOf(whole);
    }
}
