/**
 * Logs of any serving system and any meter: their readers, the attribution of their joules, and its score against the
 * truth.
 */
@NullMarked
package dev.ipw.importing.log;

import org.jspecify.annotations.NullMarked;
