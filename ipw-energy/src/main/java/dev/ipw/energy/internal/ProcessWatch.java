package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The times at which several processes used a device. A device does not report the energy of each, so joules of that
 * time may be those of other processes than the serving one. An engine that runs several processes on one device looks
 * the same.
 */
public final class ProcessWatch {
    private static final double NANOS_PER_SECOND = 1e9;

    private ProcessWatch() {}

    /**
     * Finds the intervals with more than one process.
     *
     * @param device    the device's name
     * @param processes the number of processes that used it
     * @param span      the interval to check
     * @return the intervals, each from the first reading of more than one process to the next reading of at most one;
     *         flagged SHARED
     */
    public static List<EnergyFinding> find(String device, GaugeSeries processes, TimeSpan span) {
        long[] moments = processes.momentsWithin(span.startNanos(), span.endNanos());
        List<EnergyFinding> found = new ArrayList<>();
        int begin = -1;
        double most = 0;
        for (int i = 0; i < moments.length; i++) {
            double count = processes.valueAt(moments[i]).orElse(0);
            if (count > 1) {
                begin = begin < 0 ? i : begin;
                most = Math.max(most, count);
            }
            boolean ends = count <= 1 || i == moments.length - 1;
            if (begin >= 0 && ends) {
                long end = count > 1 ? span.endNanos() : moments[i];
                found.add(finding(device, new TimeSpan(moments[begin], end), most, span));
                begin = -1;
                most = 0;
            }
        }
        return found;
    }

    private static EnergyFinding finding(String device, TimeSpan interval, double processes, TimeSpan span) {
        return new EnergyFinding(EnergyFlag.SHARED, interval, String.format(Locale.ROOT,
                "%s: up to %.0f processes used it at the same time during %.1f of %.1f s; some joules of that "
                        + "time may not be the model's. Stop the other processes, or count them in.",
                device, processes, interval.nanos() / NANOS_PER_SECOND, span.nanos() / NANOS_PER_SECOND));
    }
}
