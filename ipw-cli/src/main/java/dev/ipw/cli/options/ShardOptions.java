package dev.ipw.cli.options;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.settings.ShardSettings;
import dev.ipw.shard.ShardSpec;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options of one shard of a run. */
public final class ShardOptions {
    private static final Pattern OF_ENVIRONMENT = Pattern.compile("env(?:/([0-9]{1,5}))?");
    private static final String OWN = "own";
    private static final String SHARED = "shared";

    @Option(names = "--shard", paramLabel = "I/N",
            description = "Run shard I of N of the run that --run-name names; I is from 0 to N - 1. env takes them from"
                    + " Kubernetes or Slurm, env/N only I. The same command again resumes the shard.")
    private Optional<String> shard = Optional.empty();

    @Option(names = "--shard-server", paramLabel = SHARED + "|" + OWN,
            description = "Whether all shards ask one server, or each has its own, on a machine of its own. Default: "
                    + SHARED + ".")
    private Optional<String> server = Optional.empty();

    @Option(names = "--start-after", paramLabel = "TIME",
            description = "Start the load of all shards this long after the first of them began. Default: 30 s with"
                    + " --rate, --replay or --duration, else 0.")
    private Optional<String> startAfter = Optional.empty();

    @Option(names = "--take-over", description = "Stop an older attempt at the shard that still runs elsewhere.")
    private boolean takeOver;

    /**
     * Returns the settings of the shard; empty for a whole run.
     *
     * @param environment the variables of the process
     * @throws ConfigurationException if an option is no shard's, or they contradict each other
     */
    public Optional<ShardSettings> settings(Map<String, String> environment) {
        if (shard.isEmpty()) {
            if (server.isPresent() || startAfter.isPresent() || takeOver) {
                throw new ConfigurationException(
                        "--shard-server, --start-after and --take-over are about one shard of a run: add --shard I/N");
            }
            return Optional.empty();
        }
        ShardSettings settings = ShardSettings.of(spec(shard.get(), environment)).ownServer(isOwn())
                .takeOver(takeOver);
        return Optional.of(startAfter.isPresent()
                ? settings.startAfter(DurationText.parse(startAfter.get()).orElseThrow(() -> new ConfigurationException(
                        "--start-after must be a time such as 30 (seconds), 500ms or 2m, not '" + startAfter.get()
                                + "'")))
                : settings);
    }

    private static ShardSpec spec(String text, Map<String, String> environment) {
        Matcher ofEnvironment = OF_ENVIRONMENT.matcher(text);
        if (!ofEnvironment.matches()) {
            return ShardSpec.parse(text);
        }
        String count = ofEnvironment.group(1);
        return ShardSpec.fromEnvironment(environment,
                count == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(count)));
    }

    private boolean isOwn() {
        String choice = server.orElse(SHARED);
        if (!choice.equals(OWN) && !choice.equals(SHARED)) {
            throw new ConfigurationException(
                    "--shard-server must be " + SHARED + " or " + OWN + ", not '" + choice + "'");
        }
        return choice.equals(OWN);
    }
}
