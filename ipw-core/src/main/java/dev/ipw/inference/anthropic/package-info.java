/** A client of Anthropic's Messages API, which other servers offer too. */
@NullMarked
package dev.ipw.inference.anthropic;

import org.jspecify.annotations.NullMarked;
