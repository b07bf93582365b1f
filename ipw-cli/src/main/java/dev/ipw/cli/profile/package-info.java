/** The {@code profile} and {@code run} commands. */
@NullMarked
package dev.ipw.cli.profile;

import org.jspecify.annotations.NullMarked;
