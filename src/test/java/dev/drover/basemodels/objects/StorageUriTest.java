package dev.drover.basemodels.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of spec basemodels 2, row by row. */
class StorageUriTest {
    private static final String NAMESPACE = "llama-demo";

    private static ModelSource namespaced(String uri) {
        return ModelSource.of(ModelKind.BASE_MODEL, NAMESPACE, uri);
    }

    private static ModelSource cluster(String uri) {
        return ModelSource.of(ModelKind.CLUSTER_BASE_MODEL, "", uri);
    }

    /** Problem, or canonical form. */
    private static String read(ModelSource source) {
        return source.fold(
                () -> "not ours", refused -> refused.problem().word(), StorageUri::canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pvc://my-pvc/models",
                "pvc://123456/p",
                "pvc://my.pvc/p",
                "pvc://my-pvc/path/to/m",
                "pvc://c/...",
                "pvc://c/a..b",
                "pvc://c/模型/llama",
                "pvc://c/my model",
                "pvc://c/a:b:c",
                "pvc://c/a%2e%2e\\b"
            })
    void keepsALegalUriAsItIs(String uri) {
        assertThat(read(namespaced(uri))).isEqualTo(uri);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "pvc://c/p/,     pvc://c/p",
        "pvc://c/a//b,   pvc://c/a/b",
        "pvc://c/./p,    pvc://c/p",
        "pvc://c/p/.,    pvc://c/p",
        "pvc://c/.,      pvc://c/.",
        "pvc://c/./,     pvc://c/.",
        "pvc://c/p///.//q/, pvc://c/p/q"
    })
    void dropsSegmentsThatMeanNothing(String uri, String canonical) {
        assertThat(read(namespaced(uri))).isEqualTo(canonical);
    }

    @Test
    void mountsTheRootWithoutASubPath() {
        StorageUri root = namespaced("pvc://c/.").uri().orElseThrow();

        assertThat(root.subPath()).isEmpty();
        assertThat(root.shownPath()).isEqualTo(".");
        assertThat(root.claim().toString()).isEqualTo("llama-demo/c");
    }

    @Test
    void takesTheNamespaceOfAClusterModelFromTheUri() {
        StorageUri uri = cluster("pvc://ns-1:pvc-2/m").uri().orElseThrow();

        assertThat(uri.claim().toString()).isEqualTo("ns-1/pvc-2");
        assertThat(uri.canonical()).isEqualTo("pvc://ns-1:pvc-2/m");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "pvc://ns-1:pvc-2/m,     NamespaceNotAllowed",
        "pvc://llama-demo:c/m,   NamespaceNotAllowed",
        "pvc://MyPVC/p,          ClaimSyntax",
        "pvc://my_pvc/p,         ClaimSyntax",
        "pvc://---/p,            ClaimSyntax",
        "pvc://my-pvc-/p,        ClaimSyntax",
        "pvc://a..b/p,           ClaimSyntax",
        "pvc://.a/p,             ClaimSyntax",
        "pvc://c //p,            ClaimSyntax",
        "pvc://c//p,             AbsolutePath",
        "pvc://c//../p,          AbsolutePath",
        "'pvc://c/p ',           TrailingBlank",
        "'pvc://c/p /',          TrailingBlank",
        "'pvc://c/p\u00a0',      TrailingBlank",
        "'pvc://c/../p ',        Traversal"
    })
    void refusesForABaseModel(String uri, String problem) {
        assertThat(read(namespaced(uri))).isEqualTo(problem);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "pvc://pvc-2/m,    NamespaceRequired",
        "pvc://MyNs:c/p,   NamespaceSyntax",
        "pvc://my_ns:c/p,  NamespaceSyntax",
        "pvc://-ns:c/p,    NamespaceSyntax",
        "pvc://ns-:c/p,    NamespaceSyntax",
        "pvc://my.ns:c/p,  NamespaceSyntax",
        "pvc://ns:C/p,     ClaimSyntax"
    })
    void refusesForAClusterModel(String uri, String problem) {
        assertThat(read(cluster(uri))).isEqualTo(problem);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "pvc://c,           NoPath",
        "pvc://ns:c,        NoPath",
        "pvc://c/,          EmptyPath",
        "pvc://,            ClaimMissing",
        "pvc:///p,          ClaimMissing",
        "pvc://ns:/p,       ClaimMissing",
        "pvc://ns:,         ClaimMissing",
        "pvc://:c/p,        NamespaceMissing",
        "pvc://ns::c/p,     TooManyColons",
        "pvc://a:b:c/p,     TooManyColons"
    })
    void refusesForBothKinds(String uri, String problem) {
        assertThat(read(namespaced(uri))).isEqualTo(problem);
        assertThat(read(cluster(uri))).isEqualTo(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pvc://ns:c/../x", "pvc://ns:c/a/../b", "pvc://ns:c/.."})
    void neverLeavesTheVolume(String uri) {
        assertThat(read(cluster(uri))).isEqualTo("Traversal");
        assertThat(read(namespaced(uri.replace("ns:", "")))).isEqualTo("Traversal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pvc://c/a\u0000b", "pvc://c/a\tb", "pvc://c/a\nb", "pvc://c\u007f/a"})
    void refusesControlCharacters(String uri) {
        assertThat(read(namespaced(uri))).isEqualTo("ControlCharacter");
    }

    static Stream<Arguments> lengths() {
        String segment = "s".repeat(255);
        String most = "pvc://c/" + (segment + "/").repeat(15) + "s".repeat(4096 - 8 - 15 * 256);
        return Stream.of(
                Arguments.of("4096 bytes", most, most),
                Arguments.of("4097 bytes", most + "s", "TooLong"),
                Arguments.of("a segment of 255 bytes", "pvc://c/" + segment, "pvc://c/" + segment),
                Arguments.of("a segment of 256 bytes", "pvc://c/" + segment + "s", "TooLong"),
                Arguments.of("characters of three bytes", "pvc://c/" + "模".repeat(86), "TooLong"),
                Arguments.of(
                        "a claim of 253",
                        "pvc://" + "c".repeat(63) + ".x".repeat(95) + "/p",
                        "pvc://" + "c".repeat(63) + ".x".repeat(95) + "/p"),
                Arguments.of(
                        "a claim of 254",
                        "pvc://" + "c".repeat(62) + ".x".repeat(96) + "/p",
                        "ClaimSyntax"),
                Arguments.of("a label of 64", "pvc://" + "c".repeat(64) + "/p", "ClaimSyntax"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lengths")
    void measuresInBytes(String what, String uri, String expected) {
        assertThat(read(namespaced(uri))).isEqualTo(expected);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " pvc://c/p",
                "PVC://c/p",
                "pvc:/c/p",
                "hf://org/m",
                "oci://n/x/b/y/o/z"
            })
    void leavesOtherSourcesAlone(String uri) {
        assertThat(read(namespaced(uri))).isEqualTo("not ours");
        assertThat(namespaced(uri).ours()).isFalse();
    }

    @Test
    void showsALongUriCutAndWithoutControlCharacters() {
        ModelSource source = namespaced("pvc://c/a\u0007" + "b".repeat(300));

        String shown = source.fold(() -> "", ModelSource.Refused::shown, uri -> "");

        assertThat(shown).startsWith("pvc://c/a\\u0007bbb").endsWith("b…");
        assertThat(shown.replace("\\u0007", "?")).hasSize(200);
    }
}
