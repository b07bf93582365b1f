package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import java.util.Map;
import java.util.Optional;

/** Assemble one answer of one API, and report each chunk to the sink. */
public interface AnswerReader {
    /**
     * Looks at the head of a successful response before its body. Does nothing by default.
     *
     * @param headers header fields by name in lower case
     */
    default void head(Map<String, String> headers) {}

    /**
     * Finds what went wrong where the API says it in a form of its own. An {@code error} at the top of an object is
     * found for every API.
     *
     * @param message a JSON object that the server sent
     * @return the server's words; empty if nothing went wrong
     */
    default Optional<String> failure(JsonNode message) {
        return Optional.empty();
    }

    /**
     * Takes a piece of a stream.
     *
     * @param piece a JSON object that is no error
     * @param nanos when it came
     * @return true if it ends the answer, so that nothing after it matters
     * @throws InferenceException if it cannot be read
     */
    boolean piece(JsonNode piece, long nanos) throws InferenceException;

    /**
     * Takes a complete answer.
     *
     * @param answer a JSON object that is no error
     * @param nanos  when it came
     * @throws InferenceException if it cannot be read
     */
    void whole(JsonNode answer, long nanos) throws InferenceException;

    /**
     * Returns whether anything arrived that can hold an answer.
     *
     * @return false if the server speaks of something else
     */
    boolean started();

    /**
     * Returns whether the server reported the end of generation.
     *
     * @return true if what has come is the whole answer
     */
    boolean finished();

    /**
     * Returns the answer so far.
     *
     * @return the answer
     */
    InferenceResponse response();

    /**
     * Returns what ends an answer.
     *
     * @return for example {@code finish_reason and [DONE]}
     */
    String endMark();

    /**
     * Returns what a stream without an answer lacks.
     *
     * @return for example {@code no event had a choice with a delta or text}
     */
    String lackOfStream();

    /**
     * Returns what a whole response without an answer lacks.
     *
     * @return for example {@code no choices with a message or text}
     */
    String lackOfWhole();
}
