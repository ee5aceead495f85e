import { readFileSync } from 'node:fs'
import http from 'node:http'
import { test } from '@japa/runner'
import { streams, streamsFolder } from '#tests/fixtures/write_streams'
import { seedOfRun } from '#tests/support/dice'
import { ProviderError } from '../../contract/errors.ts'
import { collect } from '../../kits/model_kit.ts'
import { openAiCompatible } from '../index.ts'
import { vendorStream, vendorStreams } from './streams.ts'

type Collected = Awaited<ReturnType<typeof collect>>

const textOf = ({ parts }: Collected): string => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** Creates a provider with an in-memory upstream that sends these pieces. */
const replaying = (pieces: Iterable<Uint8Array>) =>
  openAiCompatible(
    { baseUrl: 'http://upstream.test/v1', apiKey: null },
    {
      transport: async () => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: (async function* () {
          yield* pieces
        })(),
      }),
    }
  )

/** Starts a server that sends `piecesOf(call)`, each piece in its own turn of the event loop. */
async function serve(
  piecesOf: (call: number) => Uint8Array[]
): Promise<{ baseUrl: string; close: () => Promise<void> }> {
  let calls = 0
  const server = http.createServer(async (request, response) => {
    for await (const _ of request);
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.socket?.setNoDelay(true)
    for (const piece of piecesOf(calls++)) {
      response.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns a generator of seeded random numbers (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test.group('model-openai-compatible | vendor streams', () => {
  test('equal the output of tests/fixtures/write_streams.ts', ({ assert }) => {
    for (const [name, stream] of Object.entries(streams()))
      assert.equal(readFileSync(new URL(`${name}.sse`, streamsFolder), 'utf8'), stream, name)
  })

  for (const { name, bytes, text, reasoning, hasUsage } of vendorStreams) {
    test(`${name}: replayed over HTTP gives exactly the content deltas`, async ({ assert }) => {
      const server = await serve(() => [bytes])
      try {
        const reply = await collect(openAiCompatible({ baseUrl: server.baseUrl, apiKey: null }))
        assert.isNull(reply.error)
        assert.equal(textOf(reply), text)
        assert.isAbove(text.length, 1)
        const finish = reply.parts.at(-1)
        assert.equal(finish?.type, 'finish')
        const outputTokens = finish?.type === 'finish' ? (finish.usage?.outputTokens ?? 0) : 0
        assert.equal(outputTokens > 0, hasUsage)
        if (reasoning !== '') assert.notInclude(textOf(reply), reasoning.slice(0, 40))
      } finally {
        await server.close()
      }
    })

    test(`${name}: sent byte by byte gives the same text`, async ({ assert }) => {
      const reply = await collect(replaying([...bytes].map((byte) => Uint8Array.of(byte))))
      assert.isNull(reply.error)
      assert.equal(textOf(reply), text)
    })
  }

  test('xai: gives none of its long reasoning as text', async ({ assert }) => {
    const { bytes, text, reasoning } = vendorStream('xai')
    assert.isAbove(reasoning.length, 500)
    const given = textOf(await collect(replaying([bytes])))
    assert.equal(given, text)
    assert.isBelow(given.length, 50)
  })

  test('mistral: split in two at every byte gives the same text', async ({ assert }) => {
    const { bytes, text } = vendorStream('mistral')
    for (let cut = 1; cut < bytes.length; cut++) {
      const reply = await collect(replaying([bytes.subarray(0, cut), bytes.subarray(cut)]))
      assert.isNull(reply.error, `cut at ${cut}`)
      assert.equal(textOf(reply), text, `cut at ${cut}`)
    }
  })

  test('mistral: cut short at every place gives the text so far, and cut_off before the finish', async ({ assert }) => {
    const { bytes, text, finishEnd } = vendorStream('mistral')
    for (let end = 0; end <= bytes.length; end++) {
      const reply = await collect(replaying([bytes.subarray(0, end)]))
      assert.isTrue(text.startsWith(textOf(reply)), `ended at ${end}`)
      if (end >= finishEnd) {
        assert.isNull(reply.error, `ended at ${end}`)
        assert.equal(textOf(reply), text)
      } else {
        assert.instanceOf(reply.error, ProviderError, `ended at ${end}`)
        assert.equal((reply.error as ProviderError).code, 'cut_off', `ended at ${end}`)
      }
    }
  })

  for (const long of vendorStreams.filter(({ name }) => name !== 'mistral')) {
    test(`${long.name}: cut at 100 random places over HTTP gives the same text`, async ({ assert }) => {
      const seed = seedOfRun()
      const { bytes, text } = long
      const next = random(seed)
      const cuts = Array.from({ length: 100 }, () => 1 + Math.floor(next() * (bytes.length - 1))).sort((a, b) => a - b)
      const pieces = [0, ...cuts]
        .map((cut, i) => bytes.subarray(cut, cuts[i] ?? bytes.length))
        .filter((piece) => piece.length > 0)
      const server = await serve(() => pieces)
      try {
        const reply = await collect(openAiCompatible({ baseUrl: server.baseUrl, apiKey: null }))
        assert.isNull(reply.error, `seed ${seed}`)
        assert.equal(textOf(reply), text, `seed ${seed}`)
      } finally {
        await server.close()
      }
    })

    test(`${long.name}: cut short at 60 random places over HTTP gives cut_off before the finish`, async ({
      assert,
    }) => {
      const seed = seedOfRun()
      const { bytes, text, finishEnd } = long
      const next = random(seed)
      const ends = Array.from({ length: 60 }, () => Math.floor(next() * bytes.length))
      const server = await serve((call) => [bytes.subarray(0, ends[call])])
      const provider = openAiCompatible({ baseUrl: server.baseUrl, apiKey: null })
      try {
        for (const end of ends) {
          const reply = await collect(provider)
          assert.isTrue(text.startsWith(textOf(reply)), `seed ${seed}, ended at ${end}`)
          if (end >= finishEnd) assert.isNull(reply.error, `seed ${seed}, ended at ${end}`)
          else assert.equal((reply.error as ProviderError | null)?.code, 'cut_off', `seed ${seed}, ended at ${end}`)
        }
      } finally {
        await server.close()
      }
    })
  }
})
