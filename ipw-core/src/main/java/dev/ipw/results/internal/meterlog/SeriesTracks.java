package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.SeriesPart;
import dev.ipw.energy.internal.SeriesStanding;
import dev.ipw.results.internal.meterlog.LoggedReadings.LoggedSensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The series of a process that are logged, each with the readings that are logged already. For one thread. */
public final class SeriesTracks {
    /** The time before the first block whose readings are logged too: the division looks back for idle power. */
    private static final long LOOK_BACK_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final int REMEMBERED = 64;

    private final Map<DeviceSeries, Track> tracks = new IdentityHashMap<>();
    private final long beginNanos;

    /**
     * Creates the tracks of a process.
     *
     * @param beginNanos the begin of its first block
     */
    public SeriesTracks(long beginNanos) {
        this.beginNanos = beginNanos;
    }

    /** Describes the sensors again with their next readings, for a new segment. */
    public void describeAgain() {
        tracks.values().forEach(track -> track.isDescribed = false);
    }

    /**
     * Returns the numbers of series, in their order.
     *
     * @param series the series
     * @return the numbers under which their readings are logged
     */
    public List<Integer> numbers(List<EnergySeries> series) {
        return DeviceSeries.of(series).stream().map(one -> track(one).number).toList();
    }

    /**
     * Takes the readings that are not logged yet.
     *
     * @param series     the series that are divided, or copies of their state at that time
     * @param limitWatts returns the maximum power of a device by its name
     * @return their new readings
     */
    public List<LoggedReadings> take(List<EnergySeries> series, Function<String, OptionalDouble> limitWatts) {
        List<LoggedReadings> taken = new ArrayList<>();
        for (DeviceSeries one : DeviceSeries.of(series)) {
            taken.add(track(one).take(one, limitWatts.apply(one.device().name())));
        }
        return taken;
    }

    private Track track(DeviceSeries series) {
        return tracks.computeIfAbsent(series.origin(),
                first -> new Track(tracks.size(), beginNanos - LOOK_BACK_NANOS));
    }

    private static final class Track {
        private final int number;
        private long[] logged = new long[0];
        private long lastNanos;
        private boolean isDescribed;
        private SeriesStanding standing = SeriesStanding.SOUND;

        Track(int number, long afterNanos) {
            this.number = number;
            lastNanos = afterNanos;
        }

        LoggedReadings take(DeviceSeries series, OptionalDouble limitWatts) {
            int dropped = dropped(series);
            SeriesPart part = series.after(lastNanos);
            if (part.size() > 0) {
                lastNanos = part.midNanos()[part.size() - 1];
                remember(part.midNanos());
            }
            SeriesStanding now = series.standingFacts();
            // New readings end a loss in the copy.
            boolean isKnown = isDescribed && now.equals(standing) && (now.lossReason().isEmpty() || part.size() == 0);
            Optional<SeriesStanding> changed = isKnown ? Optional.empty() : Optional.of(now);
            standing = now;
            Optional<LoggedSensor> sensor = isDescribed
                    ? Optional.empty()
                    : Optional.of(new LoggedSensor(series.device(), series.isBounded(), limitWatts));
            isDescribed = true;
            return new LoggedReadings(number, sensor, dropped, part, changed);
        }

        /** Goes back before the logged readings that were removed since as misread, and counts them. */
        private int dropped(DeviceSeries series) {
            int dropped = 0;
            while (dropped < logged.length && !series.hasReadingAt(logged[logged.length - 1 - dropped])) {
                dropped++;
            }
            logged = Arrays.copyOf(logged, logged.length - dropped);
            lastNanos = logged.length > 0 ? logged[logged.length - 1] : lastNanos;
            return dropped;
        }

        private void remember(long[] nanos) {
            long[] all = Arrays.copyOf(logged, logged.length + nanos.length);
            System.arraycopy(nanos, 0, all, logged.length, nanos.length);
            logged = Arrays.copyOfRange(all, Math.max(0, all.length - REMEMBERED), all.length);
        }
    }
}
