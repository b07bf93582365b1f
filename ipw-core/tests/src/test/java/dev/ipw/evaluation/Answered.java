package dev.ipw.evaluation;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Makes outcomes of plain questions, of which only the answer matters. */
public final class Answered {
    private Answered() {}

    /** A query that was answered by a text. */
    public static QueryOutcome with(String text) {
        ResponseTimeline timeline = new ResponseTimeline(0, OptionalLong.of(1), OptionalLong.of(2), OptionalLong.of(2),
                OptionalLong.of(2), OptionalLong.of(3), 4, new long[0]);
        return QueryOutcome.of("q", ModelCall.answered(1, List.of(), new InferenceResponse(text, Optional.empty(),
                TokenUsage.absent(), Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty(),
                Optional.empty(), List.of()), timeline));
    }
}
