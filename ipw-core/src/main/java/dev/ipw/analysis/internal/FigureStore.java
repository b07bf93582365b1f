package dev.ipw.analysis.internal;

import dev.ipw.internal.file.ScratchFile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in the order in which they were added: in memory, or in a temporary file that has no name, of which memory
 * holds two pages. Reading one after the other reads each page once. For one thread.
 */
final class FigureStore {
    private static final int PAGE = 1 << 13;
    private static final int PAGE_BYTES = PAGE * Double.BYTES;

    private final @Nullable ScratchFile file;
    /** All numbers, or those after the last page of the file. */
    private double[] last;
    private int count;
    private double[] read = new double[0];
    private int readPage = -1;

    private FigureStore(@Nullable ScratchFile file, double[] last) {
        this.file = file;
        this.last = last;
    }

    /** Creates an empty store in memory, with room for a number of figures, at least 1. */
    static FigureStore inMemory(int expected) {
        return new FigureStore(null, new double[expected]);
    }

    /** Creates an empty store in a file of the system's temporary folder. */
    static FigureStore inFile() {
        return new FigureStore(ScratchFile.create(), new double[PAGE]);
    }

    int count() {
        return count;
    }

    void add(double figure) {
        if (file == null) {
            if (count == last.length) {
                last = Arrays.copyOf(last, Math.addExact(count, count / 2 + 1));
            }
            last[count++] = figure;
            return;
        }
        last[count % PAGE] = figure;
        count = Math.addExact(count, 1);
        if (count % PAGE == 0) {
            write(file);
        }
    }

    double at(int index) {
        if (file == null) {
            return last[index];
        }
        int page = index / PAGE;
        if (page == count / PAGE) {
            return last[index % PAGE];
        }
        if (page != readPage) {
            read = read(file, page);
            readPage = page;
        }
        return read[index % PAGE];
    }

    private void write(ScratchFile to) {
        ByteBuffer bytes = ByteBuffer.allocate(PAGE_BYTES);
        bytes.asDoubleBuffer().put(last);
        to.write((count / PAGE - 1L) * PAGE_BYTES, bytes.array());
    }

    private static double[] read(ScratchFile from, int page) {
        byte[] bytes = new byte[PAGE_BYTES];
        double[] figures = new double[PAGE];
        from.read((long) page * PAGE_BYTES, bytes);
        ByteBuffer.wrap(bytes).asDoubleBuffer().get(figures);
        return figures;
    }
}
