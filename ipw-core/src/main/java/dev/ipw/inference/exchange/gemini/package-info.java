/** The answers of servers that speak as Google's Gemini does. */
@NullMarked
package dev.ipw.inference.exchange.gemini;

import org.jspecify.annotations.NullMarked;
