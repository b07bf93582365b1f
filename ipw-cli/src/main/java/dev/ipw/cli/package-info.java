/** The {@code ipw} command: options, tables, progress and exit codes around what the core does. */
@NullMarked
package dev.ipw.cli;

import org.jspecify.annotations.NullMarked;
