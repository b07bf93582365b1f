package dev.ipw.telemetry.hardware.emi;

import dev.ipw.telemetry.Sensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * An open energy meter with its channels that are read.
 *
 * @param device   the open device
 * @param bytes    the size in bytes of a measurement of all its channels
 * @param counters the channels that are read
 * @param unread   names of the channels that are not known here
 */
record EnergyMeter(MeterDevice device, int bytes, List<Counter> counters, List<String> unread) {
    static final int GET_VERSION = 0x224000;
    static final int GET_METADATA_SIZE = 0x224004;
    static final int GET_METADATA = 0x224008;
    static final int GET_MEASUREMENT = 0x22400C;
    /** A picowatt-hour is 3600 s of 1e-12 W. */
    static final double JOULES_PER_PICOWATT_HOUR = 3.6e-9;
    private static final int VERSION_BYTES = 2;
    private static final int SIZE_BYTES = 4;
    // A count of energy and one of time, in 100 ns, of which only the first is used.
    private static final int CHANNEL_BYTES = 16;
    private static final ValueLayout.OfLong COUNT = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt SIZE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort VERSION = ValueLayout.JAVA_SHORT_UNALIGNED
            .withOrder(ByteOrder.LITTLE_ENDIAN);

    EnergyMeter {
        counters = List.copyOf(counters);
        unread = List.copyOf(unread);
    }

    /**
     * Reads the description of an open device.
     *
     * @throws UnreadableMeter if its answer violates the interface
     */
    static EnergyMeter of(MeterDevice device) throws UnreadableMeter {
        need(device, GET_VERSION, VERSION_BYTES, "its version");
        int version = device.answer().get(VERSION, 0);
        if (version != MeterMetadata.FIRST && version != MeterMetadata.SECOND) {
            throw new UnreadableMeter("it speaks version " + version + " of the interface; versions 1 and 2 are known");
        }
        need(device, GET_METADATA_SIZE, SIZE_BYTES, "the size of its metadata");
        int size = device.answer().get(SIZE, 0);
        if (size < 1 || size > MeterDevice.MAX_BYTES) {
            throw new UnreadableMeter("it claims metadata of " + Integer.toUnsignedLong(size) + " bytes; 1 to "
                    + MeterDevice.MAX_BYTES + " are taken");
        }
        int came = answered(device, GET_METADATA, size, "its metadata");
        byte[] metadata = device.answer().asSlice(0, came).toArray(ValueLayout.JAVA_BYTE);
        try {
            return of(device, MeterMetadata.channels(version, metadata));
        } catch (MeterMetadata.MalformedMetadata torn) {
            throw new UnreadableMeter("its metadata contradict themselves: " + torn.getMessage());
        }
    }

    private static EnergyMeter of(MeterDevice device, List<MeterChannel> channels) throws UnreadableMeter {
        List<Counter> counters = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (MeterChannel channel : channels) {
            channel.place().ifPresentOrElse(
                    place -> counters.add(new Counter(channel.index() * CHANNEL_BYTES,
                            Sensor.energyCounter(place.device(), place.scope(), "emi " + place.device(),
                                    JOULES_PER_PICOWATT_HOUR, OptionalLong.empty()))),
                    () -> unread.add(channel.described()));
        }
        int bytes = channels.size() * CHANNEL_BYTES;
        if (bytes > MeterDevice.MAX_BYTES) {
            throw new UnreadableMeter("it has " + channels.size() + " channels, more than any meter");
        }
        if (!counters.isEmpty()) {
            need(device, GET_MEASUREMENT, bytes, "a measurement");
        }
        return new EnergyMeter(device, bytes, counters, unread);
    }

    private static void need(MeterDevice device, int code, int bytes, String what) throws UnreadableMeter {
        int came = answered(device, code, bytes, what);
        if (came < bytes) {
            throw new UnreadableMeter("it gives " + came + " bytes for " + what + " instead of " + bytes);
        }
    }

    private static int answered(MeterDevice device, int code, int bytes, String what) throws UnreadableMeter {
        int came = device.ask(code, bytes);
        if (came < 0 || came > bytes) {
            throw new UnreadableMeter("it does not tell " + what + " (Windows error " + -came + ")");
        }
        return came;
    }

    /** Returns the meter without channels that another device counts already. */
    EnergyMeter without(List<String> devices) {
        return new EnergyMeter(device, bytes,
                counters.stream().filter(counter -> !devices.contains(counter.sensor.device())).toList(), unread);
    }

    /** Reads all channels; returns false if the device returns no complete measurement any more. */
    boolean measure() {
        return device.ask(GET_MEASUREMENT, bytes) == bytes;
    }

    /** Returns the count of a channel at the last measurement, in picowatt-hours. */
    long count(Counter counter) {
        MemorySegment answer = device.answer();
        return answer.get(COUNT, counter.offset);
    }

    /**
     * A channel that is read.
     *
     * @param offset the offset of its count in a measurement
     * @param sensor the sensor that it feeds
     */
    record Counter(int offset, Sensor sensor) {}

    /** Thrown if a meter cannot be read. */
    static final class UnreadableMeter extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableMeter(String message) {
            super(message);
        }
    }
}
