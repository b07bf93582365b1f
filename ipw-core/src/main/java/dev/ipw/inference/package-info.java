/** The access to a model: requests, responses, their times, and the clients that send them. */
@NullMarked
package dev.ipw.inference;

import org.jspecify.annotations.NullMarked;
