/** Read and export finished runs. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.results;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
