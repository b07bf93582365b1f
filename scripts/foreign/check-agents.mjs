// Compare what a run kept of a program's calls with what the program says itself, and add up its turns.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [agent, run] = process.argv.slice(2);
const lines = text => text.split('\n').filter(line => line.trim()).map(line => {
    try { return JSON.parse(line); } catch { return {}; }
});
const sum = (all, of) => all.reduce((before, one) => before + (of(one) ?? 0), 0);
const last = all => all[all.length - 1];
const distinct = (all, of) => [...new Map(all.map(one => [of(one), one])).values()];
const OWN = {
    codex: text => {
        const counts = last(lines(text).filter(line => line.payload?.type === 'token_count' && line.payload.info)).payload.info.total_token_usage;
        return [counts.input_tokens, counts.output_tokens];
    },
    'claude-code': text => {
        const said = distinct(lines(text).filter(line => line.type === 'assistant').map(line => line.message), message => message.id);
        return [sum(said, one => one.usage.input_tokens), sum(said, one => one.usage.output_tokens)];
    },
    opencode: text => {
        const said = JSON.parse(text).messages.map(message => message.info.tokens).filter(tokens => tokens);
        return [sum(said, one => one.input), sum(said, one => one.output)];
    },
    'qwen-code': text => {
        const said = lines(text).map(line => line.usageMetadata).filter(usage => usage);
        return [sum(said, one => one.promptTokenCount), sum(said, one => one.candidatesTokenCount)];
    },
    'gemini-cli': text => {
        const messages = lines(text).flatMap(line => line.$set?.messages ?? line.messages ?? [line]);
        const said = distinct(messages.filter(message => message.tokens), message => message.id).map(message => message.tokens);
        return [sum(said, one => one.input), sum(said, one => one.output)];
    },
};

for (const trace of lines(readFileSync(join(run, 'traces.jsonl'), 'utf8'))) {
    const work = join(run, 'artifacts', trace.query_id, 'workspace');
    const file = readdirSync(work).find(name => name.startsWith('trajectory'));
    const [input, output] = OWN[agent](readFileSync(join(work, file), 'utf8'));
    const seconds = sum(trace.turns, turn => turn.wall_clock_s);
    const joules = sum(trace.turns, turn => turn.energy.joules) + (trace.idle?.joules ?? 0);
    console.log(`${agent} ${trace.query_id}: right ${trace.is_resolved}; input ${trace.total_input_tokens}, its own ${input}; output ${trace.total_output_tokens}, its own ${output}; `
        + `task ${trace.total_wall_clock_s.toFixed(3)} s, turns ${seconds.toFixed(3)} s; task ${trace.energy.joules?.toFixed(3)} J, turns and idle ${joules.toFixed(3)} J; `
        + `tools ${trace.turns.map(turn => turn.tools_called.join('+') || '-').join(', ')}`);
}
