/** Errors a caller can distinguish by what can be done about them. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.error;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
