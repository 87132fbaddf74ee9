package dev.drover.basemodels.extractor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.basemodels.metadata.ExtractionResult;
import dev.drover.basemodels.metadata.ExtractionResult.Invalid;
import dev.drover.basemodels.metadata.FailureCode;
import dev.drover.basemodels.metadata.MetadataField;
import dev.drover.basemodels.metadata.ParameterSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What holds for whatever a stranger writes into the files. */
class ExtractorProperties {
    /** A result is never longer than a termination message, and always a result. */
    @Property(tries = 300)
    void everyFailureFits(
            @ForAll String fingerprint,
            @ForAll FailureCode code,
            @ForAll("awkward") String message,
            @ForAll("awkward") String hint,
            @ForAll @Size(max = 10) List<@From("awkward") String> names) {
        List<String> saw = names.stream().map(name -> PlainText.of(name, 256)).toList();
        byte[] line = new ResultWriter(fingerprint).failure(new Refusal(code, message, hint, saw));
        check(line);
    }

    @Property(tries = 300)
    void everySuccessFits(
            @ForAll("awkward") String text, @ForAll @LongRange(min = 0) long parameters) {
        Warnings warnings = new Warnings(line -> {});
        Fields fields = new Fields(warnings);
        for (MetadataField field :
                List.of(
                        MetadataField.MODEL_TYPE,
                        MetadataField.MODEL_ARCHITECTURE,
                        MetadataField.QUANTIZATION,
                        MetadataField.MODEL_PARAMETER_SIZE)) {
            fields.text(field, Optional.of(text).filter(t -> !t.isBlank()));
        }
        Optional<String> version = Optional.of(text).filter(t -> !t.isBlank());
        fields.named(MetadataField.MODEL_FORMAT, "safetensors", version);
        fields.named(MetadataField.MODEL_FRAMEWORK, "transformers", version);
        for (Warning warning : Warning.values()) {
            warnings.add(warning, "");
        }
        check(
                new ResultWriter(text)
                        .success(
                                new Extraction.Extracted(
                                        "config.json",
                                        fields.metadata(),
                                        ParameterCount.of(parameters, ParameterSource.INDEX),
                                        warnings.codes())));
    }

    private static void check(byte[] line) {
        assertThat(line.length).isLessThanOrEqualTo(ExtractionResult.MAX_BYTES);
        String text = new String(line, UTF_8);
        assertThat(text.indexOf('\n')).isEqualTo(text.length() - 1);
        assertThat(ExtractionResult.parse(text)).as(text).isNotInstanceOf(Invalid.class);
    }

    /** The linear matcher and the regular expression that it stands for agree. */
    @Property(tries = 2000)
    void exclusionsMatchLikeTheirExpression(
            @ForAll("tensors") String tensor, @ForAll("patterns") String pattern) {
        String expression =
                Arrays.stream(pattern.split("\\*", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining("[^.]+"));
        assertThat(new Exclusions(List.of(pattern)).contains(tensor, () -> false))
                .isEqualTo(Pattern.compile(expression).matcher(tensor).find());
    }

    /** Whatever bytes a weight file holds, the extractor ends with a result. */
    @Property(tries = 200)
    void noWeightFileBreaksTheExtractor(
            @ForAll @Size(max = 64) byte[] bytes, @ForAll @IntRange(max = 70) int length)
            throws IOException {
        Path directory = Files.createTempDirectory("weights");
        try {
            byte[] file = new byte[8 + bytes.length];
            file[0] = (byte) length;
            System.arraycopy(bytes, 0, file, 8, bytes.length);
            Files.write(directory.resolve("model.safetensors"), file);
            Files.writeString(directory.resolve("config.json"), ModelFolder.CONFIG);
            assertThat(ExtractorRun.on(directory).exit()).isZero();
        } finally {
            for (String name : List.of("model.safetensors", "config.json")) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.delete(directory);
        }
    }

    /** Shown names are short, visible and whole characters. */
    @Property(tries = 500)
    void plainTextIsShortAndVisible(
            @ForAll String text, @ForAll @IntRange(min = 3, max = 300) int max) {
        String plain = PlainText.of(text, max);
        assertThat(plain.getBytes(UTF_8).length).isLessThanOrEqualTo(max);
        assertThat(plain.codePoints()).noneMatch(Character::isISOControl);
        assertThat(new String(plain.getBytes(UTF_8), UTF_8)).isEqualTo(plain);
    }

    @Provide
    Arbitrary<String> awkward() {
        return Arbitraries.strings()
                .withChars('"', '\\', 'a', '\n', '模', '\u202e', ' ')
                .ofMaxLength(600);
    }

    @Provide
    Arbitrary<String> tensors() {
        return Arbitraries.strings().withChars('a', 'b', '.').ofMaxLength(12);
    }

    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries.strings().withChars('a', 'b', '.', '*').ofMinLength(1).ofMaxLength(6);
    }
}
