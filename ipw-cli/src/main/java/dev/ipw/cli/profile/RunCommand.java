package dev.ipw.cli.profile;

import dev.ipw.agents.Agent;
import dev.ipw.cli.command.CommandContext;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that runs tasks with an agent: ask in several turns, use tools, measure, judge, store. */
@Command(name = RunCommand.NAME,
        description = {"Let an agent with tools do the tasks of a dataset and measure what each turn and tool costs.",
                "The options of 'ipw profile' hold here too."})
public final class RunCommand implements Callable<Integer> {
    public static final String NAME = "run";

    private final CommandContext ipw;

    @ArgGroup(validate = false, heading = "%nThe agent:%n")
    private AgentOptions agent = new AgentOptions();

    @Mixin
    private final ProfileOptions options = new ProfileOptions();

    public RunCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        options.check();
        ProfileExecution execution = new ProfileExecution(ipw, options).withServer();
        try (Agent runner = agent.agent(options, ipw.classLoader(), ipw::note)) {
            return execution.run(builder -> builder.queryRunner(runner));
        }
    }
}
