package dev.ipw.analysis.internal;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FigureStoreTests {
    private static final int FIGURES = 30_000;

    @Test
    void aFileReturnsTheFiguresThatMemoryDoesInAnyOrder() {
        FigureStore inMemory = FigureStore.inMemory(1);
        FigureStore inFile = FigureStore.inFile();
        SplittableRandom random = new SplittableRandom(1);
        for (int index = 0; index < FIGURES; index++) {
            double figure = random.nextInt(10) == 0 ? Double.NaN : random.nextDouble();
            inMemory.add(figure);
            inFile.add(figure);
            if (index % 50 == 0) {
                assertSame(inFile, inMemory, random.nextInt(index + 1));
            }
        }
        assertThat(inFile.count()).isEqualTo(inMemory.count()).isEqualTo(FIGURES);
        for (int index = 0; index < FIGURES; index++) {
            assertSame(inFile, inMemory, index);
        }
    }

    private static void assertSame(FigureStore one, FigureStore other, int index) {
        assertThat(Double.doubleToRawLongBits(one.at(index))).as("figure %d", index)
                .isEqualTo(Double.doubleToRawLongBits(other.at(index)));
    }
}
