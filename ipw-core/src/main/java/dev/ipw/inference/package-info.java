/** Talking to a model: requests, responses, the times they took, and the clients that carry them. */
@NullMarked
package dev.ipw.inference;

import org.jspecify.annotations.NullMarked;
