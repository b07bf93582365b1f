/** The course of one question through a model: its calls, its tools, and its outcome. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.query;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
