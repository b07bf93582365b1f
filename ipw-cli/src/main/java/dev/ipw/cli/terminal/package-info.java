/** The terminal: its streams, its size, screens that are redrawn, and exit codes. */
@NullMarked
package dev.ipw.cli.terminal;

import org.jspecify.annotations.NullMarked;
