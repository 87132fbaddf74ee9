package dev.drover.status.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.drover.kubernetes.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The pages, made of the same trees as the JSON. No scripts; every text of an object is escaped.
 */
final class StatusHtml {
    private static final String STYLE =
            """
            body{font:15px/1.45 system-ui,sans-serif;margin:0 auto;max-width:76rem;padding:1rem;color:#1b1f24;background:#fff}
            h1{font-size:1.3rem}h2{font-size:1.05rem;margin:1.6rem 0 .4rem}
            table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dde1e6;vertical-align:top}
            th{font-weight:600;color:#4a5260;white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
            a{color:#0b57d0}form{margin:.6rem 0}input,select,button{font:inherit;padding:.15rem .4rem}
            .quiet{color:#68707c}table table{width:auto}
            @media(prefers-color-scheme:dark){body{color:#e4e7eb;background:#16191d}th{color:#aab2bd}th,td{border-color:#353b43}a{color:#8ab4f8}}
            """;

    private final Markup markup = new Markup();

    /** Each flow with the objects that the query asks for, which are what people come for. */
    String overview(List<FlowStatus> flows, StatusTree tree, Map<String, String> query) {
        StringBuilder page = new StringBuilder();
        page.append("<h1>Drover</h1>");
        form(page, query);
        for (FlowStatus flow : flows) {
            head(page, flow);
            parts(page, tree.flow(flow), List.of("routesNotStarted", "details"));
            objects(page, flow, tree.objects(flow, query), query);
        }
        for (FlowStatus flow : flows) {
            page.append("<h2>").append(markup.text(flow.name())).append(": queues, caches</h2>");
            parts(page, tree.flow(flow), List.of("queues", "informers"));
        }
        page.append(
                "<p class=quiet>The same as JSON: <a href=/api/v1/flows>flows</a>, <a"
                        + " href=/api/v1/config>configuration</a>, <a href=/api/v1/routes>routes</a>,"
                        + " <a href=/api/v1/debug>debug</a>. Objects: /api/v1/flows/…/objects</p>");
        return frame("Drover", page);
    }

    /** Why an object is as it is, or that nothing is known of it. */
    String object(String flow, ObjectKey object, JsonNode explanation) {
        StringBuilder page = new StringBuilder();
        page.append("<p><a href=/>Drover</a> / ").append(markup.text(flow)).append("</p><h1>");
        page.append(markup.text(object.toString())).append("</h1>");
        page.append(markup.value(explanation));
        return frame(object + " - Drover", page);
    }

    private void head(StringBuilder page, FlowStatus flow) {
        page.append("<h2>").append(markup.text(flow.name())).append("</h2><p>");
        page.append(flow.leading() ? "led by this process, " : "led by ");
        page.append(markup.text(Optional.ofNullable(flow.leader()).orElse("nobody")));
        page.append("; mode ").append(markup.text(flow.mode())).append("</p>");
    }

    private void parts(StringBuilder page, JsonNode shown, List<String> names) {
        for (String name : names) {
            if (!shown.path(name).isEmpty()) {
                page.append(markup.value(shown.path(name)));
            }
        }
    }

    private void form(StringBuilder page, Map<String, String> query) {
        page.append("<form>");
        for (String field : List.of("namespace", "name", "state", "reason")) {
            page.append("<label>").append(field).append(" <input name=").append(field);
            page.append(" value=\"").append(markup.text(query.getOrDefault(field, "")));
            page.append("\"></label> ");
        }
        page.append("<button>search</button></form>");
    }

    private void objects(
            StringBuilder page, FlowStatus flow, JsonNode answer, Map<String, String> query) {
        JsonNode objects = answer.path("objects");
        if (objects.isEmpty()) {
            page.append("<p class=quiet>");
            page.append(
                    flow.leading()
                            ? "no object matches"
                            : "led by " + markup.text(answer.path("leader").asText("nobody yet")));
            page.append("</p>");
            return;
        }
        page.append(
                "<table><tr><th>object<th>kind<th>state<th>reason<th>decided at<th>in one line");
        for (JsonNode line : objects) {
            String namespace = line.path("namespace").asText();
            String name = line.path("name").asText();
            String place = (namespace.isEmpty() ? "_" : namespace) + "/" + name;
            page.append("<tr><td><a href=\"/objects/").append(markup.text(flow.name()));
            page.append('/').append(markup.text(place)).append("\">");
            page.append(markup.text(new ObjectKey(namespace, name).toString())).append("</a>");
            for (String field : List.of("kind", "state", "reason", "decidedAt", "summary")) {
                page.append("<td>").append(markup.text(line.path(field).asText()));
            }
        }
        page.append("</table>");
        if (answer.has("continue")) {
            page.append("<p><a href=\"/?");
            Set<String> kept = new LinkedHashSet<>(List.of("namespace", "name", "state", "reason"));
            List<String> parameters = new ArrayList<>();
            kept.forEach(
                    field ->
                            Optional.ofNullable(query.get(field))
                                    .ifPresent(it -> parameters.add(markup.parameter(field, it))));
            parameters.add(markup.parameter("continue", answer.path("continue").asText()));
            page.append(String.join("&amp;", parameters)).append("\">more</a></p>");
        }
    }

    private String frame(String title, StringBuilder content) {
        return "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport"
                + " content=\"width=device-width\"><title>"
                + markup.text(title)
                + "</title><style>"
                + STYLE
                + "</style>"
                + content
                + "</html>";
    }
}
