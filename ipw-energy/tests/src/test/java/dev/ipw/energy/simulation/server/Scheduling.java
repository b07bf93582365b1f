package dev.ipw.energy.simulation.server;

/** In what order an engine gives its steps to prompts and answers. */
enum Scheduling {
    CHUNKED, PROMPTS_FIRST, STATIC, PROMPTS_ONLY, ANSWERS_ONLY
}
