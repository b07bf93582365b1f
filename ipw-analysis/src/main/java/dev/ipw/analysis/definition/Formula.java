package dev.ipw.analysis.definition;

import dev.ipw.record.Dimension;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The figures of one request. NaN represents a request that has none. */
enum Formula {
    OUR_TIME_TO_FIRST_TOKEN(Dimension.TIME_TO_FIRST_TOKEN),
    OUR_INTER_TOKEN_LATENCY(Dimension.INTER_TOKEN_LATENCY),
    OUR_TIME_PER_OUTPUT_TOKEN(Dimension.TIME_PER_OUTPUT_TOKEN),
    OUR_LATENCY(Dimension.TIME_FROM_INTENDED_START),
    OUR_OUTPUT_SPEED(Dimension.OUTPUT_TOKENS_PER_SECOND),
    CALL_TO_FIRST_BYTE(Moments::firstByte),
    CALL_TO_FIRST_TOKEN(Moments::first),
    CALL_TO_FIRST_VISIBLE_TOKEN(Moments::firstVisible),
    CALL_TO_FIRST_VISIBLE_OF_SEVERAL(request -> request.tokens() > 1 ? request.firstVisible() : Double.NaN),
    CALL_TO_LAST_TOKEN(Moments::last),
    CALL_TO_END(Moments::end),
    FIRST_TO_LAST_OVER_REST(request -> request.overTheRest(request.last() - request.first())),
    FIRST_VISIBLE_TO_LAST_OVER_REST(request -> request.overTheRest(request.last() - request.firstVisible())),
    FIRST_TO_END_OVER_REST(Formula::decodedToTheEnd),
    CALL_TO_LAST_OVER_TOKENS(request -> request.last() / request.tokens()),
    /** Chunks of reasoning cannot be distinguished from others afterwards. */
    CALL_TO_LAST_OVER_CHUNKS(request -> request.hasReasoning() || request.chunks() == 0
            ? Double.NaN
            : request.last() / request.chunks()),
    REST_OVER_FIRST_TO_LAST(request -> 1 / request.overTheRest(request.last() - request.first())),
    REST_OVER_FIRST_TO_END(request -> 1 / decodedToTheEnd(request)),
    TOKENS_OVER_CALL_TO_END(request -> request.tokens() / request.end());

    private static final double SHORTEST_DECODE = 1e-3;

    private final Optional<Dimension> dimension;
    private final ToDoubleFunction<Moments> figure;

    Formula(ToDoubleFunction<Moments> figure) {
        this.figure = figure;
        dimension = Optional.empty();
    }

    /** Creates a formula that is one of our dimensions. */
    Formula(Dimension dimension) {
        this.dimension = Optional.of(dimension);
        figure = request -> Double.NaN;
    }

    /** Returns the dimension; empty if it is computed from moments. */
    Optional<Dimension> dimension() {
        return dimension;
    }

    /** Computes it from the moments of a request. */
    double of(Moments request) {
        return figure.applyAsDouble(request);
    }

    private static double decodedToTheEnd(Moments request) {
        double seconds = request.end() - request.first();
        return seconds >= SHORTEST_DECODE ? request.overTheRest(seconds) : Double.NaN;
    }
}
