/** Joules of a Spring Boot application's calls to models, from the observations that Spring AI makes of them. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.spring;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
