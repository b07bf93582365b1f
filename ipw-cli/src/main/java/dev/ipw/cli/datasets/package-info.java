/** The {@code datasets} and {@code list} commands. */
@NullMarked
package dev.ipw.cli.datasets;

import org.jspecify.annotations.NullMarked;
