/** The relay of a proxy in front of a model server, and the reading of the answers that pass it. For our own modules. */
@NullMarked
package dev.ipw.inference.relay;

import org.jspecify.annotations.NullMarked;
