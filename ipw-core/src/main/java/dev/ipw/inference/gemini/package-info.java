/** A client of Google's Gemini API. */
@NullMarked
package dev.ipw.inference.gemini;

import org.jspecify.annotations.NullMarked;
