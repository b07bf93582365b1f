/** The answers of servers with Anthropic's API. */
@NullMarked
package dev.ipw.inference.exchange.anthropic;

import org.jspecify.annotations.NullMarked;
