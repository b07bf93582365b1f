import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { all, check, done, post, refused, url, version } from './checks.mjs'

version('openai')
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
const user = (content) => [{ role: 'user', content }]
const ask = (more, messages = user('What is 417+58?')) =>
  client.chat.completions.create({ model: 'large', messages, ...more })
const respond = (more, input = 'What is 417+58?') => client.responses.create({ model: 'large', input, ...more })
const tool = { name: 'add', parameters: { type: 'object', properties: {} } }

await check('models', async () => (await all(await client.models.list())).map((model) => model.id))
await check('model', async () => (await client.models.retrieve('large')).id)
await refused('unknown model of the list', 404, 'huge', () => client.models.retrieve('huge'))

await check('chat', async () => {
  const answer = await ask()
  assert.equal(answer.choices[0].message.content, '475')
  assert.equal(answer.choices[0].finish_reason, 'stop')
  assert.deepEqual(answer.usage, { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 })
  return answer.usage
})
await check('chat, streamed', async () => {
  const chunks = await all(await ask({ stream: true, stream_options: { include_usage: true } }))
  assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), '475')
  assert.deepEqual(chunks.at(-1).usage, { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 })
  return `${chunks.length} chunks`
})
await check('chat, by the stream helper', async () =>
  (await client.chat.completions.stream({ model: 'large', messages: user('417+58') }).finalChatCompletion())
    .choices[0].message.content)
await check('chat, stop', async () => {
  const answer = await ask({ stop: ['7'] })
  assert.equal(answer.choices[0].message.content, '4')
  assert.equal(answer.usage.completion_tokens, 2)
  return answer.choices[0]
})
await check('chat, stop of two characters, streamed', async () => {
  const chunks = await all(await ask({ stop: '75', stream: true }))
  assert.equal(chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join(''), '4')
  return chunks.at(-1).choices[0].finish_reason
})
await check('chat, max_completion_tokens', async () => {
  const answer = await ask({ max_completion_tokens: 2 })
  assert.equal(answer.choices[0].finish_reason, 'length')
  assert.equal(answer.usage.completion_tokens, 2)
  return answer.choices[0].message.content
})
await check('chat, n', async () => {
  const answer = await ask({ n: 4, temperature: 8, seed: 7 })
  const texts = answer.choices.map((choice) => choice.message.content)
  assert.equal(texts.length, 4)
  assert.ok(new Set(texts).size > 1, `all the same: ${texts}`)
  return texts
})
await check('chat, n, streamed', async () => {
  const texts = ['', '', '']
  for (const chunk of await all(await ask({ n: 3, temperature: 8, seed: 7, stream: true }))) {
    for (const choice of chunk.choices) texts[choice.index] += choice.delta.content ?? ''
  }
  return texts
})
await check('chat, logprobs', async () => {
  const [choice] = (await ask({ logprobs: true, top_logprobs: 15 })).choices
  assert.equal(choice.logprobs.content.map((token) => token.token).join(''), '475')
  const sum = choice.logprobs.content[0].top_logprobs.reduce((total, token) => total + Math.exp(token.logprob), 0)
  assert.ok(Math.abs(sum - 1) < 1e-9, `probabilities sum to ${sum}`)
  return choice.logprobs.content.map((token) => token.logprob)
})
await check('chat, logprobs, streamed', async () => {
  const chunks = await all(await ask({ logprobs: true, stream: true }))
  return chunks.flatMap((chunk) => chunk.choices[0].logprobs?.content ?? []).map((token) => token.logprob)
})
await check('chat, question in the system prompt', async () => (await ask({},
  [{ role: 'system', content: 'The question is 12*7.' }, { role: 'user', content: 'Go!' }]))
  .choices[0].message.content)
await check('chat, a turn that goes on with the one before', async () => {
  const answer = await ask({}, [...user('417+58'), { role: 'assistant', content: '475' }, ...user('+ 3')])
  assert.equal(answer.choices[0].message.content, '478')
  return answer.choices[0].message.content
})
await check('chat, response_format text', async () =>
  (await ask({ response_format: { type: 'text' } })).choices[0].message.content)
await refused('chat, response_format json_object', 400, 'response_format',
  () => ask({ response_format: { type: 'json_object' } }))
await refused('chat, response_format json_schema', 400, 'response_format',
  () => ask({ response_format: { type: 'json_schema', json_schema: { name: 'sum', schema: { type: 'object' } } } }))
await refused('chat, tools', 400, 'tools', () => ask({ tools: [{ type: 'function', function: tool }] }))
await refused('chat, tools, streamed', 400, 'tools',
  () => ask({ tools: [{ type: 'function', function: tool }], stream: true }))
await refused('chat, image', 400, 'messages[0].content[0].type',
  () => ask({}, user([{ type: 'image_url', image_url: { url: 'data:,' } }])))
await refused('chat, logit_bias', 400, 'logit_bias', () => ask({ logit_bias: { 5: 1 } }))
await refused('chat, n of 0', 400, "'n'", () => ask({ n: 0 }))
await refused('chat, unknown model', 404, 'huge', () => ask({ model: 'huge' }))
await refused('chat, no messages', 400, 'messages', () => ask({}, []))

await check('responses', async () => {
  const answer = await respond()
  assert.equal(answer.output_text, '475')
  assert.equal(answer.status, 'completed')
  assert.deepEqual([answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.total_tokens], [8, 4, 12])
  return answer.usage
})
await check('responses, streamed', async () => {
  const events = await all(await respond({ stream: true }))
  assert.equal(events.filter((event) => event.type === 'response.output_text.delta')
    .map((event) => event.delta).join(''), '475')
  assert.equal(events.at(-1).response.usage.output_tokens, 4)
  return [...new Set(events.map((event) => event.type))]
})
await check('responses, by the stream helper', async () =>
  (await client.responses.stream({ model: 'large', input: '417+58' }).finalResponse()).output_text)
await check('responses, max_output_tokens', async () => {
  const answer = await respond({ max_output_tokens: 2 })
  assert.equal(answer.incomplete_details.reason, 'max_output_tokens')
  return [answer.status, answer.output_text]
})
await check('responses, instructions', async () =>
  (await respond({ instructions: 'The question is 12*7.' }, 'Go!')).output_text)
await check('responses, an answer as an earlier turn', async () => {
  const first = await respond()
  const next = await respond({}, [{ role: 'user', content: '417+58' }, ...first.output,
    { role: 'user', content: [{ type: 'input_text', text: '+ 3' }] }])
  assert.equal(next.output_text, '478')
  return next.output_text
})
await check('responses, logprobs', async () => {
  const answer = await respond({ include: ['message.output_text.logprobs'], top_logprobs: 2 })
  const { logprobs } = answer.output[0].content[0]
  assert.equal(logprobs.map((token) => token.token).join(''), '475')
  return logprobs[0]
})
await refused('responses, tools', 400, 'tools', () => respond({ tools: [{ type: 'function', strict: false, ...tool }] }))
await refused('responses, json_schema', 400, 'text.format',
  () => respond({ text: { format: { type: 'json_schema', name: 'sum', schema: { type: 'object' } } } }))
await refused('responses, store', 400, 'store', () => respond({ store: true }))
await refused('responses, previous_response_id', 400, 'previous_response_id',
  () => respond({ previous_response_id: 'resp_1' }))
await refused('responses, reasoning', 400, 'reasoning', () => respond({ reasoning: { effort: 'low' } }))
await refused('responses, unknown model', 404, 'huge', () => respond({ model: 'huge' }))
await refused('responses, of a stored one', 404, 'resp_1', () => client.responses.retrieve('resp_1'))

await check('malformed body', async () => {
  const { status, body } = await post('/v1/chat/completions', '{"model":')
  assert.equal(status, 400)
  assert.equal(body.error.type, 'invalid_request_error')
  return body.error
})
await done()
