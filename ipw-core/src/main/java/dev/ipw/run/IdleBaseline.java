package dev.ipw.run;

import java.time.Instant;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Hold a device's idle power with the model loaded: the median over quiet pieces of the rests before
 * and after the measurement window, and of long pauses in it.
 *
 * @param watts              the median in watts
 * @param spreadWatts        how far the pieces stray from it, as a standard deviation
 * @param pieces             how many there are
 * @param beforeWatts        the median over the rest before the window alone; empty without one
 * @param afterWatts         the median over the rest after it alone; empty without one
 * @param time               when the last piece ended
 * @param temperatureCelsius the device's median temperature over the pieces; empty if not read
 * @param otherProcesses     the most processes that used the device meanwhile, but for one, which is taken to be the server;
 *                           empty if not counted
 */
public record IdleBaseline(double watts, double spreadWatts, int pieces, OptionalDouble beforeWatts,
        OptionalDouble afterWatts, Instant time, OptionalDouble temperatureCelsius, OptionalLong otherProcesses) {
    /** Refuse nulls. */
    public IdleBaseline {
        Objects.requireNonNull(time, "time");
    }
}
