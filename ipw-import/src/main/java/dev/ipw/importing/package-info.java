/** Other tools' runs, imported into run directories of this library. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.importing;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
