package dev.drover.basemodels.extractor;

/** What an extraction that succeeded wants looked at; the code in the result. */
enum Warning {
    FALLBACK_CONFIG("FallbackConfig"),
    CONFIG_IN_SUBDIRECTORY("ConfigInSubdirectory"),
    SIZE_ESTIMATED("SizeEstimated"),
    /** A header or an index that breaks the format. */
    WEIGHTS_UNREADABLE("WeightsUnreadable"),
    SHARD_MISSING("ShardMissing"),
    BAD_SHARD_NAME("BadShardName"),
    /** A Git LFS pointer was copied instead of the file. */
    LFS_POINTER("LfsPointer"),
    WEIGHTS_SLOW("WeightsSlow"),
    QUANT_CONFIG_UNREADABLE("QuantConfigUnreadable"),
    QUANTIZATION_UNKNOWN("QuantizationUnknown"),
    CAPABILITY_UNKNOWN("CapabilityUnknown"),
    FIELD_TOO_LONG("FieldTooLong");

    private final String code;

    Warning(String code) {
        this.code = code;
    }

    String code() {
        return code;
    }
}
