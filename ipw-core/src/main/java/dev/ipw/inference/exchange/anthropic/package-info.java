/** The answers of servers that speak as Anthropic does. */
@NullMarked
package dev.ipw.inference.exchange.anthropic;

import org.jspecify.annotations.NullMarked;
