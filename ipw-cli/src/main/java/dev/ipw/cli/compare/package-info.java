/** The {@code compare} command. */
@NullMarked
package dev.ipw.cli.compare;

import org.jspecify.annotations.NullMarked;
