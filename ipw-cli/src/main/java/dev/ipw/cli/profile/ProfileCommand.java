package dev.ipw.cli.profile;

import dev.ipw.cli.command.CommandContext;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that profiles a model: ask, measure, judge, analyse, store. */
@Command(name = ProfileCommand.NAME,
        description = {"Ask a model the questions of a dataset and measure what the answers cost.",
                "Without options: the embedded model on its arithmetic dataset."})
public final class ProfileCommand implements Callable<Integer> {
    public static final String NAME = "profile";

    private final CommandContext ipw;

    @Mixin
    private final ProfileOptions options = new ProfileOptions();

    public ProfileCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        options.check();
        return new ProfileExecution(ipw, options).withServer().run(UnaryOperator.identity());
    }
}
