package dev.ipw.benchmarks.arena;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A gatherer of the games of runs against one baseline. */
final class ArenaCategory {
    private final List<ArenaGame> games = new ArrayList<>();
    private final Map<String, Integer> questions = new HashMap<>();

    /** Adds a game. */
    void add(int run, String question, double outcome, double weight, double[] style) {
        games.add(new ArenaGame(run, questions.computeIfAbsent(question, id -> questions.size()), outcome, weight,
                style));
    }

    List<ArenaGame> games() {
        return games;
    }

    int questions() {
        return questions.size();
    }

    List<Integer> runs() {
        return games.stream().map(ArenaGame::run).distinct().sorted().toList();
    }

    /** Lists the games of one run alone. */
    List<ArenaGame> games(int run) {
        return games.stream().filter(game -> game.run() == run).toList();
    }
}
