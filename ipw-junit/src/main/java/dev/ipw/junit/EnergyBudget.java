package dev.ipw.junit;

import dev.ipw.energy.Scope;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * The energy budget of a test, for its mean energy. On a class it applies to each test method without a budget of its
 * own.
 *
 * <pre>{@code
 * @Test
 * @EnergyBudget(joules = 5.0)
 * void answersWithinBudget() {
 *     chat.answer(QUESTION);
 * }
 * }</pre>
 *
 * <p>The test method is repeated until the interval of its mean energy lies on one side of the budget, or the
 * repetitions are used up. Below: the test passes. Above: it fails. Neither: it is aborted, and the message contains
 * the number of repetitions that would decide. The interval is valid after every repetition, so that stopping early
 * makes no error more likely. It includes the bounds of the readings, but not the sensor's own error.
 *
 * <p>{@code @BeforeEach} runs once before the first call and {@code @AfterEach} once after the last; all calls are
 * made on the same instance with the same arguments, and only the method itself is measured. Each invocation of a
 * {@code @ParameterizedTest} or {@code @RepeatedTest} is decided separately. A method that is too short for the
 * sensor is called several times in each repetition; joules always refer to one call.
 *
 * <p>Without a sensor the method runs once, as it would without a budget, and is then aborted with the reason. No
 * other test of the same launcher runs meanwhile.
 */
@API(status = API.Status.EXPERIMENTAL)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(EnergyExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface EnergyBudget {
    /**
     * Sets the maximum mean energy of one call. Without it, only a stored baseline counts.
     *
     * @return joules, above 0
     */
    double joules() default Double.POSITIVE_INFINITY;

    /**
     * Sets the parts of the machine that count; the joules of several are added.
     *
     * @return scopes that may be added; empty for everything that is measured without double counting
     */
    Scope[] scope() default {};

    /**
     * Sets the maximum number of measured repetitions.
     *
     * @return at least 2
     */
    int repetitions() default 30;

    /**
     * Sets the number of calls before the first measured one. With a slow sensor, more are made to find out how many
     * calls a repetition needs.
     *
     * @return at least 0
     */
    int warmups() default 3;

    /**
     * Sets the confidence that a conclusion requires: the probability of a wrong one, over all repetitions together,
     * is at most 1 minus this value.
     *
     * @return from 0.5 up to below 1
     */
    double confidence() default 0.99;

    /**
     * Sets the amount by which the mean may exceed the stored baseline, if there is one.
     *
     * @return a fraction of the baseline from 0 to 1, for example 0.1 for 10 percent
     */
    double tolerance() default 0.1;

    /**
     * Fails the test, instead of aborting it, if there are no measured joules. An estimate does not suffice.
     *
     * @return false by default
     */
    boolean required() default false;

    /**
     * Uses an estimate from processor time if nothing measures. Its bounds differ by a factor of five to twenty, and
     * they decide. The outcome is labelled ESTIMATED.
     *
     * @return false by default
     */
    boolean allowEstimates() default false;
}
