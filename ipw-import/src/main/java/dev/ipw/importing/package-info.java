/** Runs that other tools made, read into run directories of ours. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.importing;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
