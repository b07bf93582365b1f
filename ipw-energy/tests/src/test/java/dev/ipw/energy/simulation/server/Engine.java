package dev.ipw.energy.simulation.server;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Runs the steps of the lanes of a board in turn, with the processor's gaps between them. */
record Engine(Board board, List<Lane> lanes, Charger charger, Setup setup, SplittableRandom random) {

    private static final double PIECE_SECONDS = 0.03;
    private static final double OWNED_GAP_SECONDS = 0.05;

    void run(double latestSeconds, Consumer<Sequence> left) {
        for (int turn = 0; board.seconds() < latestSeconds; turn++) {
            Lane lane = lanes.get(turn % lanes.size());
            List<Slice> slices = lane.plan(board.seconds());
            if (!slices.isEmpty()) {
                step(lane, slices, left);
            } else if (lanes.stream().allMatch(each -> each.running.isEmpty())) {
                double nextSeconds = lanes.stream().mapToDouble(Lane::nextSeconds).min().orElseThrow();
                if (Double.isInfinite(nextSeconds)) {
                    return;
                }
                board.idleUntil(nextSeconds, false);
            }
        }
    }

    private void step(Lane lane, List<Slice> slices, Consumer<Sequence> left) {
        if (board.sleeps()) {
            board.idleUntil(board.seconds() + setup.wakeSeconds, true);
        }
        StepLoad load = StepLoad.of(lane.rules, slices);
        int pieces = (int) Math
                .ceil(board.spec.cost(load.work(lane.ghosts(), 1), board.condition()).seconds() / PIECE_SECONDS);
        for (int i = 0; i < pieces; i++) {
            // a long step sees the clock change under it
            Condition condition = board.condition();
            board.run(board.spec.cost(load.work(lane.ghosts(), 1.0 / pieces), condition));
            charger.step(lane.rules, slices, lane.ghosts(), 1.0 / pieces, board.spec, condition);
        }
        lane.finish(slices, board.seconds()).forEach(left);
        double pauseSeconds = random.nextDouble() < setup.pauseChance ? random.nextDouble(0.02, 0.25) : 0;
        double gapSeconds = (setup.gapSeconds + setup.rowSeconds * slices.size()) * random.nextDouble(0.7, 1.5)
                + pauseSeconds;
        double joules = board.idleUntil(board.seconds() + gapSeconds, true);
        List<Sequence> running = lanes.stream().flatMap(each -> each.running.stream()).toList();
        if (gapSeconds < OWNED_GAP_SECONDS && !running.isEmpty()) {
            charger.gap(running, joules);
            board.unownedJoules -= joules;
        }
    }
}
