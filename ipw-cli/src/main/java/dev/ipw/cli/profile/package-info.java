/**
 * The {@code profile} and {@code run} commands. {@code ProfileOptions} has the options and applies them to the settings
 * of a run; groups that other commands share are in {@code dev.ipw.cli.options}.
 */
@NullMarked
package dev.ipw.cli.profile;

import org.jspecify.annotations.NullMarked;
