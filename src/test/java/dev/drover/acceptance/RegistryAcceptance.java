package dev.drover.acceptance;

import dev.drover.sandbox.controlplane.RealApi;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a scenario of the flow registry: Drover as a process, installed by the overlay of that name
 * on a real control plane that serves KServe's kinds. Constructors may take the {@link
 * RegistrySite}, one for all such classes, which is cleared after each test.
 */
@RealApi(controllers = true)
@ExtendWith(RegistrySiteExtension.class)
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface RegistryAcceptance {}
