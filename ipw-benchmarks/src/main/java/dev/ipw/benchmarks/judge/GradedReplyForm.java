package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.internal.json.Json;
import java.util.Optional;

/**
 * A grade, with the final statement of the answer and the confidence that the answer states.
 *
 * @param grade  the form of the grade
 * @param answer the judged answer
 */
record GradedReplyForm(GradeForm grade, String answer) implements ReplyForm<GradedReply> {
    @Override
    public String request(String code) {
        return grade.request(code)
                + "\nBefore that line write three more:\nFINAL ANSWER: what the answer states in the end,"
                + " or none\nCONFIDENCE: how sure the answer itself says it is, from 0 to 100, or none if it does not say; never"
                + " your own confidence\nQUOTE: the words of the answer that say so, letter by letter, or none\nIn JSON they are"
                + " the fields " + GradedReply.FINAL_ANSWER + ", " + GradedReply.CONFIDENCE + " (null for none) and "
                + GradedReply.QUOTE + " (empty for none).";
    }

    @Override
    public String again(String code) {
        return grade.again(code);
    }

    @Override
    public Optional<ResponseFormat> format() {
        ObjectNode properties = Json.object();
        properties.putObject(GradedReply.FINAL_ANSWER).put("type", "string");
        properties.putObject("reasoning").put("type", "string");
        properties.putObject(GradedReply.CONFIDENCE).putArray("type").add("number").add("null");
        properties.putObject(GradedReply.QUOTE).put("type", "string");
        return Optional.of(grade.format(properties));
    }

    @Override
    public Optional<GradedReply> read(String reply, String code) {
        return grade.read(reply, code).map(word -> GradedReply.of(word, reply, answer));
    }
}
