/** Contract kits: abstract tests that a plugin's author extends, so that Jupiter checks what the SDK relies on. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.junit.contract;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
