package dev.ipw.telemetry.hardware.emi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Stand in for Windows' energy meters, with whatever version, metadata and counts a test gives them. */
final class FakeMeters implements MeterDevices {
    private final Map<String, Meter> meters = new LinkedHashMap<>();

    /** Add a meter that answers. */
    Meter add(int version, byte[] metadata, long... picowattHours) {
        Meter meter = new Meter(version, metadata, picowattHours);
        meters.put("\\\\?\\meter#" + meters.size(), meter);
        return meter;
    }

    EmiProvider provider() {
        return new EmiProvider(true, () -> new WindowsMeters.Bound(Optional.of(this), ""));
    }

    @Override
    public Listing list() {
        return new Listing(new ArrayList<>(meters.keySet()), "");
    }

    @Override
    public Opening open(String path) {
        Meter meter = Objects.requireNonNull(meters.get(path), path);
        if (meter.openError != 0) {
            return new Opening(Optional.empty(), meter.openError);
        }
        meter.open++;
        return new Opening(Optional.of(meter), 0);
    }

    /** Write metadata of version 1. */
    static byte[] first(int unit, String name) {
        byte[] text = text(name);
        return buffer(72 + text.length).putInt(0, unit).putShort(70, (short) text.length).put(72, text).array();
    }

    /** Write metadata of version 2, all channels in picowatt-hours. */
    static byte[] second(String... names) {
        return second(0, names);
    }

    /** Write metadata of version 2. */
    static byte[] second(int unit, String... names) {
        int size = 68;
        for (String name : names) {
            size += 6 + text(name).length;
        }
        byte[] metadata = new byte[size];
        ByteBuffer bytes = ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN).putShort(66, (short) names.length)
                .position(68);
        for (String name : names) {
            byte[] text = text(name);
            bytes.putInt(unit).putShort((short) text.length).put(text);
        }
        return metadata;
    }

    private static byte[] text(String name) {
        return (name + "\0").getBytes(StandardCharsets.UTF_16LE);
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** One meter. */
    static final class Meter implements MeterDevice {
        private final MemorySegment answer = Arena.ofAuto().allocate(MAX_BYTES, Long.BYTES);
        private final int version;
        private final byte[] metadata;
        private final long[] counts;
        private long claimedSize;
        private int openError;
        private int failing;
        private int open;
        private int shorter;

        private Meter(int version, byte[] metadata, long... counts) {
            this.version = version;
            this.metadata = metadata.clone();
            this.counts = counts.clone();
            claimedSize = metadata.length;
        }

        Meter denied(int error) {
            openError = error;
            return this;
        }

        Meter claiming(long bytes) {
            claimedSize = bytes;
            return this;
        }

        /** Fail each measurement from now on. */
        void vanish(int error) {
            failing = error;
        }

        /** Return that many bytes less than asked for. */
        void tear(int bytes) {
            shorter = bytes;
        }

        void add(int channel, long picowattHours) {
            counts[channel] += picowattHours;
        }

        boolean isOpen() {
            return open > 0;
        }

        @Override
        public int ask(int code, int capacity) {
            if (open != 1) {
                throw new IllegalStateException("A meter that is closed was asked");
            }
            return switch (code) {
                case EnergyMeter.GET_VERSION -> put(0, version, 2);
                case EnergyMeter.GET_METADATA_SIZE -> put(0, claimedSize, 4);
                case EnergyMeter.GET_METADATA -> {
                    int came = Math.min(capacity, metadata.length);
                    MemorySegment.copy(metadata, 0, answer, ValueLayout.JAVA_BYTE, 0, came);
                    yield came;
                }
                default -> measured();
            };
        }

        private int measured() {
            if (failing != 0) {
                return -failing;
            }
            for (int channel = 0; channel < counts.length; channel++) {
                answer.set(ValueLayout.JAVA_LONG, channel * 16L, counts[channel]);
                answer.set(ValueLayout.JAVA_LONG, channel * 16L + 8, 123);
            }
            return counts.length * 16 - shorter;
        }

        private int put(int offset, long value, int bytes) {
            answer.set(ValueLayout.JAVA_LONG, offset, value);
            return bytes;
        }

        @Override
        public MemorySegment answer() {
            return answer;
        }

        @Override
        public void close() {
            if (--open < 0) {
                throw new IllegalStateException("A meter was closed twice");
            }
        }
    }

}
