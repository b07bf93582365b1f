/** The figures of the same requests by the definitions of other tools, to show why two of them disagree. */
@NullMarked
package dev.ipw.analysis.definition;

import org.jspecify.annotations.NullMarked;
