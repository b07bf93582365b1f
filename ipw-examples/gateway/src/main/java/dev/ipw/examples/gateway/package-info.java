/** A gateway in front of a model server that meters the joules of each request. */
@NullMarked
package dev.ipw.examples.gateway;

import org.jspecify.annotations.NullMarked;
