package dev.ipw.benchmarks.judge;

/**
 * Hold what a judge is asked.
 *
 * @param text   the prompt without the form of the verdict, which is put behind it with each request
 * @param rubric the name and version of its template
 */
record JudgePrompt(String text, String rubric) {}
