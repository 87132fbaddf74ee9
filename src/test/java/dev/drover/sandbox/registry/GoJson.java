package dev.drover.sandbox.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;

/**
 * Reads the first JSON value of a body as the server's language does: what follows it is ignored,
 * of equal keys the last counts, bytes that are no UTF-8 and lone surrogates become U+FFFD, and
 * errors have its words.
 */
final class GoJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final byte[] text;
    private int at;

    private GoJson(byte[] text) {
        this.text = text;
    }

    /**
     * The first value.
     *
     * @throws IllegalArgumentException with the server's text
     */
    static JsonNode first(byte[] text) {
        GoJson reader = new GoJson(text);
        reader.skipBlanks();
        if (reader.at == text.length) {
            throw new IllegalArgumentException("EOF");
        }
        return reader.value();
    }

    private JsonNode value() {
        skipBlanks();
        int c = peek();
        return switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> NODES.textNode(string());
            case 't' -> literal("true", NODES.booleanNode(true));
            case 'f' -> literal("false", NODES.booleanNode(false));
            case 'n' -> literal("null", NODES.nullNode());
            default -> {
                if (c == '-' || (c >= '0' && c <= '9')) {
                    yield number();
                }
                throw invalid("looking for beginning of value");
            }
        };
    }

    private ObjectNode object() {
        ObjectNode object = NODES.objectNode();
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return object;
        }
        while (true) {
            skipBlanks();
            if (peek() != '"') {
                throw invalid("looking for beginning of object key string");
            }
            String key = string();
            skipBlanks();
            if (peek() != ':') {
                throw invalid("after object key");
            }
            at++;
            object.set(key, value());
            skipBlanks();
            if (peek() == '}') {
                at++;
                return object;
            }
            if (peek() != ',') {
                throw invalid("after object key:value pair");
            }
            at++;
        }
    }

    private ArrayNode array() {
        ArrayNode array = NODES.arrayNode();
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return array;
        }
        while (true) {
            array.add(value());
            skipBlanks();
            if (peek() == ']') {
                at++;
                return array;
            }
            if (peek() != ',') {
                throw invalid("after array element");
            }
            at++;
        }
    }

    private JsonNode literal(String word, JsonNode value) {
        for (int i = 0; i < word.length(); i++, at++) {
            if (peek() != word.charAt(i)) {
                throw invalid("in literal " + word + " (expecting '" + word.charAt(i) + "')");
            }
        }
        return value;
    }

    private JsonNode number() {
        int from = at;
        while (at < text.length && "+-.eE0123456789".indexOf(text[at]) >= 0) {
            at++;
        }
        return NODES.numberNode(new BigDecimal(new String(text, from, at - from, UTF_8)));
    }

    private String string() {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        at++;
        while (peek() != '"') {
            if (peek() < 0x20) {
                throw invalid("in string literal");
            }
            if (peek() == '\\') {
                at++;
                escape(raw);
            } else {
                raw.write(text[at++]);
            }
        }
        at++;
        return raw.toString(UTF_8);
    }

    private void escape(ByteArrayOutputStream raw) {
        int c = peek();
        at++;
        switch (c) {
            case 'u' -> unicode(raw);
            case 'n' -> raw.write('\n');
            case 't' -> raw.write('\t');
            case 'r' -> raw.write('\r');
            case 'b' -> raw.write('\b');
            case 'f' -> raw.write('\f');
            case '"', '\\', '/' -> raw.write(c);
            default -> {
                at--;
                throw invalid("in string escape code");
            }
        }
    }

    private void unicode(ByteArrayOutputStream raw) {
        char first = hex();
        String decoded = String.valueOf(first);
        if (Character.isHighSurrogate(first)
                && at + 1 < text.length
                && text[at] == '\\'
                && text[at + 1] == 'u') {
            at += 2;
            decoded += hex();
        }
        // a lone surrogate cannot be encoded
        String sound =
                decoded.codePointCount(0, decoded.length()) == decoded.length()
                                && Character.isSurrogate(first)
                        ? "\uFFFD"
                        : decoded;
        raw.writeBytes(sound.getBytes(UTF_8));
    }

    private char hex() {
        char c = (char) Integer.parseInt(new String(text, at, 4, UTF_8), 16);
        at += 4;
        return c;
    }

    private void skipBlanks() {
        while (at < text.length && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
    }

    private int peek() {
        if (at >= text.length) {
            throw new IllegalArgumentException("unexpected EOF");
        }
        return text[at] & 0xFF;
    }

    private IllegalArgumentException invalid(String where) {
        return new IllegalArgumentException(
                "invalid character '" + (char) (text[at] & 0xFF) + "' " + where);
    }
}
