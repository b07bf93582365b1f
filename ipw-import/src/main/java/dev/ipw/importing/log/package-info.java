/**
 * Logs of any serving system and any meter: reading them, attributing their joules, and scoring that against the truth.
 */
@NullMarked
package dev.ipw.importing.log;

import org.jspecify.annotations.NullMarked;
