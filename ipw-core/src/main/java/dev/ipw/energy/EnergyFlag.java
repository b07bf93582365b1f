package dev.ipw.energy;

/** Flag a limitation of a figure in joules. */
public enum EnergyFlag {
    /** The counter started anew, or rose by more than the device can draw; the joules of that step are not in the figure. */
    RESET("the counter started anew"),
    /** The counter passed its range inside the window; the figure accounts for it. */
    WRAP("the counter passed its range, which is accounted for"),
    /** Samples are missing inside the window. */
    GAP("some readings are missing in between"),
    /** The reading at an edge of the window came late, or took long: the edge is less certain than it looks. */
    LATE("readings at the ends came late"),
    /** Something held the device back: its joules do not compare with those of a free one. */
    THROTTLED("something held the device back"),
    /** Part of the window, or of the devices, is not covered. */
    PARTIAL("a part is not covered"),
    /** The counter has not moved since the window ended: the figure and its upper bound may still grow. */
    PROVISIONAL("the counter has not moved since, so the figure may still grow"),
    /**
     * The window is shorter than two steps of the counter; or it is a single query's or a measured task's that is shorter than
     * 2 s, or 20 steps, of a counter that moves about ten times a second: such figures read low.
     */
    SHORT("the time is short for this counter, which then reads low"),
    /** The sensor was lost. */
    LOST("the sensor was lost"),
    /** The counter moves exactly as another one of the same source does: both may show the same joules, counted twice. */
    MIRRORED("two counters may show the same joules"),
    /** Requests overlapped; the figure is a share of what the device used. */
    ATTRIBUTED("requests overlapped, so that these are shares"),
    /**
     * Counter and power of the device disagree by more than a quarter, or its joules lie outside of what its idle power and
     * its limit allow.
     */
    INCONSISTENT("counter and power disagree"),
    /** More than one process used the device meanwhile: the joules may not all be those of the model. */
    SHARED("other processes used the device too"),
    /**
     * Another task was measured on the same session at the same time: the joules are those of both, and adding the figures
     * counts the time that they share twice.
     */
    OVERLAPPED("another measured task ran at the same time");

    private final String words;

    EnergyFlag(String words) {
        this.words = words;
    }

    /**
     * Say in a few words what limits the figure.
     *
     * @return for example {@code some readings are missing in between}
     */
    public String words() {
        return words;
    }

    /**
     * Say in a few words what limits a figure of a file, whose flags may be of a later version.
     *
     * @param name the name of a flag
     * @return its words; the name itself if it is not known
     */
    public static String words(String name) {
        for (EnergyFlag known : values()) {
            if (known.name().equals(name)) {
                return known.words;
            }
        }
        return name;
    }
}
