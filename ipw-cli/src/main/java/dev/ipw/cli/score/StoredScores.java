package dev.ipw.cli.score;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The scores stored beside a run, each in a file of JSON lines: first the evaluator and the time, then an answer per
 * line.
 *
 * @param run the folder of the run
 */
record StoredScores(Path run) {
    private static final String FOLDER = "scores";
    private static final String SUFFIX = ".jsonl";
    private static final long MAX_BYTES = 1L << 30;

    /** Makes the folder of the scores. To be called before anything is judged: scores that cannot be kept would be paid for in vain. */
    void makeFolder() {
        Path folder = run.resolve(FOLDER);
        try {
            Files.createDirectories(folder);
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
        } catch (IOException failed) {
            throw new InputException("Cannot keep scores in " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Check the permissions of the run's folder, or score a copy of it", failed);
        }
    }

    void keep(Score score) {
        StringBuilder text = new StringBuilder();
        ObjectNode head = Json.object().put("evaluator", score.evaluator()).put("when", score.when());
        ObjectNode parameters = head.putObject("parameters");
        score.parameters().forEach(parameters::put);
        text.append(Json.write(head)).append('\n');
        for (ScoredAnswer answer : score.answers()) {
            ObjectNode line = Json.object().put("id", answer.id()).put("verdict", answer.verdict()).put("reason",
                    answer.reason());
            ObjectNode facts = line.putObject("metadata");
            answer.metadata().forEach(facts::put);
            text.append(Json.write(line)).append('\n');
        }
        String name = score.when().replaceAll("[^0-9TZ]", "") + "-"
                + score.evaluator().replaceAll("[^A-Za-z0-9-]", "_");
        AtomicFile.write(run.resolve(FOLDER).resolve(name + SUFFIX), text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Reads all scores, the oldest first. */
    List<Score> all() {
        Path folder = run.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().map(StoredScores::read).toList();
        } catch (IOException failed) {
            throw new InputException("Cannot read " + folder + ": " + AtomicFile.reasonOf(failed), failed);
        }
    }

    private static Score read(Path file) {
        List<String> lines = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8).lines().toList();
        try {
            JsonNode head = Json.parse(lines.isEmpty() ? "" : lines.getFirst());
            List<ScoredAnswer> answers = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                JsonNode answer = Json.parse(line);
                answers.add(new ScoredAnswer(answer.path("id").asText(), answer.path("verdict").asText(),
                        answer.path("reason").asText(), facts(answer.path("metadata"))));
            }
            return new Score(head.path("evaluator").asText(), facts(head.path("parameters")),
                    head.path("when").asText(),
                    answers);
        } catch (JsonSyntaxException torn) {
            throw new InputException(file + " is torn: " + torn.getMessage() + ". Delete it and score again", torn);
        }
    }

    private static Map<String, String> facts(JsonNode node) {
        Map<String, String> facts = new LinkedHashMap<>();
        node.properties().forEach(field -> facts.put(field.getKey(), field.getValue().asText()));
        return facts;
    }
}
