package dev.drover.sandbox.jobs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Folders that stand for volumes with models: small, but what the extractor reads of them is what
 * it reads of the real ones. A weights file holds the header alone, without the gigabytes behind
 * it.
 */
public record ModelVolume(Path folder) {
    private static final String CONFIG =
            """
            {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 2048,
             "num_hidden_layers": 16, "vocab_size": 128256, "max_position_embeddings": 131072,
             "torch_dtype": "bfloat16", "transformers_version": "4.45.0.dev0"}
            """;

    /** A Llama of 1.24 billion parameters in Hugging Face format. */
    public ModelVolume llama(String claim, String path) {
        Map<String, long[]> tensors = new LinkedHashMap<>();
        tensors.put("model.embed_tokens.weight", new long[] {128256, 2048});
        for (int layer = 0; layer < 16; layer++) {
            String name = "model.layers." + layer + ".";
            tensors.put(name + "self_attn.q_proj.weight", new long[] {2048, 2048});
            tensors.put(name + "self_attn.k_proj.weight", new long[] {512, 2048});
            tensors.put(name + "self_attn.v_proj.weight", new long[] {512, 2048});
            tensors.put(name + "self_attn.o_proj.weight", new long[] {2048, 2048});
            tensors.put(name + "mlp.gate_proj.weight", new long[] {8192, 2048});
            tensors.put(name + "mlp.up_proj.weight", new long[] {8192, 2048});
            tensors.put(name + "mlp.down_proj.weight", new long[] {2048, 8192});
            tensors.put(name + "input_layernorm.weight", new long[] {2048});
            tensors.put(name + "post_attention_layernorm.weight", new long[] {2048});
        }
        tensors.put("model.norm.weight", new long[] {2048});
        Path model = directory(claim, path);
        write(model.resolve("config.json"), CONFIG.getBytes(StandardCharsets.UTF_8));
        write(model.resolve("model.safetensors"), safetensors(tensors));
        return this;
    }

    /** Meta's own format: nothing that is read. */
    public ModelVolume original(String claim, String path) {
        Path model = directory(claim, path);
        write(model.resolve("params.json"), "{\"dim\": 2048}".getBytes(StandardCharsets.UTF_8));
        write(model.resolve("consolidated.00.pth"), new byte[16]);
        return this;
    }

    private static byte[] safetensors(Map<String, long[]> tensors) {
        byte[] header =
                tensors.entrySet().stream()
                        .map(ModelVolume::tensor)
                        .collect(Collectors.joining(",", "{", "}"))
                        .getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(header.length)
                        .array());
        file.writeBytes(header);
        return file.toByteArray();
    }

    private static String tensor(Map.Entry<String, long[]> tensor) {
        String shape =
                Arrays.stream(tensor.getValue())
                        .mapToObj(Long::toString)
                        .collect(Collectors.joining(","));
        return "\"%s\":{\"dtype\":\"BF16\",\"shape\":[%s],\"data_offsets\":[0,0]}"
                .formatted(tensor.getKey(), shape);
    }

    private Path directory(String claim, String path) {
        try {
            return Files.createDirectories(folder.resolve(claim).resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
