/** The result screen of a run. */
@NullMarked
package dev.ipw.cli.result;

import org.jspecify.annotations.NullMarked;
