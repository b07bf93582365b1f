package dev.ipw.spark;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;

/**
 * The function of a partition: runs one shard. It is what crosses the wire.
 *
 * @param command the command of the whole run
 * @param shards  the number of shards
 * @param marker  the name of a file in the folder of all runs, by which an executor knows that it shares the folder
 */
record ShardTask(ShardCommand command, int shards, String marker) implements Serializable {
    /**
     * Runs a shard to its end.
     *
     * @param index   the number of the shard
     * @param attempt the number of Spark's attempt; a later one takes the shard over from one that Spark gave up
     * @return the end of the shard; a refusal is an outcome too, because another attempt would be refused again
     * @throws IllegalStateException if the shard ended early, so that another attempt can resume it
     */
    ShardOutcome run(int index, int attempt) throws IOException, InterruptedException {
        if (!Files.exists(command.output().resolve(marker))) {
            return outcome(index, attempt, ShardOutcome.REFUSED, command.output()
                    + " is not the driver's folder of that name. Mount one folder on the driver and all executors");
        }
        IpwResult result = command.program().run(command.ofShard(index, shards, attempt > 0));
        return switch (result.exitCode()) {
            case ShardOutcome.FINE, ShardOutcome.SOME_FAILED -> outcome(index, attempt, result.exitCode(),
                    result.out());
            case ShardOutcome.REFUSED -> outcome(index, attempt, ShardOutcome.REFUSED, result.err());
            default -> throw new IllegalStateException("Shard " + index + "/" + shards + " of " + command.run()
                    + " ended early on " + host() + ", with exit code " + result.exitCode()
                    + "; another attempt resumes it. " + result.err());
        };
    }

    private static ShardOutcome outcome(int index, int attempt, int exitCode, String text) {
        return new ShardOutcome(index, attempt, host(), exitCode, text);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "a machine without a name";
        }
    }
}
