package dev.ipw.agents;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The tools, limits and environment of an agent.
 *
 * @param tools       the tools, each with a name of its own
 * @param mostTurns   the maximum number of model calls per task; empty leaves it to the agent
 * @param longest     the time limit of a task, for agents that announce it to the model; the caller of the agent then
 *                    interrupts it
 * @param environment the environment of tools and agents
 * @param model       the model of the run
 */
@API(status = API.Status.EXPERIMENTAL)
public record AgentContext(Toolbox tools, OptionalInt mostTurns, Optional<Duration> longest,
        ToolContext environment, ModelAddress model) {
    /** Rejects nulls. */
    public AgentContext {
        Objects.requireNonNull(tools, "tools");
        Objects.requireNonNull(mostTurns, "mostTurns");
        Objects.requireNonNull(longest, "longest");
        Objects.requireNonNull(environment, "environment");
        Objects.requireNonNull(model, "model");
    }
}
