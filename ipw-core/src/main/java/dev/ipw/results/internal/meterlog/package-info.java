/**
 * The format of the log of a meter: the facts and figures of a running server's requests, in segments of JSON lines. The
 * meter writes it, importers read it. For our own modules.
 */
@NullMarked
package dev.ipw.results.internal.meterlog;

import org.jspecify.annotations.NullMarked;
