/** Logs of JSON objects, one a line. */
@NullMarked
package dev.ipw.importing.lines;

import org.jspecify.annotations.NullMarked;
