package dev.ipw.testing;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Outcomes of plain questions, for tests that need only the answer. */
public final class Answered {
    private Answered() {}

    /** Returns the outcome of a query with a text as answer. */
    public static QueryOutcome with(String text) {
        ResponseTimeline timeline = new ResponseTimeline(0, OptionalLong.of(1), OptionalLong.of(2), OptionalLong.of(2),
                OptionalLong.of(2), OptionalLong.of(3), 4, new long[0]);
        return QueryOutcome.of("q", ModelCall.answered(1, List.of(), InferenceResponse.of(text, TokenUsage.absent()),
                timeline));
    }

    /** Returns the outcome of a query of an agent that worked in a folder. */
    public static QueryOutcome with(String text, Path workspace) {
        QueryOutcome plain = with(text);
        return new QueryOutcome(plain.queryId(), plain.intendedStartNanos(), plain.endNanos(), plain.calls(),
                plain.tools(), plain.otherAnswer(), plain.failure(), Optional.of(workspace), plain.phases());
    }
}
