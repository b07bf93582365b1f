package dev.ipw.results.internal.journal;

/**
 * The calls of a run's evaluators to models.
 *
 * @param local     to models of this machine, while its sensors could be read
 * @param remote    to models of other machines
 * @param unmetered to models of this machine, by a process that reads no sensors
 */
public record JudgeCallCounts(long local, long remote, long unmetered) {
    static final JudgeCallCounts NONE = new JudgeCallCounts(0, 0, 0);

    JudgeCallCounts plus(JournalEntry.JudgesAsked next) {
        return new JudgeCallCounts(local + next.localCalls(), remote + next.remoteCalls(),
                unmetered + next.unmeteredCalls());
    }

    /**
     * Returns the sum.
     *
     * @return all calls
     */
    public long all() {
        return local + remote + unmetered;
    }
}
