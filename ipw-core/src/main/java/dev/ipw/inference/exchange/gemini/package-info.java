/** The answers of servers with Google's Gemini API. */
@NullMarked
package dev.ipw.inference.exchange.gemini;

import org.jspecify.annotations.NullMarked;
