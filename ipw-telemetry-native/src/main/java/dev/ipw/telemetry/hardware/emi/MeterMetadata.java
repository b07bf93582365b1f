package dev.ipw.telemetry.hardware.emi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The description of an energy meter's channels. Version 1 has one channel, named like the measured hardware; version 2
 * lists several. Every size is checked against the received bytes.
 */
final class MeterMetadata {
    static final int FIRST = 1;
    static final int SECOND = 2;
    // Both versions name maker and model in 16 characters each; the first has its unit before them.
    private static final int NAMES = 64;
    private static final int UNIT = 4;
    private static final int FIRST_NAME_SIZE = UNIT + NAMES + 2;
    private static final int FIRST_NAME = FIRST_NAME_SIZE + 2;
    private static final int SECOND_COUNT = NAMES + 2;
    private static final int SECOND_CHANNELS = SECOND_COUNT + 2;
    private static final int CHANNEL_NAME_SIZE = UNIT;
    private static final int CHANNEL_NAME = CHANNEL_NAME_SIZE + 2;

    private final ByteBuffer bytes;

    private MeterMetadata(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads the channels.
     *
     * @param version 1 or 2
     * @param bytes   the received bytes
     * @return the channels in their order
     * @throws MalformedMetadata if the bytes contradict each other, or end too soon
     */
    static List<MeterChannel> channels(int version, byte[] bytes) throws MalformedMetadata {
        MeterMetadata metadata = new MeterMetadata(bytes);
        return version == FIRST ? metadata.first() : metadata.second();
    }

    private List<MeterChannel> first() throws MalformedMetadata {
        require(FIRST_NAME, "its head");
        return List.of(new MeterChannel(0, name(FIRST_NAME, size(FIRST_NAME_SIZE), "the name of the hardware"),
                bytes.getInt(0)));
    }

    private List<MeterChannel> second() throws MalformedMetadata {
        require(SECOND_CHANNELS, "its head");
        int count = size(SECOND_COUNT);
        List<MeterChannel> channels = new ArrayList<>();
        int start = SECOND_CHANNELS;
        for (int index = 0; index < count; index++) {
            String part = "channel " + index + " of " + count;
            require(start + CHANNEL_NAME, part);
            int size = size(start + CHANNEL_NAME_SIZE);
            channels.add(new MeterChannel(index, name(start + CHANNEL_NAME, size, part), bytes.getInt(start)));
            start += CHANNEL_NAME + size;
        }
        return channels;
    }

    private int size(int offset) {
        return Short.toUnsignedInt(bytes.getShort(offset));
    }

    /** Reads a name, which may end in zeros. */
    private String name(int start, int size, String part) throws MalformedMetadata {
        if (size % 2 != 0) {
            throw new MalformedMetadata(part + " has a name of " + size + " bytes, which is no number of characters");
        }
        require(start + size, part);
        String text = new String(bytes.array(), start, size, StandardCharsets.UTF_16LE);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private void require(int length, String part) throws MalformedMetadata {
        if (length > bytes.capacity()) {
            throw new MalformedMetadata(part + " needs " + length + " bytes of its metadata, and it has "
                    + bytes.capacity());
        }
    }

    /** Thrown if metadata contradict themselves. */
    static final class MalformedMetadata extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedMetadata(String message) {
            super(message);
        }
    }
}
