package dev.ipw.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * A call whose result is a stream of Reactor: observed from each subscription to its end. The observation is in the
 * context of the stream, where Reactor's automatic propagation finds it on whatever thread goes on with the work.
 */
final class ReactiveCall {
    private ReactiveCall() {}

    static boolean isReactive(Class<?> returned) {
        return Mono.class.isAssignableFrom(returned) || Flux.class.isAssignableFrom(returned);
    }

    static @Nullable Object measured(@Nullable Object result, Supplier<Observation> observation) {
        return switch (result) {
            case Mono<?> one -> Mono.deferContextual(context -> {
                Observation call = started(observation, context);
                return one.doOnError(call::error).doFinally(signal -> call.stop())
                        .contextWrite(inner -> within(inner, call));
            });
            case Flux<?> many -> Flux.deferContextual(context -> {
                Observation call = started(observation, context);
                return many.doOnError(call::error).doFinally(signal -> call.stop())
                        .contextWrite(inner -> within(inner, call));
            });
            case null, default -> result;
        };
    }

    /** Starts a call within the observation of the stream, or else of the subscribing thread. */
    private static Observation started(Supplier<Observation> observation, ContextView context) {
        Observation call = observation.get();
        Observation outer = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        return (outer == null ? call : call.parentObservation(outer)).start();
    }

    private static Context within(Context context, Observation call) {
        return context.put(ObservationThreadLocalAccessor.KEY, call);
    }
}
