/**
 * The settings of every client of a served model: the server, its secret, the options of the generation, the time
 * limits.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference.http;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
