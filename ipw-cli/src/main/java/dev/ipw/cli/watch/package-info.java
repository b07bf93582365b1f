/** The {@code watch} command. */
@NullMarked
package dev.ipw.cli.watch;

import org.jspecify.annotations.NullMarked;
