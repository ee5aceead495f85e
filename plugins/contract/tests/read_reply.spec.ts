import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { test } from '@japa/runner'
import { Adaptations } from '../adaptations.ts'
import { ProviderError } from '../errors.ts'
import type { ReplyPart } from '../model.ts'
import { readReply } from '../read_reply.ts'
import { ReplyReader } from '../reply_reader.ts'

interface Event {
  text?: unknown
  reason?: unknown
  error?: string
}

/** A vendor whose events have a text, a reason or an error. */
class Events extends ReplyReader {
  readEvent({ text = '', reason, error }: Event): string | null {
    if (error) this.fail(new ProviderError('unavailable', error))
    this.finish(reason)
    return typeof text === 'string' ? text : null
  }
}

const event = (value: Event) => `data: ${JSON.stringify(value)}\n\n`
const failure = () => new ProviderError('invalid_response', 'Not a stream.')

/** Reads a stream in these pieces. An error among them breaks the connection. */
const read = async (
  pieces: Iterable<string | Uint8Array | Error>,
  { adaptations = new Adaptations(), model = 'm', contentType = 'text/event-stream' } = {}
) => {
  const body = (async function* () {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece
      yield typeof piece === 'string' ? Buffer.from(piece) : piece
    }
  })()
  const parts: ReplyPart[] = []
  let error: unknown = null
  try {
    const exchange = {
      transport: async () => ({ status: 200, headers: { 'content-type': contentType }, body }),
      call: () => ({ method: 'POST' as const, url: '', headers: {} }),
      reader: new Events(),
      failureOfStatus: failure,
      failureOfText: failure,
      model,
      adaptations,
    }
    for await (const part of readReply(exchange, new AbortController().signal)) parts.push(part)
  } catch (thrown) {
    error = thrown
  }
  const last = parts.at(-1)
  const text = parts.reduce(
    (all, part) => (part.type === 'retract' ? '' : part.type === 'text' ? all + part.text : all),
    ''
  )
  return {
    parts,
    text,
    reason: last?.type === 'finish' ? last.reason : null,
    code: (error as ProviderError | null)?.code ?? null,
  }
}

const broken = new ProviderError('cut_off', 'It broke.')

/** Junk between two events. None of it may end or change a reply. */
const junk = fc.oneof(
  fc.constantFrom(
    ': keep-alive\n\n',
    ': a\n: b\n',
    'data:\n\n',
    'data: null\n\n',
    'data: 12\n\n',
    'data: "ping"\n\n',
    'data: {"text": \n\n',
    'data: {"text": 5}\n\n',
    'data: []\n\n',
    'event: ping\ndata: {}\n\n',
    'id: 7\nretry: 9\n\n',
    '{}\n',
    '\r\n\r\n',
    'stream running\n\n'
  ),
  fc.stringMatching(/^[a-z ]{1,20}$/).map((word) => `data: ${word === 'done' ? 'x' : word}\n\n`)
)

test.group('contract | reader of replies', () => {
  test('gives the same text with any junk between the events, cut anywhere', async ({ assert }) => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(junk, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.boolean(),
        async (said, extra, cuts, isJson) => {
          const framed = (value: Event) => (isJson ? `${JSON.stringify(value)}\n` : event(value))
          const events = [...said.map((text) => framed({ text })), framed({ reason: 'stop' })]
          const plain = await read([events.join('')])
          const mixed = events.flatMap((one, at) => [one, ...extra.filter((_, n) => n % events.length === at)])
          const bytes = Buffer.from([...extra.slice(0, 2), ...mixed, 'data: [DONE]\n\n'].join(''))
          const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
          const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
          const { text, reason, code } = await read(pieces)
          assert.deepEqual({ text, reason, code }, { text: plain.text, reason: 'stop', code: null })
        }
      ),
      { numRuns: 300 }
    )
  })

  test('reads [DONE] in any spelling, and a repeated one')
    .with(['[DONE]', '[DONE] ', ' [DONE]', '[done]', '"[DONE]"', 'DONE', '[DONE]\n\ndata: [DONE]'])
    .run(async ({ assert }, mark) => {
      const { text, reason } = await read([event({ text: 'Hi.' }), `data: ${mark}\n\n`, event({ text: 'More.' })])
      assert.deepEqual({ text, reason }, { text: 'Hi.', reason: 'stop' })
    })

  test('reads events that are labelled twice or not separated', async ({ assert }) => {
    const glued = 'data: {"text":"a"}\ndata: {"text":"b","reason":"stop"}\ndata: [DONE]\n\n'
    assert.equal((await read([glued])).text, 'ab')
    assert.equal((await read(['data: data: {"text":"a","reason":"stop"}\n\n'])).text, 'a')
  })

  test('counts what follows a reason, and forgets the reason when text does', async ({ assert }) => {
    const each = (text: string, reason = 'stop') => event({ text, reason })
    assert.deepInclude(await read([each('a'), each('b'), each('c', 'length')]), { text: 'abc', reason: 'length' })
    assert.deepInclude(await read([each('a'), each('b'), event({ reason: 'SAFETY' })]), { text: 'ab', reason: 'stop' })
    assert.deepInclude(await read([event({ reason: 'odd' }), event({ reason: 'stop' })]), { reason: 'stop' })
  })

  test('breaks off a reply whose server has gone on after a reason, when it then fails', async ({ assert }) => {
    const each = [event({ text: 'a', reason: 'stop' }), event({ text: 'b', reason: 'stop' })]
    assert.deepInclude(await read([...each, broken]), { text: 'ab', code: 'cut_off' })
    assert.deepInclude(await read([...each, event({ error: 'No.' })]), { text: 'ab', code: 'unavailable' })
    assert.deepInclude(await read([...each, event({ reason: 'network_error' })]), { text: 'ab', reason: 'stop' })
  })

  test('breaks off a reply that ends for a failure', async ({ assert }) => {
    for (const reason of ['network_error', 'abort', 'error'])
      assert.deepInclude(await read([event({ text: 'Half' }), event({ reason })]), {
        text: 'Half',
        code: 'unavailable',
      })
  })

  test('calls an unreadable stream invalid, and a truncated one cut off', async ({ assert }) => {
    for (const text of ['<html>', 'data: x\n\n', 'data: {"text":\n\n', '{"text":5}', 'x'.repeat(2_000_000)])
      assert.equal((await read([text])).code, 'invalid_response', text.slice(0, 20))
    for (const text of ['', ': hm\n\n', 'data:\n\n', 'data: {"te', '{"te', 'dat'])
      assert.equal((await read([text])).code, 'cut_off', text)
  })

  test('says once what was unusual about the streams of a model', async ({ assert }) => {
    const adaptations = new Adaptations()
    const told: string[] = []
    adaptations.onNew(({ topic }) => told.push(topic))
    const stream = ['data: x\n\n', event({ text: 'plan</think>Yes.' }), event({ reason: 'odd <b>' })]
    for (let replies = 0; replies < 2; replies++)
      assert.equal((await read(stream, { adaptations, contentType: 'text/html; charset=utf-8' })).text, 'Yes.')
    assert.deepEqual(told, ['label', 'unreadable', 'finish_reason', 'thinking_mark'])
    assert.notInclude(JSON.stringify(adaptations.of('m')), '<b>')
    assert.deepEqual(adaptations.of('another'), [])
  })

  test('shows no reasoning as text once a model is known to leave out the opening mark', async ({ assert }) => {
    const adaptations = new Adaptations()
    const stream = [event({ text: 'plan' }), event({ text: '</think>Yes.' }), event({ reason: 'stop' })]
    const types = async (model = 'm') => (await read(stream, { adaptations, model })).parts.map(({ type }) => type)
    assert.deepEqual(await types(), ['text', 'retract', 'text', 'finish'])
    assert.deepEqual(await types(), ['thinking', 'text', 'finish'])
    // A name like this tells it beforehand.
    assert.deepEqual(await types('Qwen3-4B-Thinking'), ['thinking', 'text', 'finish'])
  })

  test('streams again when such a model turns out not to think', async ({ assert }) => {
    const adaptations = new Adaptations()
    const stream = [event({ text: 'Good ' }), event({ text: 'evening.' }), event({ reason: 'stop' })]
    const first = await read(stream, { adaptations, model: 'a-reasoner' })
    assert.equal(first.text, 'Good evening.')
    const second = await read(stream, { adaptations, model: 'a-reasoner' })
    assert.lengthOf(
      second.parts.filter(({ type }) => type === 'text'),
      2
    )
  })

  test('decompresses nothing itself: that is the transport’s', async ({ assert }) => {
    assert.equal((await read([gzipSync(event({ text: 'a', reason: 'stop' }))])).code, 'invalid_response')
  })
})
