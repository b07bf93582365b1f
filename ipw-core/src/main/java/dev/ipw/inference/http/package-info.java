/** What every client of a served model is told: where the server is, its secret, how to generate, how long to wait. */
@NullMarked
package dev.ipw.inference.http;

import org.jspecify.annotations.NullMarked;
