package dev.drover.basemodels.decision;

import static dev.drover.intents.Notice.Type.NORMAL;
import static dev.drover.intents.Notice.Type.WARNING;

import dev.drover.basemodels.metadata.FailureCode;
import dev.drover.intents.Notice;
import java.util.Arrays;
import java.util.Optional;

/**
 * Why a model is as it is: the first word of the message in its status, the reason of its Events
 * and the metric's label (spec basemodels 5.5).
 */
public enum Cause {
    URI_INVALID("UriInvalid", Group.INVALID, WARNING),
    SHARDED_NOT_SUPPORTED("ShardedNotSupported", Group.INVALID, WARNING),
    BLOCK_VOLUME("BlockVolume", Group.INVALID, WARNING),

    CLAIM_NOT_FOUND("ClaimNotFound", Group.WAIT_CLAIM, WARNING, 60, 600),
    CLAIM_TERMINATING("ClaimTerminating", Group.WAIT_CLAIM, WARNING, 60, 600),

    CLAIM_LOST("ClaimLost", Group.LOST, WARNING, 60, 600),

    CLAIM_PENDING("ClaimPending", Group.WAIT_BIND, WARNING, 5, 120),
    WAITING_FOR_CONSUMER("WaitingForConsumer", Group.WAIT_BIND, NORMAL, 5, 120),
    STORAGE_CLASS_MISSING("StorageClassMissing", Group.WAIT_BIND, WARNING, 5, 120),

    IMAGE_MISSING("ImageMissing", Group.CONFIG, WARNING),
    CREATE_FORBIDDEN("CreateForbidden", Group.CONFIG, WARNING),
    JOB_INVALID("JobInvalid", Group.CONFIG, WARNING),

    CLAIM_IN_USE("ClaimInUse", Group.HELD, WARNING, 30, 300),
    QUOTA_EXCEEDED("QuotaExceeded", Group.HELD, WARNING),
    JOB_DENIED("JobDenied", Group.HELD, WARNING),
    OTHER_JOB_CREATE_ERROR("OtherJobCreateError", Group.HELD, WARNING),

    JOB_CREATED("JobCreated", Group.JOB, NORMAL, 30, 30),
    FIRST_CONSUMER_CREATED("FirstConsumerCreated", Group.JOB, NORMAL, 30, 30),
    JOB_SUSPENDED("JobSuspended", Group.JOB, NORMAL, 60, 600),
    POD_NOT_CREATED("PodNotCreated", Group.JOB, WARNING, 30, 30),
    POD_UNSCHEDULABLE("PodUnschedulable", Group.JOB, WARNING, 30, 30),
    IMAGE_PULL("ImagePull", Group.JOB, WARNING, 30, 30),
    VOLUME_ATTACH("VolumeAttach", Group.JOB, WARNING, 30, 30),
    VOLUME_MOUNT("VolumeMount", Group.JOB, WARNING, 30, 30),
    SUB_PATH_MISSING("SubPathMissing", Group.JOB, WARNING, 30, 30),
    CONTAINER_CONFIG("ContainerConfig", Group.JOB, WARNING, 30, 30),
    JOB_TERMINATING("JobTerminating", Group.JOB, NORMAL, 2, 60),

    PATH_MISSING("PathMissing", Group.FAILED, WARNING),
    NO_CONFIG("NoConfig", Group.FAILED, WARNING),
    CONFIG_UNREADABLE("ConfigUnreadable", Group.FAILED, WARNING),
    PERMISSION_DENIED("PermissionDenied", Group.FAILED, WARNING),
    DANGLING_LINKS("DanglingLinks", Group.FAILED, WARNING),
    DEADLINE_EXCEEDED("DeadlineExceeded", Group.FAILED, WARNING),
    OUT_OF_MEMORY("OutOfMemory", Group.FAILED, WARNING),
    EXTRACTOR_FAILED("ExtractorFailed", Group.FAILED, WARNING),
    RESULT_MISSING("ResultMissing", Group.FAILED, WARNING),
    RESULT_INVALID("ResultInvalid", Group.FAILED, WARNING),
    JOB_NAME_TAKEN("JobNameTaken", Group.FAILED, WARNING),
    AGENT_REPORTED("AgentReported", Group.FAILED, WARNING),

    METADATA_EXTRACTED("MetadataExtracted", Group.READY, NORMAL),
    METADATA_SUPPLIED("MetadataSupplied", Group.READY, NORMAL),
    EXTRACTION_SKIPPED("ExtractionSkipped", Group.READY, NORMAL),

    /** Another controller's metadata Job: nothing is written. */
    OTHER_CONTROLLER("OtherController", Group.ELSEWHERE, WARNING, 600, 600),
    /** Another controller keeps writing the status: ours is written rarely. */
    STATUS_CONTENDED("StatusContended", Group.ELSEWHERE, WARNING, 600, 600);

    private final String word;
    private final Group group;
    private final Notice.Type type;
    private final long firstLook; // seconds, 0 = never
    private final long rarestLook;

    Cause(String word, Group group, Notice.Type type) {
        this(word, group, type, 0, 0);
    }

    Cause(String word, Group group, Notice.Type type, long firstLook, long rarestLook) {
        this.word = word;
        this.group = group;
        this.type = type;
        this.firstLook = firstLook;
        this.rarestLook = rarestLook;
    }

    /** As in status and metrics: {@code ClaimNotFound}. */
    public String word() {
        return word;
    }

    public Group group() {
        return group;
    }

    /** Of its Event. */
    public Notice.Type type() {
        return type;
    }

    /** Safety looks; where there are none, an event, {@code next} or the queue's backoff looks. */
    Pace pace() {
        return firstLook == 0 ? Pace.NEVER : Pace.seconds(firstLook, rarestLook);
    }

    /** Something is wrong with a Job that still runs. */
    boolean blocks() {
        return group == Group.JOB && type == WARNING;
    }

    /** The same files would fail again. */
    boolean permanent() {
        return FailureCode.ofWord(word).filter(FailureCode::permanent).isPresent();
    }

    static Optional<Cause> ofWord(String word) {
        return Arrays.stream(values()).filter(cause -> cause.word.equals(word)).findFirst();
    }
}
