package dev.ipw.agents.tool.retrieval;

/**
 * One document of a corpus.
 *
 * @param id    its path in the folder, or its id in the file
 * @param title its title; empty text if it has none
 * @param text  the text to search
 */
record CorpusDocument(String id, String title, String text) {}
