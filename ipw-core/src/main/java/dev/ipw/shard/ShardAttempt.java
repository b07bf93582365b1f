package dev.ipw.shard;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * One process's attempt at a shard. The attempt with the highest number goes on with the shard; older ones stop.
 *
 * @param number  1 for the first attempt
 * @param id      a random id, so that two attempts with one number differ
 * @param host    the name of its machine, if it has one
 * @param bootId  the id of that machine's start, which no other machine has; empty where it cannot be read
 * @param begun   its beginning
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShardAttempt(int number, String id, Optional<String> host, Optional<String> bootId, Instant begun) {
    /** Refuses nulls and a number below 1. */
    public ShardAttempt {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(bootId, "bootId");
        Objects.requireNonNull(begun, "begun");
        if (number < 1) {
            throw new IllegalArgumentException("Attempts are counted from 1, not " + number);
        }
    }
}
