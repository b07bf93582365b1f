// Compares what a client got directly, directly again, and through something in between: status, header fields and
// bodies, byte for byte, but for fields in which two direct answers differ too.
//   node compare.mjs NAME DIRECT AGAIN THROUGH meter|forwarder
import { readFileSync } from 'node:fs'

const [name, ...files] = process.argv.slice(2, 6)
const isMeter = process.argv[6] === 'meter'
const ID = 'x-ipw-request-id'
// Fields of ids, of the clock and of durations: only these may differ between two direct answers.
const IDS = ['id', 'item_id']
const NUMBERS = ['created', 'created_at', 'completed_at', 'total_duration', 'load_duration', 'prompt_eval_duration',
  'eval_duration']
// Requests that call no model, which have no joules.
const WITHOUT_MODEL = ['/v1/messages/count_tokens', '/api/show']
// Fields of one connection, and the date.
const OF_CONNECTION = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

const field = (names) => new RegExp(`("(${names.join('|')})":\\s*)("[^"]*"|-?[0-9.eE+-]+)`, 'g')
const values = (text, names) => [...text.matchAll(field(names))].map((found) => found[3])
const differing = new Set()

// Replaces the digits of numbers, and the characters of ids that differ between the two direct answers: their form counts.
function masked(text, one, other) {
  const others = values(other, IDS)
  const varies = values(one, IDS).map((id, i) => id !== others[i])
  let i = 0
  return text.replace(field(IDS), (whole, before, _, value) =>
    varies[i++] ? before + value.replace(/[A-Za-z0-9]/g, 'x') : whole)
    .replace(field(NUMBERS), (_, before, __, value) => before + value.replace(/[0-9]+/g, '0'))
}

function noteDifferences(one, other) {
  for (const name of [...IDS, ...NUMBERS]) {
    const others = values(other, [name])
    if (values(one, [name]).some((value, i) => value !== others[i])) differing.add(name)
  }
}

function comparable({ method, path, asked, status, headers, body, broken }, i) {
  const [one, other] = [runs[0][i], runs[1][i]]
  const kept = Object.entries(headers ?? {}).filter(([key]) => !OF_CONNECTION.includes(key) && key !== ID).sort()
  return { method, path, asked: masked(asked, one?.asked ?? '', other?.asked ?? ''), status,
    headers: JSON.stringify(kept), broken, body: masked(body ?? '', one?.body ?? '', other?.body ?? '') }
}

const runs = files.map((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)))
const problems = []

function compare(label, run) {
  if (run.length !== runs[0].length) problems.push(`${label}: ${run.length} exchanges, not ${runs[0].length}`)
  run.forEach((exchange, i) => {
    const expected = comparable(runs[0][i] ?? { asked: '' }, i)
    const actual = comparable(exchange, i)
    for (const key of Object.keys(expected).filter((one) => expected[one] !== actual[one])) {
      problems.push(`${label}: ${exchange.method} ${exchange.path} (${i + 1}): ${key}\n`
        + `      ${JSON.stringify(expected[key])}\n      ${JSON.stringify(actual[key])}`)
    }
  })
}

compare('directly again', runs[1])
runs[1].forEach((exchange, i) => noteDifferences(exchange.body ?? '', runs[0][i]?.body ?? ''))
compare(process.argv[6], runs[2])
if (runs[0].length === 0) problems.push('no exchange was recorded')
const ids = runs[2].map((exchange) => exchange.headers?.[ID]).filter(Boolean)
if (isMeter) {
  runs[2].filter(({ method, path, status, headers }) =>
    method === 'POST' && status === 200 && !WITHOUT_MODEL.includes(path) && !headers[ID])
    .forEach((exchange) => problems.push(`${exchange.path}: no ${ID}`))
}
if (new Set(ids).size !== ids.length) problems.push(`${ID} names two requests`)

const bytes = runs[0].reduce((sum, exchange) => sum + (exchange.body ?? '').length, 0)
console.log(problems.length > 0
  ? `  FAIL  ${name}, through the ${process.argv[6]}:\n    ${problems.join('\n    ')}`
  : `  ok    ${name}, through the ${process.argv[6]}: ${runs[0].length} answers of ${bytes} bytes are the same; differ`
    + ` between two direct ones: ${[...differing].sort().join(', ') || 'no field'}${isMeter ? `; ${ids.length} ids` : ''}`)
process.exit(problems.length > 0 ? 1 : 0)
