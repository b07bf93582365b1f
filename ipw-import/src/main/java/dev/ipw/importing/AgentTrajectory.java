package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * A trajectory of an agent in the Agent Trajectory Interchange Format, versions 1.0 to 1.8: messages, answers of the
 * model, calls of tools, and their use of tokens, dollars and joules.
 *
 * <pre>{@code
 * AgentTrajectory trajectory = AgentTrajectory.read(Path.of("trajectories/t1/trajectory.json"));
 * System.out.println(trajectory.usage().output());
 * }</pre>
 *
 * @param version    the version of the format, for example {@code ATIF-v1.7}
 * @param id         the trajectory's id, or else its session's; empty if the file has neither
 * @param agent      the agent's name
 * @param model      its model; empty if the file names none
 * @param steps      the steps in their order
 * @param subagents  the trajectories of other agents that it embeds
 * @param joules     joules of the whole task as {@code ipw} wrote them; empty if unknown
 * @param idleJoules the part of them between the steps
 */
@API(status = API.Status.EXPERIMENTAL)
public record AgentTrajectory(String version, Optional<String> id, String agent, Optional<String> model,
        List<Step> steps, List<AgentTrajectory> subagents, OptionalDouble joules, OptionalDouble idleJoules) {
    /** Copies the lists; rejects nulls. */
    public AgentTrajectory {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(agent, "agent");
        Objects.requireNonNull(model, "model");
        steps = List.copyOf(steps);
        subagents = List.copyOf(subagents);
        Objects.requireNonNull(joules, "joules");
        Objects.requireNonNull(idleJoules, "idleJoules");
    }

    /**
     * Reads a file.
     *
     * @param file a trajectory, at most 64 MiB
     * @return the trajectory
     * @throws InputException if it is not a trajectory, or of another version, or larger
     */
    public static AgentTrajectory read(Path file) {
        return AtifReader.read(file);
    }

    /**
     * Lists the steps with a call of a model: those of the agent, without copied context, which is charged to an
     * earlier trajectory, and without steps that have no model.
     *
     * @return the steps
     */
    public List<Step> charged() {
        return steps.stream().filter(Step::isCharged).toList();
    }

    /**
     * Adds up the tokens of the steps with a call of a model, including those of embedded agents.
     *
     * @return the counts; each is empty unless every step has it
     */
    public TokenUsage usage() {
        return withSubagents().map(Step::usage).reduce(TokenUsage::plus).orElseGet(TokenUsage::absent);
    }

    /**
     * Adds up the dollars of the same steps.
     *
     * @return US dollars; empty unless every step has them
     */
    public OptionalDouble costUsd() {
        return sum(Step::costUsd);
    }

    /**
     * Adds up the joules of the same steps, including their tools.
     *
     * @return joules; empty unless every step has them
     */
    public OptionalDouble stepJoules() {
        return sum(Step::joules);
    }

    private Stream<Step> withSubagents() {
        return Stream.concat(charged().stream(), subagents.stream().flatMap(AgentTrajectory::withSubagents));
    }

    private OptionalDouble sum(Function<Step, OptionalDouble> figure) {
        List<OptionalDouble> each = withSubagents().map(figure).toList();
        return each.isEmpty() || each.stream().anyMatch(OptionalDouble::isEmpty)
                ? OptionalDouble.empty()
                : OptionalDouble.of(each.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
    }

    /** The originator of a step. */
    public enum Source {
        /** Instructions, or the environment. */
        SYSTEM,
        /** The user. */
        USER,
        /** The agent. */
        AGENT
    }

    /**
     * One step.
     *
     * @param number     its number, from 1
     * @param source     the author of the message
     * @param message    the text of the message, without images
     * @param isCopied   true if it was copied from an earlier trajectory
     * @param modelCalls the number of model calls that it represents; empty if the file has none
     * @param toolCalls  the tools that the model called
     * @param results    the results of tools
     * @param usage      its tokens; those of the prompt include cached ones
     * @param costUsd    US dollars; empty if unknown
     * @param joules     its joules as {@code ipw} wrote them, including its tools'; empty if unknown
     */
    public record Step(int number, Source source, String message, boolean isCopied, OptionalInt modelCalls,
            List<ToolCall> toolCalls, List<Result> results, TokenUsage usage, OptionalDouble costUsd,
            OptionalDouble joules) {
        /** Copies the lists; rejects nulls. */
        public Step {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(modelCalls, "modelCalls");
            toolCalls = List.copyOf(toolCalls);
            results = List.copyOf(results);
            Objects.requireNonNull(usage, "usage");
            Objects.requireNonNull(costUsd, "costUsd");
            Objects.requireNonNull(joules, "joules");
        }

        private boolean isCharged() {
            return source == Source.AGENT && !isCopied && modelCalls.orElse(1) > 0;
        }
    }

    /**
     * The result of a tool.
     *
     * @param callId  the call of the same step that requested it; empty if none did
     * @param content the text, without images
     */
    public record Result(Optional<String> callId, String content) {
        /** Rejects nulls. */
        public Result {
            Objects.requireNonNull(callId, "callId");
            Objects.requireNonNull(content, "content");
        }
    }
}
