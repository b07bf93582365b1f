package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import java.util.Optional;

/** A reader of the letter that an answer chooses, by the rules of a benchmark's official code. */
@FunctionalInterface
interface LetterReader {
    /** Reads an answer; empty if no rule finds a letter. */
    Optional<ReadLetter> read(DatasetRecord question, String answer) throws BoundedPattern.TooHardException;
}
