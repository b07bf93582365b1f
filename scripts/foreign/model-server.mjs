// A model server that knows nothing of this project: it speaks chat completions, responses, messages and generateContent, asks for one shell
// command in the first turn of a conversation with tools, and answers in the next. It counts a token for each four bytes.
import { createServer } from 'node:http';
import { appendFileSync } from 'node:fs';

const [port, log] = process.argv.slice(2);
const COMMAND = 'sleep 1; echo 42 > answer.txt; cat answer.txt';
const SHELLS = ['exec_command', 'shell', 'Bash', 'bash', 'run_shell_command', 'execute_bash'];
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const tokens = text => Math.ceil(Buffer.byteLength(text) / 4);
let calls = 0;

/** What the model does: text, or a call of the shell that the program offers. */
function reply(offered, hasResult) {
    const shell = SHELLS.map(name => offered.find(tool => tool.name === name)).find(tool => tool);
    if (!shell || hasResult) {
        return { text: shell ? 'The answer is 42.' : 'A task' };
    }
    const parameters = shell.parameters?.properties ?? {};
    const field = ['cmd', 'command'].find(name => parameters[name]) ?? 'command';
    const value = parameters[field]?.type === 'array' ? ['bash', '-lc', COMMAND] : COMMAND;
    const rest = parameters.description ? { description: 'write the answer' } : {};
    return { name: shell.name, arguments: { [field]: value, ...rest }, id: `call_${++calls}x` };
}

const PROTOCOLS = [
    {
        name: 'chat', path: /\/chat\/completions$/,
        offered: body => (body.tools ?? []).map(tool => tool.function),
        hasResult: body => body.messages.some(message => message.role === 'tool'),
        *events(said, usage, model) {
            const chunk = (delta, reason, extra) => ({ id: 'c', object: 'chat.completion.chunk', created: 1, model,
                choices: [{ index: 0, delta, finish_reason: reason }], ...extra });
            yield chunk({ role: 'assistant', content: '' }, null);
            if (said.name) {
                yield chunk({ tool_calls: [{ index: 0, id: said.id, type: 'function',
                    function: { name: said.name, arguments: JSON.stringify(said.arguments) } }] }, null);
            } else {
                yield chunk({ content: said.text }, null);
            }
            yield chunk({}, said.name ? 'tool_calls' : 'stop');
            yield { id: 'c', object: 'chat.completion.chunk', created: 1, model, choices: [],
                usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output } };
            yield '[DONE]';
        },
        whole: (said, usage, model) => ({ id: 'c', object: 'chat.completion', created: 1, model,
            choices: [{ index: 0, finish_reason: said.name ? 'tool_calls' : 'stop', message: { role: 'assistant', content: said.text ?? null,
                ...(said.name && { tool_calls: [{ id: said.id, type: 'function',
                    function: { name: said.name, arguments: JSON.stringify(said.arguments) } }] }) } }],
            usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output } }),
        isStream: body => body.stream,
    },
    {
        name: 'responses', path: /\/responses$/,
        offered: body => body.tools ?? [],
        hasResult: body => Array.isArray(body.input) && body.input.some(item => item.type === 'function_call_output'),
        item: said => said.name
            ? { type: 'function_call', id: 'fc_1', call_id: said.id, name: said.name, arguments: JSON.stringify(said.arguments), status: 'completed' }
            : { type: 'message', id: 'm_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: said.text, annotations: [] }] },
        *events(said, usage, model) {
            const item = this.item(said);
            yield { type: 'response.created', response: { id: 'r', model } };
            // As some servers do: the arguments stand here already.
            yield { type: 'response.output_item.added', output_index: 0, item };
            yield said.name
                ? { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta: item.arguments }
                : { type: 'response.output_text.delta', item_id: 'm_1', output_index: 0, content_index: 0, delta: said.text };
            yield { type: 'response.output_item.done', output_index: 0, item };
            yield { type: 'response.completed', response: this.whole(said, usage, model) };
        },
        whole(said, usage, model) {
            return { id: 'r', object: 'response', status: 'completed', model, output: [this.item(said)],
                usage: { input_tokens: usage.input, input_tokens_details: { cached_tokens: 0 }, output_tokens: usage.output,
                    output_tokens_details: { reasoning_tokens: 0 }, total_tokens: usage.input + usage.output } };
        },
        isStream: body => body.stream,
    },
    {
        name: 'messages', path: /\/messages$/,
        offered: body => (body.tools ?? []).map(tool => ({ name: tool.name, parameters: tool.input_schema })),
        hasResult: body => body.messages.some(message => Array.isArray(message.content)
            && message.content.some(block => block.type === 'tool_result')),
        block: said => said.name ? { type: 'tool_use', id: said.id, name: said.name, input: said.arguments } : { type: 'text', text: said.text },
        *events(said, usage, model) {
            yield { type: 'message_start', message: { id: `m_${usage.input}_${usage.output}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null,
                usage: { input_tokens: usage.input, output_tokens: 1 } } };
            yield { type: 'content_block_start', index: 0, content_block: said.name ? { ...this.block(said), input: {} } : { type: 'text', text: '' } };
            yield { type: 'content_block_delta', index: 0, delta: said.name
                ? { type: 'input_json_delta', partial_json: JSON.stringify(said.arguments) } : { type: 'text_delta', text: said.text } };
            yield { type: 'content_block_stop', index: 0 };
            yield { type: 'message_delta', delta: { stop_reason: said.name ? 'tool_use' : 'end_turn' }, usage: { output_tokens: usage.output } };
            yield { type: 'message_stop' };
        },
        whole(said, usage, model) {
            return { id: `m_${usage.input}_${usage.output}`, type: 'message', role: 'assistant', model, content: [this.block(said)],
                stop_reason: said.name ? 'tool_use' : 'end_turn', usage: { input_tokens: usage.input, output_tokens: usage.output } };
        },
        isStream: body => body.stream,
    },
    {
        name: 'generateContent', path: /:(stream)?generateContent$/i,
        offered: body => (body.tools ?? []).flatMap(tool => tool.functionDeclarations ?? [])
            .map(tool => ({ name: tool.name, parameters: tool.parametersJsonSchema ?? tool.parameters })),
        hasResult: body => body.contents.some(content => content.parts.some(part => part.functionResponse)),
        *events(said, usage, model) {
            yield this.whole(said, usage, model);
        },
        whole: (said, usage, model) => ({ candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model',
            parts: [said.name ? { functionCall: { name: said.name, args: said.arguments } } : { text: said.text }] } }], modelVersion: model,
            usageMetadata: { promptTokenCount: usage.input, candidatesTokenCount: usage.output, totalTokenCount: usage.input + usage.output } }),
        isStream: (body, path) => path.includes(':stream'),
    },
];

createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
        chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString();
    const path = request.url.split('?')[0];
    const protocol = request.method === 'POST' ? PROTOCOLS.find(one => one.path.test(path)) : undefined;
    if (!protocol) {
        const isCount = /count_tokens$|:countTokens$/.test(path);
        response.writeHead(isCount || path.endsWith('/models') ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isCount ? { input_tokens: tokens(text), totalTokens: tokens(text) } : { object: 'list', data: [] }));
        return;
    }
    const body = JSON.parse(text);
    const said = reply(protocol.offered(body), protocol.hasResult(body));
    const usage = { input: tokens(text), output: tokens(JSON.stringify(said.name ? said.arguments : said.text)) };
    const model = body.model ?? 'm';
    await wait(400);
    appendFileSync(log, JSON.stringify({ protocol: protocol.name, tool: said.name, ...usage }) + '\n');
    if (!protocol.isStream(body, path)) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(protocol.whole(said, usage, model)));
        return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of protocol.events(said, usage, model)) {
        const data = typeof event === 'string' ? event : JSON.stringify(event);
        response.write((event.type ? `event: ${event.type}\n` : '') + `data: ${data}\n\n`);
        await wait(50);
    }
    response.end();
}).listen(Number(port), '127.0.0.1', function () {
    console.log(this.address().port);
});
