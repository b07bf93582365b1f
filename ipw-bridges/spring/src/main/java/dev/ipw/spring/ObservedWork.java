package dev.ipw.spring;

import dev.ipw.telemetry.internal.spans.OpenSpan;
import io.micrometer.observation.Observation;
import org.springframework.util.ClassUtils;

/** The observations that are measured: measured methods, and the work of Spring AI where the application has it. */
final class ObservedWork {
    private static final boolean HAS_SPRING_AI = ClassUtils.isPresent(
            "org.springframework.ai.model.observation.ModelObservationContext", ObservedWork.class.getClassLoader());

    private ObservedWork() {}

    static boolean isSupported(Observation.Context context) {
        return context instanceof MeasuredMethod || (HAS_SPRING_AI && SpringAiWork.isSupported(context));
    }

    /** Returns the name of the work, which has few values. */
    static String nameOf(Observation.Context context) {
        return context instanceof MeasuredMethod method ? method.name() : SpringAiWork.nameOf(context);
    }

    /** Adds the token counts of a call's server, if it answered with any. */
    static void reportTokens(Observation.Context context, OpenSpan span) {
        if (!(context instanceof MeasuredMethod)) {
            SpringAiWork.usageOf(context).ifPresent(
                    usage -> span.tokens(usage.getPromptTokens(), usage.getCompletionTokens()));
        }
    }
}
