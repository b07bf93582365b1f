/**
 * Who used what a device used: windows, phases, idle time and shares of overlapping requests, as pure functions. For
 * our own modules.
 */
@NullMarked
package dev.ipw.engine.attribution;

import org.jspecify.annotations.NullMarked;
