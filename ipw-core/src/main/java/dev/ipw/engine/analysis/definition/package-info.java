/** The same requests measured as other tools define their figures, so that one can see why two of them disagree. */
@NullMarked
package dev.ipw.engine.analysis.definition;

import org.jspecify.annotations.NullMarked;
