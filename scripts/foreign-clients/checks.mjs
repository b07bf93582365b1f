// Prints a line for each check, and fails at the end if one did not hold.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { written } from './record.mjs'

export const url = process.argv[2]
let failures = 0

export function version(name) {
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version}`)
}

// Holds if what runs throws nothing; what it returns is shown.
export async function check(name, run) {
  try {
    console.log(`  ok    ${name}: ${JSON.stringify(await run())}`)
  } catch (failure) {
    failures++
    console.log(`  FAIL  ${name}: ${failure.message}`)
  }
}

// Holds if the SDK reports this status with a message that names the field.
export async function refused(name, status, field, run) {
  await check(name, async () => {
    let answer
    try {
      answer = await run()
    } catch (failure) {
      const message = failure.error?.error?.message ?? failure.error?.message ?? failure.error ?? failure.message
      assert.equal(failure.status ?? failure.status_code, status, String(message))
      assert.ok(String(message).includes(field), `names no ${field}: ${message}`)
      return `${status} ${message}`
    }
    assert.fail(`was answered: ${JSON.stringify(answer)}`)
  })
}

// Posts a body as it is and returns status and answer.
export async function post(path, body, headers = {}) {
  const answer = await fetch(url + path,
    { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  return { status: answer.status, body: await answer.json() }
}

export async function all(stream) {
  const parts = []
  for await (const part of stream) parts.push(part)
  return parts
}

export async function done() {
  await written()
  process.exit(failures === 0 ? 0 : 1)
}
