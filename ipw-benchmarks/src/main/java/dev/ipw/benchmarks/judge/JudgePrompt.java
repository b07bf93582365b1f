package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * Hold what a judge is asked.
 *
 * @param text   the prompt
 * @param rubric the name and version of its template
 * @param format the form of the reply, asked of servers that can hold a model to one; empty leaves it to the prompt
 */
record JudgePrompt(String text, String rubric, Optional<ResponseFormat> format) {
    /** Ask for one of several words, and for what the answer says of itself. */
    static JudgePrompt ofGradedReply(String text, String rubric, List<String> words) {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject(GradedReply.FINAL_ANSWER).put("type", "string");
        properties.putObject("reasoning").put("type", "string");
        words.forEach(properties.putObject(VerdictText.FIELD).put("type", "string").putArray("enum")::add);
        properties.putObject(GradedReply.CONFIDENCE).putArray("type").add("number").add("null");
        properties.putObject(GradedReply.QUOTE).put("type", "string");
        properties.fieldNames().forEachRemaining(schema.withArray("required")::add);
        schema.put("additionalProperties", false);
        return new JudgePrompt(text, rubric, Optional.of(ResponseFormat.jsonSchema("judgement", Json.write(schema))));
    }

    /** Ask for one of several words. */
    static JudgePrompt ofWords(String text, String rubric, List<String> words) {
        ObjectNode schema = Json.object().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties.putObject("reasoning").put("type", "string");
        words.forEach(properties.putObject(VerdictText.FIELD).put("type", "string").putArray("enum")::add);
        schema.putArray("required").add("reasoning").add(VerdictText.FIELD);
        schema.put("additionalProperties", false);
        return new JudgePrompt(text, rubric, Optional.of(ResponseFormat.jsonSchema("judgement", Json.write(schema))));
    }

    /** Ask for text. */
    static JudgePrompt ofText(String text, String rubric) {
        return new JudgePrompt(text, rubric, Optional.empty());
    }
}
