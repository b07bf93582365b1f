/** Logs of any serving system and any meter: reading them, telling who used what in them, and scoring that against the truth. */
@NullMarked
package dev.ipw.importing.log;

import org.jspecify.annotations.NullMarked;
