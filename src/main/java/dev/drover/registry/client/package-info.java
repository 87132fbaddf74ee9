/**
 * The REST client of Model Registries, behind the interface {@link
 * dev.drover.registry.api.ModelRegistry}: the route template registry-request, what its steps do,
 * and what answers mean. Nothing outside knows HTTP or the names of JSON fields.
 */
package dev.drover.registry.client;
