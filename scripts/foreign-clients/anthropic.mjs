import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'
import { all, check, done, post, refused, url, version } from './checks.mjs'

version('@anthropic-ai/sdk')
const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
const user = (content) => [{ role: 'user', content }]
const body = (more, messages = user('What is 417+58?')) => ({ model: 'large', max_tokens: 20, messages, ...more })
const ask = (more, messages) => client.messages.create(body(more, messages))
const text = (message) => message.content.map((block) => block.text).join('')

await check('models', async () => (await all(client.models.list())).map((model) => model.display_name))
await check('model', async () => (await client.models.retrieve('large')).created_at)
await refused('unknown model of the list', 404, 'huge', () => client.models.retrieve('huge'))

await check('messages', async () => {
  const message = await ask()
  assert.equal(text(message), '475')
  assert.equal(message.stop_reason, 'end_turn')
  assert.deepEqual(message.usage, { input_tokens: 8, output_tokens: 4 })
  return message.usage
})
await check('messages, streamed', async () => {
  const events = await all(await ask({ stream: true }))
  assert.equal(events[0].message.usage.input_tokens, 8)
  assert.equal(events.find((event) => event.type === 'message_delta').usage.output_tokens, 4)
  assert.equal(events.filter((event) => event.type === 'content_block_delta')
    .map((event) => event.delta.text).join(''), '475')
  return [...new Set(events.map((event) => event.type))]
})
await check('messages, by the stream helper', async () => {
  const message = await client.messages.stream(body()).finalMessage()
  assert.deepEqual(message.usage, { input_tokens: 8, output_tokens: 4 })
  return text(message)
})
await check('messages, stop_sequences', async () => {
  const message = await ask({ stop_sequences: ['9', '7'] })
  assert.deepEqual([text(message), message.stop_reason, message.stop_sequence], ['4', 'stop_sequence', '7'])
  return message.usage
})
await check('messages, max_tokens', async () => {
  const message = await ask({ max_tokens: 1 })
  assert.equal(message.stop_reason, 'max_tokens')
  return text(message)
})
await check('messages, question in the system prompt', async () =>
  text(await ask({ system: [{ type: 'text', text: 'The question is 12*7.' }] }, user('Go!'))))
await check('messages, a turn that goes on with the one before', async () => {
  const first = await ask()
  const next = await ask({}, [...user('417+58'), { role: 'assistant', content: first.content }, ...user('+ 3')])
  assert.equal(text(next), '478')
  return text(next)
})
await check('messages, count_tokens', async () => {
  const count = await client.messages.countTokens({ model: 'large', messages: user('What is 417+58?') })
  assert.equal(count.input_tokens, 8)
  return count
})
await refused('messages, tools', 400, 'tools',
  () => ask({ tools: [{ name: 'add', input_schema: { type: 'object' } }] }))
await refused('messages, tools, streamed', 400, 'tools',
  () => ask({ tools: [{ name: 'add', input_schema: { type: 'object' } }], stream: true }))
await refused('messages, tool_choice', 400, 'tool_choice', () => ask({ tool_choice: { type: 'any' } }))
await refused('messages, thinking', 400, 'thinking',
  () => ask({ thinking: { type: 'enabled', budget_tokens: 1024 } }))
await refused('messages, json_schema', 400, 'output_config',
  () => ask({ output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }))
await refused('messages, top_k', 400, 'top_k', () => ask({ top_k: 3 }))
await refused('messages, image', 400, 'messages[0].content[0].type', () => ask({},
  user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }])))
await refused('messages, begun answer', 400, 'messages',
  () => ask({}, [...user('417+58'), { role: 'assistant', content: '4' }]))
await refused('messages, unknown model', 404, 'huge', () => ask({ model: 'huge' }))
await refused('messages, no max_tokens', 400, 'max_tokens', () => ask({ max_tokens: undefined }))
await check('malformed body', async () => {
  const answer = await post('/v1/messages', '[', { 'anthropic-version': '2023-06-01' })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.type, 'error')
  return answer.body.error
})
await done()
