package dev.ipw.agents;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * Hold what an agent may use and the limits it has to keep.
 *
 * @param tools     the tools, each with a name of its own
 * @param mostTurns how many calls of the model a task may take; empty leaves it to the agent
 * @param longest   how long a task may take, for agents that tell the model; whoever runs the agent interrupts it then
 * @param environment what tools and agents get of the environment
 * @param model     which model the run asks
 */
@API(status = API.Status.EXPERIMENTAL)
public record AgentContext(Toolbox tools, OptionalInt mostTurns, Optional<Duration> longest,
        ToolContext environment, ModelAddress model) {
    /** Refuse nulls. */
    public AgentContext {
        Objects.requireNonNull(tools, "tools");
        Objects.requireNonNull(mostTurns, "mostTurns");
        Objects.requireNonNull(longest, "longest");
        Objects.requireNonNull(environment, "environment");
        Objects.requireNonNull(model, "model");
    }
}
