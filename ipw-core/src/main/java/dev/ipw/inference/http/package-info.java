/** What every client of a served model shares: its address, its secret, and how failures on the way are told. */
@NullMarked
package dev.ipw.inference.http;

import org.jspecify.annotations.NullMarked;
