import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { sharedStage } from '#tests/support/stage'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/build_on_it.md'), 'utf8')
const steps = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind, body]) => ({ kind: kind!, body: body! }))
const run = promisify(execFile)

/** Turns the guide's curl into a request, because not every machine has curl. */
const send = async (line: string, fill: (text: string) => string) => {
  const words = [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(#.*)|(\S+)/g)].flatMap(
    ([, quoted, double, comment, word]) => (comment ? [] : fill(quoted ?? double ?? word ?? ''))
  )
  const after = (flag: string) => words.flatMap((word, at) => (words[at - 1] === flag ? word : []))
  const url = words.find((word) => word.startsWith('http'))!
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]))
  const [body] = after('-d')
  return fetch(url, { headers, ...(body && { method: 'POST', body }) })
}

test.group('The guide for builders', () => {
  test('works as written, with curl and OpenAI’s client', async ({ assert }) => {
    const stage = await sharedStage()
    const visitor = await stage.visitor()
    const scopes = ['models', 'read']
    const { value } = (await visitor.post('/api/tokens', { name: 'Script', scopes, days: 30 })).body
    const variables: Record<string, string> = { FACET_URL: stage.server.url, FACET_TOKEN: value }
    const fill = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? '')
    let requests = 0
    for (const { kind, body } of steps) {
      if (kind === 'sh' && body.startsWith('curl')) {
        const answer = await send(body, fill)
        assert.equal(answer.status, 200, body)
        requests++
      }
      if (kind === 'js' && body.includes('new OpenAI')) {
        const env = { ...process.env, ...variables }
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', body], { cwd: root, env })
        assert.equal(stdout, 'Hello there.')
      }
    }
    assert.equal(requests, 3)
    for (const [name] of Object.entries(variables)) assert.include(guide, `export ${name}=`)
  })
})
