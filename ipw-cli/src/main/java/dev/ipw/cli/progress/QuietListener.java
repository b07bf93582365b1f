package dev.ipw.cli.progress;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.progress.ProfilerListener;
import java.util.HashSet;
import java.util.Set;

/** The listener that prints only the problems of a run, each once. */
public final class QuietListener implements ProfilerListener {
    private final CommandContext ipw;
    private final Set<String> warnings = new HashSet<>();

    public QuietListener(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void warned(String message) {
        if (warnings.add(message)) {
            ipw.complain(message);
        }
    }
}
