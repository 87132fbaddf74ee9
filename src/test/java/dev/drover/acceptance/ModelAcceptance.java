package dev.drover.acceptance;

import dev.drover.sandbox.controlplane.RealApi;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a scenario of the flow basemodels: Drover as a process, installed by the overlay of that
 * name on a real control plane with controllers, scheduler and played Pods. Constructors may take
 * the {@link ModelSite}, one for all such classes, which is cleared after each test.
 */
@RealApi(nodes = true)
@ExtendWith(ModelSiteExtension.class)
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface ModelAcceptance {}
