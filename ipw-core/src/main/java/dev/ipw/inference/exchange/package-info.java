/** The exchange that all clients of served models share: request, response and failures. */
@NullMarked
package dev.ipw.inference.exchange;

import org.jspecify.annotations.NullMarked;
