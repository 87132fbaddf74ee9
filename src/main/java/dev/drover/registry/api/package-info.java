/**
 * The Model Registry in domain words: what it holds, what can be asked of it, and what its answers
 * mean. Knows neither HTTP nor JSON nor Camel, so decisions may use it.
 */
package dev.drover.registry.api;
