/** The keys {@code drover.registry.*} and what they say. */
package dev.drover.registry.settings;
