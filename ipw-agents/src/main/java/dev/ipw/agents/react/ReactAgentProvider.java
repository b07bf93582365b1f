package dev.ipw.agents.react;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;
import java.util.List;
import java.util.Optional;

/** The provider of {@code react}. */
public final class ReactAgentProvider implements AgentProvider {
    private static final int MAX_TURNS = 10;
    private static final String AUTO = "auto";
    private static final String TEXT = "text";
    private static final List<String> PROTOCOLS = List.of(AUTO, "native", TEXT);

    @Override
    public String id() {
        return "react";
    }

    @Override
    public String description() {
        return "asks for tools until it has an answer, 10 turns at most; protocol=native|text|auto (default)";
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        String protocol = parameters.text("protocol").orElse(AUTO);
        if (!PROTOCOLS.contains(protocol)) {
            throw new ConfigurationException(
                    "protocol of the agent react must be one of " + PROTOCOLS + ", not '" + protocol
                            + "'");
        }
        int most = context.mostTurns().orElse(MAX_TURNS);
        TextReactAgent text = new TextReactAgent(context.tools(), most);
        return switch (protocol) {
            case TEXT -> text;
            case AUTO -> new NativeReactAgent(context.tools(), most, Optional.of(text));
            default -> new NativeReactAgent(context.tools(), most, Optional.empty());
        };
    }
}
