package dev.drover.basemodels.extractor;

import dev.drover.basemodels.extractor.ModelFile.State;
import dev.drover.basemodels.metadata.FailureCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What to say about a directory that holds no configuration: most often it is the wrong one. */
final class NoConfig {
    private static final int MAX_SAW = 10;
    private static final int MAX_CHILDREN = 100;
    private static final int MAX_SUGGESTIONS = 5;
    private static final int MAX_HINT_BYTES = 256;

    private static final String ACCEPTED =
            "the directory must hold the config.json of a Hugging Face model or the"
                    + " model_index.json of a diffusion pipeline";

    private NoConfig() {}

    /**
     * @param uri of the model, for suggestions
     */
    static Refusal refusal(ModelDirectory root, String uri) throws IOException {
        List<String> names = root.names(name -> true);
        List<String> saw =
                names.stream().limit(MAX_SAW).map(name -> PlainText.of(name, 256)).toList();
        String message =
                names.isEmpty()
                        ? "the model's directory is empty"
                        : "no config.json or model_index.json in the model's directory";
        return new Refusal(FailureCode.NO_CONFIG, message, hint(root, names, uri), saw);
    }

    private static String hint(ModelDirectory root, List<String> names, String uri)
            throws IOException {
        if (names.isEmpty()) {
            return "nothing was copied to this path of the volume, or the path is another one";
        }
        List<String> children = childrenWithConfig(root, names);
        if (!children.isEmpty()) {
            return suggestions(uri, children);
        }
        if (names.stream().anyMatch(NoConfig::isMetaNative)) {
            return "params.json and consolidated.*.pth are Meta's own format: convert the model to"
                    + " Hugging Face format (config.json and *.safetensors)";
        }
        if (names.stream().anyMatch(name -> name.endsWith(".gguf"))) {
            return "GGUF files are not supported: use the model in Hugging Face format (config.json"
                    + " and *.safetensors)";
        }
        return ACCEPTED;
    }

    private static boolean isMetaNative(String name) {
        return name.equals("params.json")
                || (name.startsWith("consolidated.") && name.endsWith(".pth"));
    }

    private static List<String> childrenWithConfig(ModelDirectory root, List<String> names)
            throws IOException {
        List<String> found = new ArrayList<>();
        int seen = 0;
        for (String name : names) {
            ModelDirectory child = root.child(name);
            if (seen == MAX_CHILDREN || found.size() == MAX_SUGGESTIONS) {
                break;
            }
            if (child.isDirectory()) {
                seen++;
                if (child.file("config.json").is(State.FILE)) {
                    found.add(name);
                }
            }
        }
        return found;
    }

    /** As many as fit, each whole. */
    private static String suggestions(String uri, List<String> children) {
        String base = uri.endsWith("/.") ? uri.substring(0, uri.length() - 1) : uri + "/";
        StringBuilder hint = new StringBuilder("did you mean ");
        for (int i = 0; i < children.size(); i++) {
            String next = (i == 0 ? "" : ", ") + base + children.get(i);
            if (i > 0 && hint.length() + next.length() + 1 > MAX_HINT_BYTES) {
                break;
            }
            hint.append(next);
        }
        return hint.append('?').toString();
    }
}
