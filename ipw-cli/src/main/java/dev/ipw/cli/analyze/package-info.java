/** The {@code analyze} command and the text of each analysis. */
@NullMarked
package dev.ipw.cli.analyze;

import org.jspecify.annotations.NullMarked;
