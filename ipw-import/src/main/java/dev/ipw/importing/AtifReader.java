package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.importing.AgentTrajectory.Result;
import dev.ipw.importing.AgentTrajectory.Source;
import dev.ipw.importing.AgentTrajectory.Step;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A reader of trajectories of agents. Parts that the format does not require may be missing. */
final class AtifReader {
    private static final long MAX_BYTES = 64L << 20;
    /** No step costs a million dollars. */
    private static final int MAX_USD = 1_000_000;
    private static final int MAX_NESTED = 8;
    private static final Set<String> VERSIONS = Stream.of(0, 1, 2, 3, 4, 5, 6, 7, 8).map(minor -> "ATIF-v1." + minor)
            .collect(Collectors.toUnmodifiableSet());

    private AtifReader() {}

    static AgentTrajectory read(Path file) {
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        return trajectory(TreeReader.ofJson(file.toAbsolutePath().toString(), json), 0);
    }

    private static AgentTrajectory trajectory(TreeReader tree, int depth) {
        String version = tree.text("schema_version");
        if (!VERSIONS.contains(version)) {
            throw new InputException(tree.place("schema_version") + " must be ATIF-v1.0 to ATIF-v1.8, not '"
                    + Redaction.excerpt(version, 40) + "'. Write the trajectory in one of these");
        }
        if (depth > MAX_NESTED) {
            throw new InputException(tree.place("subagent_trajectories") + " are nested more than " + MAX_NESTED
                    + " deep. Check that a known tool wrote the file");
        }
        TreeReader agent = tree.child("agent");
        Optional<TreeReader> total = tree.optionalChild("final_metrics").flatMap(one -> one.optionalChild("extra"));
        return new AgentTrajectory(version,
                tree.optionalText("trajectory_id").or(() -> tree.optionalText("session_id")), agent.text("name"),
                agent.optionalText("model_name"), steps(tree),
                tree.has("subagent_trajectories")
                        ? tree.children("subagent_trajectories", other -> trajectory(other, depth + 1))
                        : List.of(),
                joules(total, "energy"), joules(total, "idle"));
    }

    private static List<Step> steps(TreeReader tree) {
        List<Step> steps = new ArrayList<>();
        for (TreeReader step : tree.children("steps")) {
            int number = step.integer("step_id");
            if (number != steps.size() + 1) {
                throw new InputException(step.place("step_id") + " must be " + (steps.size() + 1) + ", not " + number
                        + ": steps are numbered from 1 in their order");
            }
            steps.add(step(step, number));
        }
        return steps;
    }

    private static Step step(TreeReader step, int number) {
        Optional<TreeReader> metrics = step.optionalChild("metrics");
        return new Step(number, source(step), content(step.asMap().get("message")),
                step.optionalTruth("is_copied_context").orElse(false), step.optionalInt("llm_call_count"),
                step.has("tool_calls") ? step.children("tool_calls", AtifReader::toolCall) : List.of(),
                step.optionalChild("observation").map(one -> one.children("results", AtifReader::result))
                        .orElse(List.of()),
                metrics.map(AtifReader::usage).orElseGet(TokenUsage::absent),
                metrics.map(AtifReader::cost).orElse(OptionalDouble.empty()),
                joules(metrics.flatMap(one -> one.optionalChild("extra")), "energy"));
    }

    private static Source source(TreeReader step) {
        String source = step.text("source");
        return switch (source) {
            case "system" -> Source.SYSTEM;
            case "user" -> Source.USER;
            case "agent" -> Source.AGENT;
            default -> throw new InputException(step.place("source") + " must be system, user or agent, not '"
                    + Redaction.excerpt(source.toLowerCase(Locale.ROOT), 40) + "'");
        };
    }

    private static ToolCall toolCall(TreeReader call) {
        Optional<String> raw = call.optionalChild("extra").flatMap(extra -> extra.optionalText("raw_arguments"));
        return new ToolCall(call.text("tool_call_id"), call.text("function_name"),
                raw.orElseGet(() -> Json.write(Json.fromPlain(call.child("arguments").asMap()))));
    }

    private static Result result(TreeReader result) {
        return new Result(result.optionalText("source_call_id"), content(result.asMap().get("content")));
    }

    /** Returns the text, or the texts among the parts of a message. */
    private static String content(@Nullable Object content) {
        if (content instanceof List<?> parts) {
            return parts.stream().flatMap(part -> part instanceof Map<?, ?> fields
                    && fields.get("text") instanceof String text ? Stream.of(text) : Stream.empty())
                    .collect(Collectors.joining("\n"));
        }
        return content instanceof String text ? text : "";
    }

    private static OptionalDouble cost(TreeReader metrics) {
        OptionalDouble usd = metrics.optionalNumber("cost_usd");
        if (usd.isPresent() && !(usd.getAsDouble() >= 0 && usd.getAsDouble() <= MAX_USD)) {
            throw new InputException(metrics.place("cost_usd") + " must be from 0 to " + MAX_USD + " dollars, not "
                    + usd.getAsDouble() + ". Copy the file again, or correct it");
        }
        return usd;
    }

    private static TokenUsage usage(TreeReader metrics) {
        OptionalLong input = metrics.optionalCount("prompt_tokens");
        OptionalLong output = metrics.optionalCount("completion_tokens");
        return input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(input, output, RequestTokens.sum(input, output),
                        metrics.optionalCount("cached_tokens"), OptionalLong.empty(), TokenUsage.Source.SERVER);
    }

    /**
     * Returns joules; empty if the value has another form, because tools may use the key freely and its meaning in
     * their files is unknown.
     */
    private static OptionalDouble joules(Optional<TreeReader> extra, String key) {
        return extra.isPresent() && extra.get().asMap().get(key) instanceof Map<?, ?> energy
                && energy.get("joules") instanceof Number joules && Double.isFinite(joules.doubleValue())
                && joules.doubleValue() >= 0
                        ? OptionalDouble.of(joules.doubleValue())
                        : OptionalDouble.empty();
    }
}
