package dev.drover.status.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Trees and texts as HTML. */
final class Markup {
    private static final int FLAT_COLUMNS = 12;

    /** Escaped for element content and for values in double quotes. */
    String text(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '&' -> escaped.append("&amp;");
                                case '<' -> escaped.append("&lt;");
                                case '>' -> escaped.append("&gt;");
                                case '"' -> escaped.append("&quot;");
                                case '\'' -> escaped.append("&#39;");
                                default -> escaped.appendCodePoint(c);
                            }
                        });
        return escaped.toString();
    }

    /** {@code name=value}, encoded for a query. */
    String parameter(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** A table for an object or a list of alike objects, text for the rest. */
    String value(JsonNode node) {
        if (node.isMissingNode()
                || node.isNull()
                || (node.isContainerNode() && node.isEmpty())
                || (node.isTextual() && node.asText().isEmpty())) {
            return "<span class=quiet>–</span>";
        }
        if (node.isObject()) {
            return object(node);
        }
        if (node.isArray()) {
            return list(node);
        }
        if (node.isFloatingPointNumber()) { // JSON has all digits
            return new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT))
                    .format(node.asDouble());
        }
        return text(node.asText());
    }

    private String object(JsonNode node) {
        StringBuilder table = new StringBuilder("<table>");
        for (Iterator<Map.Entry<String, JsonNode>> each = node.fields(); each.hasNext(); ) {
            Map.Entry<String, JsonNode> field = each.next();
            table.append("<tr><th>").append(text(field.getKey()));
            table.append("<td>").append(value(field.getValue()));
        }
        return table.append("</table>").toString();
    }

    private String list(JsonNode list) {
        Set<String> columns = new LinkedHashSet<>();
        list.forEach(row -> row.fieldNames().forEachRemaining(columns::add));
        StringBuilder table = new StringBuilder("<table>");
        if (columns.isEmpty()) {
            list.forEach(row -> table.append("<tr><td>").append(value(row)));
            return table.append("</table>").toString();
        }
        if (columns.size() > FLAT_COLUMNS) { // side by side, a line a field
            for (String column : columns) {
                table.append("<tr><th>").append(text(column));
                list.forEach(row -> table.append("<td>").append(value(row.path(column))));
            }
            return table.append("</table>").toString();
        }
        table.append("<tr>");
        columns.forEach(column -> table.append("<th>").append(text(column)));
        for (JsonNode row : list) {
            table.append("<tr>");
            columns.forEach(column -> table.append("<td>").append(value(row.path(column))));
        }
        return table.append("</table>").toString();
    }
}
