/**
 * The registry double: an in-process Model Registry that behaves as the recorded server does, odd
 * answers included, and fails on request. {@link dev.drover.sandbox.registry.RegistryDouble} is the
 * door.
 */
package dev.drover.sandbox.registry;
