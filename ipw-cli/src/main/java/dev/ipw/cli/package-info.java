/** The {@code ipw} command: options, tables, progress and exit codes around the functions of the core. */
@NullMarked
package dev.ipw.cli;

import org.jspecify.annotations.NullMarked;
