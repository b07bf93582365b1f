package dev.ipw.agents.terminus;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.internal.json.Json;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Plays replies in their order, each once the terminal has shown what it waits for; until then it looks again. */
final class ScriptedModel implements Function<InferenceRequest, InferenceResponse> {
    private final Queue<Step> steps = new ArrayDeque<>();
    private final StringBuilder seen = new StringBuilder();

    /** Write a reply. */
    static String reply(String analysis, boolean isComplete, String... keystrokes) {
        ObjectNode json = Json.object().put("analysis", analysis).put("plan", "");
        ArrayNode commands = json.putArray("commands");
        for (String typed : keystrokes) {
            commands.addObject().put("keystrokes", typed).put("duration", 0);
        }
        return json.put("task_complete", isComplete).toString();
    }

    /** Say something at once. */
    ScriptedModel says(String text) {
        return once("", request -> ScriptedSession.says(text));
    }

    /** Type something at once. */
    ScriptedModel types(String... keystrokes) {
        return says(reply("working", false, keystrokes));
    }

    /** Type something when a text was seen. */
    ScriptedModel onceSeenTypes(String awaited, String... keystrokes) {
        return once(awaited, request -> ScriptedSession.says(reply("working", false, keystrokes)));
    }

    /** Say that the task is done. */
    ScriptedModel completes(String analysis) {
        return says(reply(analysis, true));
    }

    /** Say that the task is done when a text was seen. */
    ScriptedModel onceSeenCompletes(String awaited, String analysis) {
        return once(awaited, request -> ScriptedSession.says(reply(analysis, true)));
    }

    /** Do something when a text was seen. */
    ScriptedModel once(String awaited, Function<InferenceRequest, InferenceResponse> response) {
        steps.add(new Step(awaited, response));
        return this;
    }

    @Override
    public InferenceResponse apply(InferenceRequest request) {
        seen.append(request.messages().stream().filter(message -> message.role() != Message.Role.ASSISTANT)
                .map(Message::text).collect(Collectors.toCollection(ArrayDeque::new)).getLast());
        if (seen.indexOf(steps.element().awaited) < 0) {
            return ScriptedSession.says(reply("looking", false));
        }
        seen.setLength(0);
        return steps.remove().response.apply(request);
    }

    /**
     * A reply.
     *
     * @param awaited  what must have been shown before
     * @param response what is said then
     */
    private record Step(String awaited, Function<InferenceRequest, InferenceResponse> response) {}
}
