// Loaded before a client: writes each HTTP exchange of it to the file $RECORD, a JSON line each, in the order of their
// start. The bytes of bodies are kept as they are, a letter for each.
import { writeFileSync } from 'node:fs'

const exchanges = []
const plainFetch = globalThis.fetch

globalThis.fetch = async (resource, options) => {
  const url = new URL(resource.url ?? resource)
  const exchange = { method: options?.method ?? 'GET', path: url.pathname + url.search, asked: options?.body ?? '' }
  exchanges.push(exchange)
  const response = await plainFetch(resource, options)
  exchange.status = response.status
  exchange.headers = Object.fromEntries(response.headers)
  exchange.ended = response.clone().arrayBuffer().then(
    (bytes) => { exchange.body = Buffer.from(bytes).toString('latin1') },
    (failure) => { exchange.broken = String(failure) })
  return response
}

export async function written() {
  await Promise.all(exchanges.map((exchange) => exchange.ended))
  if (process.env.RECORD) {
    writeFileSync(process.env.RECORD, exchanges.map((exchange) => JSON.stringify(exchange) + '\n').join(''))
  }
}
