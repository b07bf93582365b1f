package dev.ipw.results.internal.meterlog;

import dev.ipw.energy.internal.SeriesPart;

/** A codec of the readings of a series, to the last bit. Counts of a common unit take a few bytes, other joules eight. */
final class PackedReadings {
    /** Joules of one count: of NVML, of exporters, and of RAPL. */
    private static final double[] UNITS = {1e-3, 1e-6, 0x1p-14, 0x1p-16, 1, 3.6e3, 1e-9};

    private PackedReadings() {}

    static String pack(SeriesPart part) {
        PackedOutput out = new PackedOutput();
        int unit = unit(part.joules());
        out.count(part.size());
        out.count(unit + 1);
        out.count(part.lowest().length > 0 ? 1 : 0);
        SteadyTimes times = new SteadyTimes();
        long width = 0;
        long counts = 0;
        for (int i = 0; i < part.size(); i++) {
            times.write(part.midNanos()[i], out);
            out.signed(part.halfWidthNanos()[i] - width);
            width = part.halfWidthNanos()[i];
            if (unit < 0) {
                out.real(part.joules()[i]);
            } else {
                long count = counts(part.joules()[i], unit);
                out.signed(count - counts);
                counts = count;
            }
        }
        for (int i = 0; i < part.lowest().length; i++) {
            out.real(part.lowest()[i]);
            out.real(part.highest()[i]);
        }
        for (int from = 0, to; from < part.size(); from = to) {
            to = from + 1;
            while (to < part.size() && part.marks()[to] == part.marks()[from]) {
                to++;
            }
            out.count(to - from);
            out.count(part.marks()[from]);
        }
        return out.base64();
    }

    static SeriesPart unpack(String base64) {
        PackedInput in = new PackedInput(base64);
        int count = in.length();
        int unit = (int) in.count() - 1;
        boolean isBounded = in.count() == 1;
        if (unit >= UNITS.length) {
            throw new IllegalArgumentException("readings have an unknown unit");
        }
        SeriesPart part = new SeriesPart(new long[count], new long[count], new double[count],
                new double[isBounded ? count : 0], new double[isBounded ? count : 0], new byte[count]);
        SteadyTimes times = new SteadyTimes();
        long width = 0;
        long counts = 0;
        for (int i = 0; i < count; i++) {
            part.midNanos()[i] = times.read(in);
            width += in.signed();
            part.halfWidthNanos()[i] = width;
            if (unit < 0) {
                part.joules()[i] = in.real();
            } else {
                counts += in.signed();
                part.joules()[i] = counts * UNITS[unit];
            }
        }
        for (int i = 0; i < part.lowest().length; i++) {
            part.lowest()[i] = in.real();
            part.highest()[i] = in.real();
        }
        for (int from = 0; from < count;) {
            long run = in.count();
            byte marks = (byte) in.count();
            if (run < 1 || run > count - from) {
                throw new IllegalArgumentException("marks of " + run + " readings have too few of them");
            }
            for (int end = from + (int) run; from < end; from++) {
                part.marks()[from] = marks;
            }
        }
        return part;
    }

    private static long counts(double joules, int unit) {
        return Math.round(joules / UNITS[unit]);
    }

    /** Finds the unit of which all joules are exact multiples; -1 if there is none. */
    private static int unit(double[] joules) {
        for (int unit = 0; unit < UNITS.length; unit++) {
            boolean isExact = true;
            for (int i = 0; i < joules.length && isExact; i++) {
                isExact = counts(joules[i], unit) * UNITS[unit] == joules[i];
            }
            if (isExact) {
                return unit;
            }
        }
        return -1;
    }
}
