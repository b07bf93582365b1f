package dev.ipw.energy;

import org.apiguardian.api.API;

/** A limitation of a figure in joules. */
@API(status = API.Status.EXPERIMENTAL)
public enum EnergyFlag {
    /**
     * The counter restarted, or rose by more than the device can draw; the joules of that step are not in the figure.
     */
    RESET("the counter started anew"),
    /** The counter passed its range inside the window; the figure accounts for it. */
    WRAP("the counter passed its range, which is accounted for"),
    /** Samples are missing inside the window. */
    GAP("some readings are missing in between"),
    /** The reading at an edge of the window came late, or took long: the edge is less certain than it appears. */
    LATE("readings at the ends came late"),
    /** The device was throttled: its joules cannot be compared with those of a device at full speed. */
    THROTTLED("something held the device back"),
    /** Part of the window, or of the devices, is not covered. */
    PARTIAL("a part is not covered"),
    /** A part is missing from the figure, and the upper bound allows for it. */
    BOUNDED("the upper bound allows for the part that is missing"),
    /** The counter has not moved since the window ended: the figure and its upper bound may still grow. */
    PROVISIONAL("the counter has not moved since, so the figure may still grow"),
    /**
     * The window is shorter than two steps of the counter; or it is the window of a single query or measured task that
     * is shorter than 2 s, or 20 steps, of a counter that moves about ten times a second. Such figures read low.
     */
    SHORT("the time is short for this counter, which then reads low"),
    /** The sensor was lost. */
    LOST("the sensor was lost"),
    /**
     * The counter moves exactly as another one of the same source: both may show the same joules, which then count
     * twice.
     */
    MIRRORED("two counters may show the same joules"),
    /** Requests overlapped; the figure is a share of the device's joules. */
    ATTRIBUTED("requests overlapped, so that these are shares"),
    /**
     * Counter and power of the device disagree by more than a quarter, or its joules lie outside the range that its
     * idle power and its limit allow.
     */
    INCONSISTENT("counter and power disagree"),
    /** More than one process used the device meanwhile: not all joules may be those of the model. */
    SHARED("other processes used the device too"),
    /**
     * Another task was measured on the same session at the same time: the joules are those of both, and a sum of the
     * figures counts their common time twice.
     */
    OVERLAPPED("another measured task ran at the same time");

    private final String words;

    EnergyFlag(String words) {
        this.words = words;
    }

    /**
     * Returns a short description of the limitation.
     *
     * @return for example {@code some readings are missing in between}
     */
    public String words() {
        return words;
    }

    /**
     * Returns a short description of a flag in a file, which may be of a later version.
     *
     * @param name the name of a flag
     * @return its description; the name itself if it is not known
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
