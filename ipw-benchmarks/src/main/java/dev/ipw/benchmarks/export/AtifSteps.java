package dev.ipw.benchmarks.export;

import dev.ipw.inference.ContentPart;
import dev.ipw.inference.Message;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.query.ModelCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A writer of the calls of a query as consecutive steps: messages, answers and results of tools. */
final class AtifSteps {
    /** The folder of images beside the trajectory. */
    static final String IMAGES = "images";
    private static final Set<String> IMAGE_TYPES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");
    /** The keys of a turn's trace that the step has in fields of its own. */
    private static final Set<String> TOLD = Set.of("input_tokens", "output_tokens", "cached_tokens", "cost_usd",
            "tool_result_tokens", "tools_called", "turn_index");

    private final AtifRun run;
    private final List<AtifStep> steps = new ArrayList<>();
    private final Set<Message> earlier = new HashSet<>();
    private final Map<String, byte[]> images = new TreeMap<>();
    private Optional<Message> opening = Optional.empty();

    AtifSteps(AtifRun run) {
        this.run = run;
    }

    /** Adds a question that no call contains. */
    void ask(String text, long nanos) {
        steps.add(new AtifStep(AtifStep.USER, text, run.timestamp(nanos), List.of()));
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /**
     * Adds a call.
     *
     * @param call the call
     * @param turn the trace of its turn
     */
    void add(ModelCall call, Map<String, ? extends @Nullable Object> turn) {
        List<Message> messages = call.messages();
        // A conversation that was restarted, such as after a summary, is sent as a whole.
        boolean isRestated = opening.isPresent() && !messages.isEmpty() && messages.getFirst().equals(opening.get());
        opening = opening.or(() -> messages.stream().findFirst());
        String moment = run.timestamp(call.startNanos());
        for (Message message : messages) {
            addMessage(message, moment, isRestated && earlier.contains(message));
        }
        earlier.addAll(messages);
        answer(call, turn, moment);
    }

    private void addMessage(Message message, String moment, boolean isCopied) {
        switch (message.role()) {
            case SYSTEM -> steps.add(copied(new AtifStep(AtifStep.SYSTEM, content(message), moment, List.of()),
                    isCopied));
            case USER -> steps.add(copied(new AtifStep(AtifStep.USER, content(message), moment, List.of()), isCopied));
            // This run did not generate it for this call: it is an example, or an earlier call wrote it.
            case ASSISTANT -> steps.add(copied(new AtifStep(AtifStep.AGENT, content(message), moment,
                    message.toolCalls()).put("llm_call_count", 0L), true));
            case TOOL -> {
                if (!isCopied) {
                    message.parts().forEach(part -> observe((ContentPart.ToolResult) part, moment));
                }
            }
        }
    }

    private static AtifStep copied(AtifStep step, boolean isCopied) {
        return isCopied ? step.put("is_copied_context", true) : step;
    }

    private void observe(ContentPart.ToolResult result, String moment) {
        Optional<AtifStep> asking = steps.reversed().stream().filter(step -> step.hasAsked(result.callId()))
                .findFirst();
        Optional<AtifStep> last = steps.reversed().stream().filter(AtifStep::isAgents).findFirst();
        asking.or(() -> last).orElseGet(() -> {
            steps.add(new AtifStep(AtifStep.SYSTEM, "", moment, List.of()));
            return steps.getLast();
        }).add(result);
    }

    private void answer(ModelCall call, Map<String, ? extends @Nullable Object> turn, String moment) {
        AtifStep step = new AtifStep(AtifStep.AGENT, call.response().text(), moment, call.response().toolCalls());
        steps.add(step.put("model_name", call.response().servedModel())
                .put("reasoning_content", call.response().reasoning())
                .put("metrics", metrics(call.response().usage(), turn)).put("llm_call_count", 1L)
                .put("extra", TreeBuilder.object().put("call", (long) call.number())
                        .put("retries", (long) call.timeline().dispatch().retries())
                        .put("finish_reason", call.response().finishReason())
                        .put("failure", call.failure().map(failure -> TreeBuilder.object()
                                .put("kind", failure.kind().label()).put("message", failure.message()).build()))
                        .build()));
        earlier.add(Message.assistant(call.response().text(), call.response().toolCalls()));
    }

    /** Writes the metrics of a step. Tokens of the prompt include those of a cache, as the format demands. */
    private static Map<String, @Nullable Object> metrics(TokenUsage usage,
            Map<String, ? extends @Nullable Object> turn) {
        TreeBuilder extra = TreeBuilder.object();
        turn.forEach((key, value) -> {
            if (!TOLD.contains(key)) {
                extra.put(key, value);
            }
        });
        return TreeBuilder.object().put("prompt_tokens", usage.input()).put("completion_tokens", usage.output())
                .put("cached_tokens", usage.cachedInput()).put("cost_usd", turn.get("cost_usd")).put("extra", extra)
                .build();
    }

    private Object content(Message message) {
        if (message.parts().stream().noneMatch(ContentPart.Image.class::isInstance)) {
            return message.text();
        }
        return message.parts().stream().map(this::part).toList();
    }

    private Map<String, @Nullable Object> part(ContentPart part) {
        TreeBuilder tree = TreeBuilder.object();
        return switch (part) {
            case ContentPart.Text text -> tree.put("type", "text").put("text", text.text()).build();
            case ContentPart.Image image when IMAGE_TYPES.contains(type(image)) -> {
                String path = IMAGES + "/" + (images.size() + 1) + "." + type(image).substring("image/".length());
                images.put(path, image.bytes());
                yield tree.put("type", "image").put("source",
                        TreeBuilder.object().put("media_type", type(image)).put("path", path)).build();
            }
            case ContentPart.Image image -> tree.put("type", "text").put("text", "[" + image + "]").build();
            case ContentPart.ToolResult result -> tree.put("type", "text").put("text", result.content()).build();
        };
    }

    private static String type(ContentPart.Image image) {
        return image.mediaType().toLowerCase(Locale.ROOT);
    }

    /** Returns the files that the steps name, by their paths beside the trajectory. */
    Map<String, byte[]> images() {
        return images;
    }

    List<Map<String, @Nullable Object>> build() {
        List<Map<String, @Nullable Object>> built = new ArrayList<>();
        steps.forEach(step -> built.add(step.build(built.size() + 1)));
        return built;
    }
}
