/** Samples that were recorded elsewhere, as a source of a session: our own files, logs of other programs, meters. */
@NullMarked
package dev.ipw.telemetry.recorded;

import org.jspecify.annotations.NullMarked;
