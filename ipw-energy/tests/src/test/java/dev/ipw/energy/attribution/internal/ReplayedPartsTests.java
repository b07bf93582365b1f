package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.ReplayedWork;
import dev.ipw.energy.attribution.internal.work.Work;
import dev.ipw.energy.attribution.internal.work.WorkSchedule.PieceRange;
import dev.ipw.energy.attribution.internal.work.WorkSchedule.Visitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The parts of simulated work in some pieces: those of all pieces, bit for bit. */
class ReplayedPartsTests {
    private static final int DRAWS = 500;

    private record Part(int piece, boolean isPrompt, List<Double> row) {}

    @Test
    void partsOfSomePiecesAreThoseOfAll() {
        int parts = 0;
        for (int seed = 0; seed < DRAWS; seed++) {
            List<RequestActivity> requests = new RandomSchedule(seed).requests().stream()
                    .sorted(Comparator.comparingLong(RequestActivity::startNanos)).toList();
            Random random = new Random(seed);
            boolean[] isTimeOnly = new boolean[requests.size()];
            for (int i = 0; i < isTimeOnly.length; i++) {
                isTimeOnly[i] = random.nextInt(5) == 0;
            }
            ReplayedWork work = new ReplayedWork(requests, isTimeOnly, ReplayedWork.MAX_PARTS);
            int from = random.nextInt(work.pieces() + 1);
            PieceRange some = new PieceRange(from, from + random.nextInt(work.pieces() + 1 - from));
            double[] row = new double[Work.PARTS];
            for (int i = 0; i < requests.size(); i++) {
                int request = i;
                List<Part> inRange = parts(visitor -> work.forEachPart(request, some, row, visitor));
                assertThat(inRange).as("seed %d, request %d", seed, i)
                        .isEqualTo(parts(visitor -> work.forEachPart(request, row, visitor)).stream()
                                .filter(part -> part.piece >= some.from() && part.piece < some.to()).toList());
                parts += inRange.size();
            }
        }
        assertThat(parts).isGreaterThan(DRAWS);
    }

    private static List<Part> parts(Consumer<Visitor> visit) {
        List<Part> parts = new ArrayList<>();
        visit.accept((piece, isPrompt, row) -> parts
                .add(new Part(piece, isPrompt, Arrays.stream(row).boxed().toList())));
        return parts;
    }
}
