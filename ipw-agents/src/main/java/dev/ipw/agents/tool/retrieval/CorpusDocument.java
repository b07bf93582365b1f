package dev.ipw.agents.tool.retrieval;

/**
 * Hold one document of a corpus.
 *
 * @param id    its path in the folder, or its id in the file
 * @param title its title; empty text if it has none
 * @param text  what is searched
 */
record CorpusDocument(String id, String title, String text) {}
