/**
 * Contracts: abstract tests for the authors of plugins. A subclass makes Jupiter check the properties on which the
 * SDK relies.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.junit.contract;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
