/** The {@code export}, {@code import} and {@code attribute} commands. */
@NullMarked
package dev.ipw.cli.exchange;

import org.jspecify.annotations.NullMarked;
