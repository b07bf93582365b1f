/** The access to a model: requests, responses, their times, and the clients that send them. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
