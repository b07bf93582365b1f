/**
 * The settings of every client of a served model: the server, its secret, the options of the generation, the time
 * limits.
 */
@NullMarked
package dev.ipw.inference.http;

import org.jspecify.annotations.NullMarked;
