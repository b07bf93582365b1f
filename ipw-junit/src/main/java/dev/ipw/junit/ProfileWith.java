package dev.ipw.junit;

import dev.ipw.ProfilerBuilder;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.UnaryOperator;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * The profile of a model, made before a test and after {@code @BeforeEach}. The test receives the run as a parameter
 * of type {@link dev.ipw.ProfileRun}.
 *
 * <pre>{@code
 * @Test
 * @ProfileWith(client = "ollama", model = "llama3.2:1b", dataset = "starter", maxQueries = 20)
 * void deliversEnoughForItsEnergy(ProfileRun run) {
 *     assertThat(run).intelligencePerJoule().isAbove(0.01);
 * }
 * }</pre>
 *
 * <p>The run is stored in {@code ipw-profiles} under the build's folder and replaced by the next one of the same
 * test. If nothing measures, the test is aborted before the first request.
 */
@API(status = API.Status.EXPERIMENTAL)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith({EnergyExtension.class, ProfileExtension.class})
@ResourceLock(Resources.GLOBAL)
public @interface ProfileWith {
    /**
     * Sets the client.
     *
     * @return a client's id; empty text to leave it to {@link #configuration()}
     */
    String client() default "";

    /**
     * Sets the model.
     *
     * @return its name on the server; empty text for the client's own choice
     */
    String model() default "";

    /**
     * Sets the server.
     *
     * @return its address; empty text for the client's own
     */
    String baseUrl() default "";

    /**
     * Sets the dataset.
     *
     * @return its id or path; empty text for the client's own
     */
    String dataset() default "";

    /**
     * Sets the maximum number of questions.
     *
     * @return at least 1
     */
    int maxQueries() default 20;

    /**
     * Changes any other setting of the profile, after all settings of this annotation.
     *
     * @return classes that take the builder and return it, each with a constructor without parameters; applied in order
     */
    Class<? extends UnaryOperator<ProfilerBuilder>>[] configuration() default {};

    /**
     * Fails the test, instead of aborting it, if nothing measures.
     *
     * @return false by default
     */
    boolean required() default false;

    /**
     * Uses an estimate from processor time if nothing measures.
     *
     * @return false by default
     */
    boolean allowEstimates() default false;
}
