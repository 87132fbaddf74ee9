package dev.drover.basemodels.job;

import dev.drover.basemodels.objects.BaseModel;
import dev.drover.basemodels.objects.StorageUri;

/**
 * Which question a metadata Job answers: this model, this directory, this claim, this wish for a
 * new look. Not in it is what changes while the Job runs (phase, volume) and what an upgrade
 * changes (image, extractor), so that neither runs Jobs anew.
 *
 * @param value 16 hex digits
 */
public record Fingerprint(String value) {
    /** Annotation: any new value forces a new extraction. */
    public static final String RE_EXTRACT = "drover.dev/re-extract";

    private static final String CONTRACT_VERSION = "1";
    private static final int DIGITS = 16;

    public static Fingerprint of(BaseModel model, StorageUri uri, String claimUid) {
        return new Fingerprint(
                Sha256.hex(
                        String.join(
                                "\n",
                                model.kind().word(),
                                model.key().namespace(),
                                model.key().name(),
                                model.uid(),
                                uri.canonical(),
                                claimUid,
                                CONTRACT_VERSION,
                                model.annotations().getOrDefault(RE_EXTRACT, "")),
                        DIGITS));
    }

    /** 0 to 255, by which retries of different models are spread. */
    public int spread() {
        return Integer.parseInt(value.substring(0, 2), 16);
    }

    @Override
    public String toString() {
        return value;
    }
}
