/**
 * The {@code ipw} command: its start, its help and its failures. Each command has a package of its own, such as
 * {@code profile} or {@code bench}; they share {@code command}, {@code options}, {@code terminal}, {@code text},
 * {@code progress} and {@code result}.
 */
@NullMarked
package dev.ipw.cli;

import org.jspecify.annotations.NullMarked;
