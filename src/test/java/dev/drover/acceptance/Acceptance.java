package dev.drover.acceptance;

import dev.drover.sandbox.controlplane.RealApi;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a scenario of the whole product: Drover as a process, under the shipped service account and
 * roles, before a real API server. Constructors and methods may take the {@link Site}, one for all
 * such classes, which is cleared after each test.
 */
@RealApi
@ExtendWith(SiteExtension.class)
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface Acceptance {}
