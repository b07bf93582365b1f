/** A client of Google's Gemini API. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference.gemini;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
