/** The cost of tokens: joules, watts and seconds against the tokens of prompt and answer. */
@NullMarked
package dev.ipw.analysis.regression;

import org.jspecify.annotations.NullMarked;
