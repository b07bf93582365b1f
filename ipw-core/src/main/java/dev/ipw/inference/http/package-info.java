/** What every client of a served model is told: where the server is, its secret, how to generate, how long to wait. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference.http;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
