package dev.ipw.agents.command;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.agents.proxy.RecordingProxy;
import dev.ipw.agents.proxy.Upstream;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The provider of {@code command}, and of the programs with known commands by their own names. */
public final class CommandAgentProvider implements AgentProvider {
    private final ProgramPresets programs = ProgramPresets.shipped();

    @Override
    public String id() {
        return "command";
    }

    @Override
    public List<String> aliases() {
        return programs.names();
    }

    @Override
    public String description() {
        return "lets any program do the task and records its calls of the model; run=COMMANDS or program=NAME (the names beside it), "
                + "programs=FILE, setup, answer, trajectory, folders, network, upstream, key_variable, sandbox, timeout";
    }

    @Override
    public boolean takesTools() {
        return false;
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        return create(id(), context, parameters);
    }

    @Override
    public QueryRunner create(String name, AgentContext context, Parameters parameters) {
        String asked = name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        Optional<String> program = parameters.text("program").or(() -> Optional.of(asked)
                .filter(alias -> !alias.equals(id())));
        ProgramPresets known = parameters.text("programs").map(Path::of).map(programs::with).orElse(programs);
        if (program.isEmpty()) {
            return command(context, parameters);
        }
        Map<String, String> all = new LinkedHashMap<>(known.require(program.get()));
        parameters.asMap().keySet().forEach(key -> all.put(key, parameters.text(key).orElseThrow()));
        all.keySet().removeAll(List.of("program", "programs"));
        return command(context, Parameters.of("agent " + program.get(), all));
    }

    private static QueryRunner command(AgentContext context, Parameters parameters) {
        if (!context.tools().isEmpty()) {
            throw new ConfigurationException(
                    "The agent command runs a program with tools of its own, and takes none of the run");
        }
        if (context.mostTurns().isPresent()) {
            throw new ConfigurationException(
                    "The agent command runs a program that decides itself how often it asks the model: leave the limit of "
                            + "turns out, or give the program its own");
        }
        String server = parameters.text("upstream").or(() -> context.model().baseUrl())
                .orElseThrow(() -> new ConfigurationException(
                        "The agent command does not know the model server: give its base URL to the run's client, or as the "
                                + "parameter upstream, such as upstream=http://127.0.0.1:8000/v1"));
        Upstream upstream = Upstream.of(server, parameters.text("key_variable"), context.environment()::variable);
        CommandSettings settings = CommandSettings.of(context, parameters);
        parameters.rejectUnknown();
        return new CommandAgent(settings, RecordingProxy.start(upstream));
    }
}
