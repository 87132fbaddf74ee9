package dev.drover.basemodels.extractor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.drover.basemodels.extractor.ModelFile.State;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code *.safetensors.index.json}: says for each tensor in which shard it lies. */
final class ShardIndex {
    private static final int MAX_SHARDS = ModelDirectory.MAX_ENTRIES;

    private static final String WEIGHT_MAP = "weight_map";

    private static final Keep SHARDS = ShardIndex::shards;

    private static final Keep KEEP = Keep.members(Map.of(WEIGHT_MAP, SHARDS));

    private ShardIndex() {}

    /**
     * The names of the shards, each once.
     *
     * @throws UnusableWeights when it is no such file
     */
    static List<String> read(ModelFile index) throws UnusableWeights {
        if (!index.is(State.FILE)) {
            throw UnusableWeights.unreadable(index.name(), "it is not a file that may be read");
        }
        try {
            return JsonDocuments.read(index.path(), KEEP)
                    .texts(WEIGHT_MAP)
                    .filter(shards -> !shards.isEmpty())
                    .orElseThrow(
                            () ->
                                    UnusableWeights.unreadable(
                                            index.name(), "it has no weight_map of names"));
        } catch (UnreadableJson unreadable) {
            throw UnusableWeights.unreadable(index.name(), unreadable.getMessage());
        } catch (IOException unreadable) {
            throw UnusableWeights.unreadable(
                    index.name(), "it cannot be read: " + unreadable.getClass().getSimpleName());
        }
    }

    /** A name that cannot lead out of the directory. */
    static boolean legal(String shard) {
        return !shard.isEmpty()
                && !shard.startsWith("/")
                && shard.codePoints().noneMatch(Character::isISOControl)
                && Arrays.stream(shard.split("/", -1)).noneMatch(".."::equals);
    }

    private static Object shards(JsonParser at) throws IOException {
        if (at.currentToken() != JsonToken.START_OBJECT) {
            return Keep.PRESENCE.of(at);
        }
        Set<String> shards = new LinkedHashSet<>();
        boolean usable = true;
        while (JsonDocuments.next(at) != JsonToken.END_OBJECT) {
            usable &=
                    JsonDocuments.next(at) == JsonToken.VALUE_STRING && shards.size() <= MAX_SHARDS;
            if (usable) {
                shards.add(at.getText());
            } else {
                JsonDocuments.skip(at);
            }
        }
        return usable ? List.copyOf(shards) : JsonObject.OTHER;
    }
}
