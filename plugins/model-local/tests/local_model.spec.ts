import { test } from '@japa/runner'
import { AdjustableTimers } from '../../contract/adjustable_timers.ts'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import { localModel } from '../index.ts'

const quick = localModel({ wordDelayMs: 0 })

test.group('model-local | stream', () => {
  test('streams word by word', async ({ assert }) => {
    const { parts, error } = await collect(quick)
    assert.isNull(error)
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    assert.isAbove(texts.length, 5)
    assert.isTrue(texts.every((text) => /^\S+\s*$/.test(text)))
  })

  test('gives the same reply for the same request and another reply for another request', async ({ assert }) => {
    const first = await collect(quick)
    assert.deepEqual(await collect(localModel({ wordDelayMs: 0 })), first)
    const other = await collect(quick, {
      request: kitRequest({ messages: [{ role: 'user', content: 'Where do you come from?' }] }),
    })
    assert.notDeepEqual(other, first)
  })

  test('varies a reply by its seed', async ({ assert }) => {
    const replies = []
    for (const seed of [1, 1, 2, 3, 4])
      replies.push(await collect(quick, { request: kitRequest({ sampling: { seed } }) }))
    assert.deepEqual(replies[1], replies[0])
    assert.isAbove(new Set(replies.map((reply) => JSON.stringify(reply))).size, 1)
  })

  test('goes on with a message of its own in a new sentence', async ({ assert }) => {
    const messages = [...kitRequest().messages, { role: 'assistant' as const, content: 'I keep' }]
    const { parts } = await collect(quick, { request: kitRequest({ messages }) })
    assert.match(parts[0]?.type === 'text' ? parts[0].text : '', /^ \S/)
  })

  test('writes as many different lines for the user as are asked for', async ({ assert }) => {
    const { cast } = kitRequest()
    const request = kitRequest({ lines: 3, outputTokensMax: 400, cast: { ...cast, isForUser: true } })
    const { parts } = await collect(quick, { request })
    const lines = parts
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('')
      .split('\n')
    assert.deepEqual(
      lines.map((line) => line.slice(0, 3)),
      ['1. ', '2. ', '3. ']
    )
    assert.lengthOf(new Set(lines.map((line) => line.slice(3))), 3)
  })

  test('counts words as usage and stops at outputTokensMax', async ({ assert }) => {
    const { parts } = await collect(quick, { request: kitRequest({ outputTokensMax: 3 }) })
    assert.lengthOf(parts, 4)
    const finish = parts.at(-1)
    assert.equal(finish?.type === 'finish' && finish.reason, 'length')
    assert.equal(finish?.type === 'finish' && finish.usage?.outputTokens, 3)
  })

  test('ends immediately when the signal fires during a pause', async ({ assert }) => {
    const abort = new AbortController()
    const timers = new AdjustableTimers()
    const reply = collect(localModel({ wordDelayMs: 3_600_000, timers }), { signal: abort.signal })
    await timers.timersAreSet(1)
    abort.abort()
    const { parts, error } = await reply
    assert.deepEqual({ parts, error }, { parts: [], error: null })
  })

  test('pauses before each word', async ({ assert }) => {
    const pauses: number[] = []
    const timers = new (class extends AdjustableTimers {
      override async sleep(ms: number) {
        pauses.push(ms)
      }
    })()
    const { parts } = await collect(localModel({ wordDelayMs: 5, timers }))
    assert.deepEqual(pauses, Array(parts.length - 1).fill(5))
  })
})
