package dev.ipw.spring;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.KotlinDetector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** The calls of methods with {@link MeasureEnergy}, each an observation from its start to the end of its result. */
final class MeasuredMethods implements MethodInterceptor {
    private static final boolean HAS_REACTOR = ClassUtils.isPresent("reactor.core.publisher.Mono",
            MeasuredMethods.class.getClassLoader());

    private final Supplier<ObservationRegistry> registry;

    /** Creates the interceptor; the registry is looked up at each call, as it may need a measured bean. */
    MeasuredMethods(Supplier<ObservationRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        Class<?> type = call.getThis() == null
                ? call.getMethod().getDeclaringClass()
                : AopUtils.getTargetClass(call.getThis());
        Method method = AopUtils.getMostSpecificMethod(call.getMethod(), type);
        MeasureEnergy annotation = AnnotatedElementUtils.findMergedAnnotation(method, MeasureEnergy.class);
        if (annotation == null) {
            return call.proceed();
        }
        String name = annotation.value().isEmpty()
                ? type.getSimpleName() + "." + method.getName()
                : annotation.value();
        Supplier<Observation> observation = () -> Observation
                .createNotStarted("ipw.method", () -> new MeasuredMethod(name), registry.get()).contextualName(name)
                .lowCardinalityKeyValue("method", name).lowCardinalityKeyValues(KeyValues.of(annotation.tags()));
        // Spring turns a suspending function of Kotlin into a Mono.
        boolean isReactive = HAS_REACTOR
                && (ReactiveCall.isReactive(method.getReturnType()) || KotlinDetector.isSuspendingFunction(method));
        return isReactive
                ? ReactiveCall.measured(call.proceed(), observation)
                : measured(call, observation.get().start());
    }

    private static @Nullable Object measured(MethodInvocation call, Observation observation) throws Throwable {
        Observation.Scope scope = observation.openScope();
        try {
            Object result = call.proceed();
            if (result instanceof CompletionStage<?> later) {
                var unused = later.whenComplete((any, failure) -> end(observation, failure));
            } else {
                observation.stop();
            }
            return result;
        } catch (Throwable failure) {
            end(observation, failure);
            throw failure;
        } finally {
            scope.close();
        }
    }

    private static void end(Observation observation, @Nullable Throwable failure) {
        if (failure != null) {
            observation.error(failure instanceof CompletionException && failure.getCause() != null
                    ? failure.getCause()
                    : failure);
        }
        observation.stop();
    }
}
