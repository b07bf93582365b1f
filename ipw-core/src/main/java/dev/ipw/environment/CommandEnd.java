package dev.ipw.environment;

import org.apiguardian.api.API;

/** The ways in which a command ends. */
@API(status = API.Status.EXPERIMENTAL)
public enum CommandEnd {
    /** By itself. */
    FINISHED("finished"),
    /** It took too long and was ended. */
    TIMED_OUT("took too long and was ended"),
    /** It took too much memory and was ended. */
    OUT_OF_MEMORY("took too much memory and was ended"),
    /** It started too many processes and was ended. */
    TOO_MANY_PROCESSES("started too many processes and was ended"),
    /** It wrote more into its folder than that may hold and was ended. */
    TOO_MUCH_WRITTEN("wrote more than 1 GiB into its folder and was ended"),
    /** It was stopped by its caller. */
    STOPPED("was stopped");

    private final String words;

    CommandEnd(String words) {
        this.words = words;
    }

    /**
     * Returns the way in words.
     *
     * @return such as "took too long and was ended"
     */
    public String words() {
        return words;
    }
}
