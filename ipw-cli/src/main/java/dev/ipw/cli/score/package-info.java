/** The {@code score} command. */
@NullMarked
package dev.ipw.cli.score;

import org.jspecify.annotations.NullMarked;
