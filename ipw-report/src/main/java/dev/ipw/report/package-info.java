/** Reports: runs and comparisons in one HTML file that needs no network. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.report;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
