/** Talking to a model: requests, responses, the times they took, and the clients that carry them. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
