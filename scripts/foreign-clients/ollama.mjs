import assert from 'node:assert/strict'
import { Ollama } from 'ollama'
import { all, check, done, post, refused, url, version } from './checks.mjs'

version('ollama')
const client = new Ollama({ host: url })
const user = (content) => [{ role: 'user', content }]
const chat = (more, messages = user('What is 417+58?')) => client.chat({ model: 'large', messages, ...more })
const generate = (more) => client.generate({ model: 'large', prompt: 'What is 417+58?', ...more })
const counts = (record) => [record.prompt_eval_count, record.eval_count]

await check('version', () => client.version())
await check('list', async () => (await client.list()).models.map((model) => model.name))
await check('show', async () => (await client.show({ model: 'large' })).model_info)
await refused('show, unknown model', 404, 'huge', () => client.show({ model: 'huge' }))

await check('chat', async () => {
  const record = await chat()
  assert.equal(record.message.content, '475')
  assert.equal(record.done_reason, 'stop')
  assert.deepEqual(counts(record), [8, 4])
  return counts(record)
})
await check('chat, streamed', async () => {
  const records = await all(await chat({ stream: true }))
  assert.equal(records.map((record) => record.message.content).join(''), '475')
  assert.deepEqual(counts(records.at(-1)), [8, 4])
  assert.ok(records.at(-1).done)
  return `${records.length} records`
})
await check('chat, the name with a tag', async () => (await chat({ model: 'large:latest' })).message.content)
await check('chat, stop', async () => {
  const record = await chat({ options: { stop: ['7'] } })
  assert.equal(record.message.content, '4')
  return counts(record)
})
await check('chat, num_predict', async () => {
  const record = await chat({ options: { num_predict: 2 } })
  assert.equal(record.done_reason, 'length')
  return record.message.content
})
await check('chat, a seed repeats itself', async () => {
  const drawn = () => chat({ options: { temperature: 8, top_p: 0.9, seed: 4 } })
  assert.equal((await drawn()).message.content, (await drawn()).message.content)
  return (await drawn()).message.content
})
await check('chat, logprobs', async () => {
  const record = await chat({ logprobs: true, top_logprobs: 3 })
  assert.equal(record.logprobs.map((token) => token.token).join(''), '475')
  return record.logprobs[0]
})
await check('chat, question in the system prompt', async () => (await chat({},
  [{ role: 'system', content: 'The question is 12*7.' }, ...user('Go!')])).message.content)
await check('chat, a turn that goes on with the one before', async () => {
  const first = await chat()
  const record = await chat({}, [...user('417+58'), first.message, ...user('+ 3')])
  assert.equal(record.message.content, '478')
  return record.message.content
})
await refused('chat, tools', 400, 'tools', () => chat({ tools: [{ type: 'function',
  function: { name: 'add', parameters: { type: 'object', properties: {} } } }] }))
await refused('chat, format json', 400, 'format', () => chat({ format: 'json' }))
await refused('chat, format of a schema', 400, 'format', () => chat({ format: { type: 'object' } }))
await refused('chat, think', 400, 'think', () => chat({ think: true }))
await refused('chat, images', 400, 'messages[0].images',
  () => chat({}, [{ role: 'user', content: '1+1', images: ['iVBORw0KGgo='] }]))
await refused('chat, num_ctx', 400, 'options.num_ctx', () => chat({ options: { num_ctx: 4096 } }))
await refused('chat, unload', 400, 'keep_alive', () => chat({ keep_alive: 0 }))
await refused('chat, unknown model', 404, 'huge', () => chat({ model: 'huge' }))
await refused('chat, streamed, unknown model', 404, 'huge', () => chat({ model: 'huge', stream: true }))

await check('generate', async () => {
  const record = await generate()
  assert.equal(record.response, '475')
  assert.deepEqual(counts(record), [8, 4])
  return counts(record)
})
await check('generate, streamed, with a stop', async () => {
  const records = await all(await generate({ stream: true, options: { stop: ['75'] } }))
  assert.equal(records.map((record) => record.response).join(''), '4')
  return counts(records.at(-1))
})
await check('generate, system', async () =>
  (await generate({ system: 'The question is 12*7.', prompt: 'Go!' })).response)
await refused('generate, suffix', 400, 'suffix', () => generate({ suffix: 'x' }))
await refused('generate, raw', 400, 'raw', () => generate({ raw: true }))
await refused('generate, context', 400, 'context', () => generate({ context: [1, 2] }))
await refused('embed', 404, '/api/embed', () => client.embed({ model: 'large', input: 'x' }))
await check('malformed body', async () => {
  const { status, body } = await post('/api/chat', '{"model":1,"messages":[]}')
  assert.equal(status, 400)
  assert.equal(typeof body.error, 'string')
  return body
})
await done()
