/** The {@code view} command. */
@NullMarked
package dev.ipw.cli.view;

import org.jspecify.annotations.NullMarked;
