/**
 * The result screen of a run. {@code RunReport} gathers the figures, {@code ResultScreen} formats the 18 lines of
 * {@code ipw profile}, {@code ResultDetails} the long form of {@code ipw analyze}.
 */
@NullMarked
package dev.ipw.cli.result;

import org.jspecify.annotations.NullMarked;
