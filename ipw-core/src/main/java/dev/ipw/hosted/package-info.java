/**
 * Estimates for models that others host, where no sensor is in reach: joules, carbon and water from billed tokens.
 * They have types of their own, so that no sum mixes them with measured joules.
 */
@NullMarked
package dev.ipw.hosted;

import org.jspecify.annotations.NullMarked;
