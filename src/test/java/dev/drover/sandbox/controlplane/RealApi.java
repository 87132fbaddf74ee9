package dev.drover.sandbox.controlplane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test class that needs the real API server. Constructors and methods may take a {@link
 * ControlPlane} (one for the whole run, so never restart or compact it: start an own one for that)
 * and a {@link FreshNamespace}. Without the programs the class is skipped with a line that says so,
 * and {@code target/real-api.txt} records it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag("real-api")
@ExtendWith(RealApiExtension.class)
public @interface RealApi {
    /** With kube-controller-manager; such classes share a control plane of their own. */
    boolean controllers() default false;

    /** With nodes, scheduler and a kubelet that plays Pods, too; shared likewise. */
    boolean nodes() default false;
}
