package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import java.util.Map;
import java.util.Optional;

/** The assembly of one answer of one API, with a report of each chunk to the sink. */
public interface AnswerReader {
    /**
     * Reads the head of a successful response before its body. Does nothing by default.
     *
     * @param headers header fields by name in lower case
     */
    default void head(Map<String, String> headers) {}

    /** Leaves text and tool calls out of the answer, for a caller that needs only events and counts. */
    void leaveOutText();

    /**
     * Returns the error of a message in the API's own form. An {@code error} at the top of an object is found for every
     * API.
     *
     * @param message a JSON object that the server sent
     * @return the server's words; empty without an error
     */
    default Optional<String> failure(JsonNode message) {
        return Optional.empty();
    }

    /**
     * Takes a piece of a stream.
     *
     * @param piece a JSON object that is no error
     * @param nanos its arrival
     * @return true if it ends the answer, so that later pieces do not matter
     * @throws InferenceException if it cannot be read
     */
    boolean piece(JsonNode piece, long nanos) throws InferenceException;

    /**
     * Takes a complete answer.
     *
     * @param answer a JSON object that is no error
     * @param nanos  its arrival
     * @throws InferenceException if it cannot be read
     */
    void whole(JsonNode answer, long nanos) throws InferenceException;

    /**
     * Returns whether anything arrived that may contain an answer.
     *
     * @return false if the server sent something else
     */
    boolean started();

    /**
     * Returns whether the server reported the end of generation.
     *
     * @return true if the answer is complete
     */
    boolean finished();

    /**
     * Returns the token counts that the server reported so far.
     *
     * @return the counts; absent ones are not known yet, or never reported
     */
    TokenUsage usage();

    /**
     * Returns the answer so far.
     *
     * @return the answer
     */
    InferenceResponse response();

    /**
     * Returns the end mark of an answer.
     *
     * @return for example {@code finish_reason and [DONE]}
     */
    String endMark();

    /**
     * Describes the missing part of a stream without an answer.
     *
     * @return for example {@code no event had a choice with a delta or text}
     */
    String lackOfStream();

    /**
     * Describes the missing part of a whole response without an answer.
     *
     * @return for example {@code no choices with a message or text}
     */
    String lackOfWhole();
}
