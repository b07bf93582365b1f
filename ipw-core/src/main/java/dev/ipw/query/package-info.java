/** The course of one question through a model: its calls, its tools, and its outcome. */
@NullMarked
package dev.ipw.query;

import org.jspecify.annotations.NullMarked;
