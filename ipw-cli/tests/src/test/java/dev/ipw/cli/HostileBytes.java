package dev.ipw.cli;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Damages bytes as disks, networks and killed writers do. */
final class HostileBytes {
    private HostileBytes() {}

    /** Flip one bit. The bytes given stay as they are. */
    static byte[] flipBit(byte[] bytes, SplittableRandom random) {
        byte[] changed = bytes.clone();
        int bit = random.nextInt(changed.length * 8);
        changed[bit / 8] ^= (byte) (1 << bit % 8);
        return changed;
    }

    /** Damage: flip bits, cut off the end, take out, double or overwrite a part. The bytes given stay as they are. */
    static byte[] damage(byte[] bytes, SplittableRandom random) {
        if (bytes.length == 0) {
            return new byte[]{(byte) random.nextInt(256)};
        }
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(1 + Math.min(4096, bytes.length)));
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, from);
            case 1 -> joined(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
            case 2 -> joined(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, from, bytes.length));
            case 3 -> filled(bytes, from, to, (byte) (random.nextBoolean() ? 0 : random.nextInt(256)));
            case 4 -> flipBit(flipBit(bytes, random), random);
            default -> flipBit(bytes, random);
        };
    }

    private static byte[] joined(byte[] head, byte[] tail) {
        byte[] whole = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, whole, head.length, tail.length);
        return whole;
    }

    private static byte[] filled(byte[] bytes, int from, int to, byte value) {
        byte[] changed = bytes.clone();
        Arrays.fill(changed, from, to, value);
        return changed;
    }
}
