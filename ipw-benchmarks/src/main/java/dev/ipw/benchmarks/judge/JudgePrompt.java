package dev.ipw.benchmarks.judge;

/**
 * The prompt of a judge.
 *
 * @param text   the prompt without the form of the verdict, which is appended to it with each request
 * @param rubric the name and version of its template
 */
record JudgePrompt(String text, String rubric) {}
