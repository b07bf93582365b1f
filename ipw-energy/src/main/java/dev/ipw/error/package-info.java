/** Errors, distinguished by the possible reaction of the caller, and the settings that messages name. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.error;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
