package dev.drover.basemodels.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever stands in a URI, nothing but the volume's own directories is ever mounted. */
class StorageUriProperties {
    @Provide
    Arbitrary<String> uris() {
        Arbitrary<String> parts =
                Arbitraries.frequencyOf(
                        Tuple.of(
                                6,
                                Arbitraries.of(
                                        "..", ".", "/", "//", ":", "a", "b-c", " ", "模", "%2e",
                                        "\\", "ns", "\t", "\u0000", "pvc://")),
                        Tuple.of(1, Arbitraries.strings().ofMaxLength(8)));
        Arbitrary<String> rest = parts.list().ofMaxSize(12).map(list -> String.join("", list));
        return Combinators.combine(Arbitraries.of("pvc://", "pvc://c/", "pvc://ns:c/", ""), rest)
                .as(String::concat);
    }

    @Property(tries = 3000)
    void neverThrowsAndNeverLeavesTheVolume(@ForAll("uris") String uri, @ForAll ModelKind kind) {
        Optional<StorageUri> read = ModelSource.of(kind, "ns", uri).uri();

        read.ifPresent(
                it -> {
                    assertThat(it.subPath()).doesNotStartWith("/").doesNotEndWith("/");
                    assertThat(Arrays.asList(it.subPath().split("/", -1)))
                            .doesNotContain("..", ".");
                    assertThat(it.subPath().chars()).noneMatch(Shown::control);
                });
    }

    @Property(tries = 2000)
    void theCanonicalFormMeansTheSame(@ForAll("uris") String uri, @ForAll ModelKind kind) {
        ModelSource.of(kind, "ns", uri)
                .uri()
                .ifPresent(
                        it ->
                                assertThat(ModelSource.of(kind, "ns", it.canonical()).uri())
                                        .contains(it));
    }
}
