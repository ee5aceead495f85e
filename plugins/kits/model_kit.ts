import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { systemTimers, type Timers } from '../contract/timers.ts'
import { ProviderError } from '../contract/errors.ts'
import { AdjustableTimers } from '../contract/adjustable_timers.ts'
import type {
  ModelProvider,
  ModelRequest,
  ModelUsage,
  ReplyPart,
  Sampling,
  SentConversation,
} from '../contract/model.ts'
import { casesOf, type Answer, type Reaction } from './fake_server.ts'
import { sentConversation } from '../contract/sent_conversation.ts'
import type { Transport } from '../contract/transport.ts'
import { assertLeaksNothing, noSignal, statusCases, within } from './checks.ts'

/** A vendor's wire format, which the kit needs to simulate the vendor. Each member contains or returns bytes as text. */
export interface UpstreamFraming {
  contentType: string
  /** Returns the conversation in the body of a request: its messages, or the one text that has them all. */
  conversation(body: string): SentConversation['messages'] | string
  /** The bytes before the first text. May be ''. */
  opening: string
  /** Returns one delta. Lone surrogates must become escapes, as with JSON.stringify. */
  text(delta: string): string
  /** Returns one delta of reasoning. Omit if the vendor has no reasoning. */
  reasoning?(delta: string): string
  /** Returns the end of a reply, with or without usage, excluding `terminator`. */
  finish(reason: 'stop' | 'length', usage: ModelUsage | null): string
  /** The end of the stream. '' if `finish` ends the stream. */
  terminator: string
  /** The end of a reply that the vendor's content rules ended, excluding `terminator`. Omit if the vendor doesn't report this. */
  filtered?: string
  /** Returns the end of a reply that the model declined. `words` is the model's explanation, if the vendor sends it apart from the text. */
  refused?(words: string): string
  /** Returns an error event in the middle of a 200 stream. */
  errorUnder200(message: string): string
  /** Returns the JSON body of an error status. */
  errorBody(message: string): string
  /** A well-framed event with invalid content. */
  garbage: string
}

export interface ModelKitDeps {
  transport: Transport
  baseUrl: string
  apiKey: string
  timers: Timers
}

export interface ModelKitOptions {
  /** The test function of any runner: `(title, fn) => test(title, () => fn())`. */
  test: (title: string, fn: () => Promise<void>) => unknown
  /** The prefix of each title. */
  name: string
  createProvider: (deps: ModelKitDeps) => ModelProvider
  /** Omit for a provider without an upstream. Cases that need one are then not registered. */
  upstream?: UpstreamFraming
  /** A model that continues the assistant's last message, if only some models do. */
  prefillingModel?: string
  /** The time limit for 'immediately'. Default 1,000. */
  promptMs?: number
}

/** Secrets that must not appear in any error, even if the upstream echoes them. */
export const secrets = {
  apiKey: 'sk-kit-0123456789abcdef',
  system: 'You are Orsolya, keeper of the kit-secret lighthouse.',
  userText: 'My kit-secret diary says hello.',
} as const

/** Values within the scales of all vendors that occur nowhere else in a request. */
const sampling: Required<Sampling> = {
  temperature: 0.37,
  topP: 0.61,
  minP: 0.07,
  topK: 37,
  repetitionPenalty: 1.13,
  presencePenalty: 0.41,
  frequencyPenalty: 0.29,
  seed: 90_417,
}

const usage: ModelUsage = { inputTokens: 11, outputTokens: 7 }
const sentence = 'The sea 🌊 is “quiet”, said Łucja — naïve, 静かな海, \n\r\n and all.'

export function kitRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'kit-model',
    system: secrets.system,
    messages: [
      { role: 'assistant', content: 'Welcome to the light.' },
      { role: 'user', content: secrets.userText },
    ],
    cast: {
      character: {
        name: 'Orsolya',
        description: 'A lighthouse keeper.',
        personality: 'Patient, dry, kind.',
      },
      user: { name: 'Robin', persona: '' },
    },
    contextTokens: 4096,
    outputTokensMax: 512,
    sampling: { temperature: 0.8 },
    variant: 0,
    stop: [],
    ...changes,
  }
}

/** Registers the conformance cases for model providers, one per promise, with any test runner. */
export function registerModelKit(options: ModelKitOptions): void {
  registerCommonCases(options)
  if (options.upstream) registerUpstreamCases(options, options.upstream)
}

function registerCommonCases(options: ModelKitOptions): void {
  const { upstream, promptMs = 1000 } = options
  const deltas = upstream
    ? (upstream.text('One ') + upstream.text('two ') + upstream.text('three.')).split(/(?<=\n\n)/)
    : []
  const whole: Answer = upstream
    ? {
        contentType: upstream.contentType,
        steps: [upstream.opening, ...deltas, upstream.finish('stop', usage) + upstream.terminator],
      }
    : { contentType: '', steps: [] }
  const open: Answer = { ...whole, steps: [...whole.steps.slice(0, -1), 'silence'] }
  const { test, on } = runner(options)

  test('ends a reply with exactly one finish, as its last part', () =>
    on(whole, async ({ provider }) => {
      const parts = partsOf(await collect(provider))
      assert.equal(parts.filter((part) => part.type === 'finish').length, 1, 'one finish')
      assert.equal(parts.at(-1)?.type, 'finish', 'the finish is last')
    }))

  test('yields only parts that the contract defines', () =>
    on(whole, async ({ provider }) => {
      for (const part of partsOf(await collect(provider))) {
        if (part.type === 'text') assert.equal(typeof part.text, 'string')
        else if (part.type === 'finish') {
          assert.ok(['stop', 'length', 'filter', 'refusal', 'unknown'].includes(part.reason), 'a known reason')
          const counts = part.usage === null ? [] : [part.usage.inputTokens, part.usage.outputTokens]
          assert.ok(
            counts.every((count) => Number.isInteger(count) && count >= 0),
            'usage is null or whole numbers'
          )
        } else assert.ok(['thinking', 'alive', 'retract'].includes(part.type), part.type)
      }
    }))

  test('sends no request and yields nothing when the signal has already fired', () =>
    on(whole, async ({ provider, server }) => {
      const result = await within(
        promptMs,
        'the provider did not end',
        collect(provider, { signal: AbortSignal.abort() })
      )
      assert.deepEqual(result.parts, [])
      assert.equal(server.calls.length, 0, 'no call to the upstream')
    }))

  test('ends at once, without a finish, when the signal fires in the middle', () =>
    on(open, async ({ provider }) => {
      const abort = new AbortController()
      const seen: ReplyPart[] = []
      const reading = collect(provider, {
        signal: abort.signal,
        onPart: (part) => {
          seen.push(part)
          abort.abort()
        },
      })
      const { parts } = await within(promptMs, 'the provider continued after the signal', reading)
      assert.ok(seen.length > 0, 'some text came before')
      assert.ok(
        parts.every((part) => part.type !== 'finish'),
        'an aborted reply is not finished'
      )
    }))

  test('lets the consumer stop reading in the middle', () =>
    on(open, async ({ provider }) => {
      const leave = async () => {
        for await (const _ of provider.streamReply(kitRequest(), noSignal())) break
      }
      await within(promptMs, 'leaving the loop did not end', leave())
    }))

  test('writes two replies at once without mixing them', () =>
    on(whole, async ({ provider }) => {
      const alone = textOf(await collect(provider))
      const both = await Promise.all([collect(provider), collect(provider)])
      assert.deepEqual(both.map(textOf), [alone, alone])
    }))

  test('accepts any request that the types allow', () =>
    on(whole, async ({ provider }) => {
      const emptyCast = {
        character: { name: '', description: '', personality: '' },
        user: { name: '', persona: '' },
      }
      const words = [
        '',
        ' ',
        '🌊'.repeat(50),
        'مرحبا، من أنت؟',
        '*waves*',
        '((((',
        '$&',
        '\\',
        'a'.repeat(8000),
        '?'.repeat(300),
        'constructor',
        '静かな海',
      ]
      for (const content of words) {
        for (const cast of [kitRequest().cast, emptyCast]) {
          const result = await collect(provider, {
            request: kitRequest({ cast, messages: [{ role: 'user', content }] }),
          })
          if (result.error !== null) assert.ok(result.error instanceof ProviderError, `threw ${inspect(result.error)}`)
          checkTexts(result.parts)
        }
      }
      const quiet = await collect(provider, { request: kitRequest({ messages: [], system: '' }) })
      if (quiet.error !== null) assert.ok(quiet.error instanceof ProviderError)
    }))
}

function registerUpstreamCases(options: ModelKitOptions, upstream: UpstreamFraming): void {
  const { promptMs = 1000 } = options
  const { test, on } = runner(options)
  const ending = upstream.finish('stop', usage) + upstream.terminator
  const stream = (...steps: Answer['steps']): Answer => ({ contentType: upstream.contentType, steps })
  const whole = upstream.opening + [...sentence].map((character) => upstream.text(character)).join('') + ending
  const echo = `${secrets.apiKey} ${secrets.system} ${secrets.userText}`

  test('sends the system text, the messages and the key in one request', () =>
    on(stream(whole), async ({ provider, server }) => {
      await collect(provider)
      assert.equal(server.calls.length, 1)
      const { method, url, body = '', headers } = server.calls[0]!.request
      assert.equal(method, 'POST')
      for (const part of [secrets.system, secrets.userText])
        assert.ok(body.includes(JSON.stringify(part).slice(1, -1)), `${part} was sent`)
      assert.ok(body.includes('"kit-model"') || url.includes('kit-model'), 'the model was named, or is in the address')
      assert.ok(
        Object.values(headers).some((value) => value.includes(secrets.apiKey)),
        'the key was sent'
      )
    }))

  test('tells the conversation that it sends', async () => {
    const { prefillingModel = 'kit-model' } = options
    const [said, answer] = [
      { role: 'user', content: secrets.userText },
      { role: 'assistant', content: 'The lamp <|im_end|> may  ' },
    ] as const
    const requests: Partial<ModelRequest>[] = [
      {},
      { messages: [said, answer, said] },
      { messages: [answer, said, answer] },
      { messages: [answer, said, answer], model: prefillingModel },
      { messages: [answer, said, said], system: '' },
    ]
    for (const changes of requests)
      await on(stream(whole), async ({ provider, server }) => {
        const request = kitRequest(changes)
        await collect(provider, { request })
        const sent = upstream.conversation(server.calls.at(-1)!.request.body!)
        const { messages, template } = sentConversation(provider, request)
        if (typeof sent !== 'string') return assert.deepEqual(messages, sent)
        const written = withoutContents(sent, messages)
        // The template has a system prompt and three messages.
        if (changes.messages === undefined) assert.equal(written, template)
      })
  })

  test('sends pictures with their message if it accepts any, and leaves them out otherwise', () =>
    on(stream(whole), async ({ provider, server }) => {
      const picture = { type: 'image/jpeg', base64: 'a2l0LXBpY3R1cmU=' } as const
      const messages = [{ role: 'user', content: secrets.userText, pictures: [picture] }] as const
      const request = kitRequest({ messages })
      await collect(provider, { request })
      const { body = '' } = server.calls[0]!.request
      const picturesMax = provider.picturesMax?.('kit-model') ?? 0
      assert.equal(body.includes(picture.base64), picturesMax > 0, `${picturesMax} pictures are accepted`)
      assert.ok(body.includes(JSON.stringify(secrets.userText).slice(1, -1)), 'the text was sent')
      assert.ok(!JSON.stringify(sentConversation(provider, request)).includes(picture.base64), 'texts have no picture')
    }))

  test('sends the sampling parameters that it takes, and no others', async () => {
    for (const parameter of Object.keys(sampling) as (keyof Sampling)[])
      await on(stream(whole), async ({ provider, server }) => {
        const value = sampling[parameter]
        await collect(provider, { request: kitRequest({ sampling: { [parameter]: value } }) })
        const isSent = new RegExp(`:\\s*${value}(?![\\d.])`).test(server.calls[0]!.request.body ?? '')
        const isTaken = provider.takes('kit-model').includes(parameter)
        assert.equal(isSent, isTaken, `${parameter} is ${isTaken ? '' : 'not '}taken`)
      })
  })

  test('lets a model that prefills go on with the assistant’s last message', () =>
    on(
      stream(upstream.opening + upstream.text(' be') + upstream.text(' warm.') + ending),
      async ({ provider, server }) => {
        const { prefillingModel: model = 'kit-model' } = options
        if (!provider.prefills?.(model)) {
          assert.equal(options.prefillingModel, undefined, `${model} prefills`)
          return
        }
        const messages = [...kitRequest().messages, { role: 'assistant', content: 'The kit-lamp may ' }] as const
        const answer = await collect(provider, { request: kitRequest({ model, messages }) })
        assert.equal(textOf(answer), ' be warm.', 'the text is not changed')
        const [before, after, more] = server.calls[0]!.request.body!.split('The kit-lamp may')
        assert.ok(before!.includes(secrets.userText) && more === undefined, 'the message comes once, after the user’s')
        assert.ok(/^ ?"/.test(after!) && !after!.includes('"role"'), 'nothing follows it')
      }
    ))

  test('gives the text exactly as it was sent', () =>
    on(stream(whole), async ({ provider }) => {
      assert.equal(textOf(await collect(provider)), sentence)
    }))

  test('gives text as it arrives, not at the end', () =>
    on(stream(upstream.opening + upstream.text('First. '), 'silence'), async ({ provider }) => {
      const abort = new AbortController()
      const first = new Promise<void>(
        (resolve) => void collect(provider, { signal: abort.signal, onPart: () => resolve() })
      )
      await within(promptMs, 'no text came while the upstream was silent', first)
      abort.abort()
    }))

  test('reads a stream cut at every byte', async () => {
    const short = upstream.opening + upstream.text('a€') + upstream.text('🌊 z') + ending
    const bytes = Buffer.from(short)
    for (let cut = 1; cut < bytes.length; cut++)
      await expectText(options, stream(bytes.subarray(0, cut), bytes.subarray(cut)), 'a€🌊 z', `cut at ${cut}`)
  })

  test('reads a stream that comes byte by byte, within characters too', async () => {
    await expectText(
      options,
      stream(...[...Buffer.from(whole)].map((byte) => Uint8Array.of(byte))),
      sentence,
      'byte by byte'
    )
  })

  test('reads lines that end in CR LF, cut between the two', async () => {
    const crlf = whole.replaceAll('\n', '\r\n')
    await expectText(options, stream(...crlf.split(/(?<=\r)/)), sentence, 'cut after each CR')
  })

  test('reports the finish reason, with and without text', async () => {
    const finishes = [
      ['stop', upstream.finish('stop', usage)],
      ['length', upstream.finish('length', usage)],
      ...(upstream.filtered === undefined ? [] : [['filter', upstream.filtered]]),
      ...(upstream.refused ? [['refusal', upstream.refused('kit-refusal')]] : []),
    ] as [string, string][]
    for (const [reason, finish] of finishes)
      for (const text of ['Hm.', '']) {
        const said = text === '' ? '' : upstream.text(text)
        await on(stream(upstream.opening + said + finish + upstream.terminator), async ({ provider }) => {
          const collected = await collect(provider)
          assert.equal(finishOf(collected).reason, reason)
          assert.equal(textOf(collected), text)
        })
      }
  })

  test('gives the usage that the upstream counted', () =>
    on(stream(whole), async ({ provider }) => {
      const { inputTokens, outputTokens } = finishOf(await collect(provider)).usage ?? {}
      assert.deepEqual({ inputTokens, outputTokens }, usage)
    }))

  test('gives null for usage that the upstream left out', () =>
    on(
      stream(upstream.opening + upstream.text('Hm.') + upstream.finish('stop', null) + upstream.terminator),
      async ({ provider }) => {
        assert.equal(finishOf(await collect(provider)).usage, null)
      }
    ))

  test('yields a single finish for an empty reply', () =>
    on(stream(upstream.opening + ending), async ({ provider }) => {
      const parts = partsOf(await collect(provider))
      assert.deepEqual(
        parts.map((part) => part.type),
        ['finish']
      )
    }))

  test('never gives an empty text', () =>
    on(
      stream(upstream.opening + upstream.text('') + upstream.text('a'), upstream.text(''), upstream.text('\0'), ending),
      async ({ provider }) => {
        assert.ok(
          (await collect(provider)).parts.every((part) => part.type !== 'text' || part.text !== ''),
          'no part is empty'
        )
      }
    ))

  const reasoning = upstream.reasoning
  if (reasoning) {
    const thoughts =
      upstream.opening +
      reasoning('kit-thought one') +
      reasoning(' two') +
      upstream.text('Yes.') +
      reasoning('kit-thought three') +
      ending
    test('gives the reasoning apart from the text', () =>
      on(stream(thoughts), async ({ provider }) => {
        const collected = await collect(provider)
        assert.equal(textOf(collected), 'Yes.')
        // A vendor may hide the reasoning.
        assert.ok(['', 'kit-thought one twokit-thought three'].includes(thoughtOf(collected)), thoughtOf(collected))
      }))

    test('yields a thinking part while the model reasons', () =>
      on(stream(upstream.opening + reasoning('kit-thought'), 'silence'), async ({ provider }) =>
        findThinking(provider, promptMs)
      ))
  }

  test('removes reasoning at the start of the text, however it is split', async () => {
    const replies = [
      ['<think>kit-thought\n</think>\n\nYes.', 'Yes.'],
      ['\n<think>\n\n</think>\n<think>kit</think> Yes.', 'Yes.'],
      ['<think>kit-thought </thin', ''],
      ['<thinking>kit-thought</thinking>\n\nYes.', 'Yes.'],
      ['<THINK>kit-thought</THINK>Yes.', 'Yes.'],
      ['[THINK]kit-thought[/THINK]Yes.', 'Yes.'],
      ['<|channel|>analysis<|message|>kit<|end|><|start|>assistant<|channel|>final<|message|>Yes.', 'Yes.'],
      ['<thinking aloud> I wave.', '<thinking aloud> I wave.'],
      ['[The door opens.]', '[The door opens.]'],
      ['I <think>so</think>.', 'I <think>so</think>.'],
      [' <', ' <'],
    ] as const
    for (const [said, expected] of replies) {
      for (let cut = 0; cut < said.length; cut++) {
        const steps = [said.slice(0, cut), said.slice(cut)].filter(Boolean).map((delta) => upstream.text(delta))
        await expectText(options, stream(upstream.opening, ...steps, ending), expected, `${said} cut at ${cut}`)
      }
    }
  })

  test('takes reasoning back whose opening mark the chat template has written, however it is split', async () => {
    for (const said of ['kit-thought\n</think>\n\nYes.', 'kit [a] <b> thought[/THINK]Yes.']) {
      for (let cut = 0; cut < said.length; cut++) {
        const steps = [said.slice(0, cut), said.slice(cut)].filter(Boolean).map((delta) => upstream.text(delta))
        await expectText(options, stream(upstream.opening, ...steps, ending), 'Yes.', `${said} cut at ${cut}`)
      }
    }
  })

  test('yields a thinking part while the model reasons within the text', () =>
    on(stream(upstream.opening + upstream.text('<think>kit'), 'silence'), async ({ provider }) =>
      findThinking(provider, promptMs)
    ))

  test('joins a surrogate pair that came in two deltas, and never gives half of one', () =>
    on(stream(upstream.opening + upstream.text('a\ud83d'), upstream.text('\ude00b') + ending), async ({ provider }) => {
      const { parts } = await collect(provider)
      assert.ok(
        parts.every((part) => part.type !== 'text' || part.text.isWellFormed()),
        'no part ends or begins in the middle of a pair'
      )
      assert.equal(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''), 'a😀b')
    }))

  test('removes NUL characters and lone surrogates', () =>
    on(
      stream(
        upstream.opening + upstream.text('a\0b') + upstream.text('\ude00c\ud83d') + upstream.text('d\ud83d') + ending
      ),
      async ({ provider }) => {
        assert.equal(textOf(await collect(provider)), 'abcd')
      }
    ))

  for (const { status, title, headers, check } of statusCases) {
    test(title, () =>
      on({ status, headers, steps: [upstream.errorBody('No.')] }, async ({ provider, server }) => {
        const { error, parts } = await collect(provider)
        assert.deepEqual(parts, [])
        check(providerError(error))
        assert.equal(server.calls.length, 1, 'it does not retry')
      })
    )
  }

  test('throws for an error that comes under HTTP 200, after the text before it', () =>
    on(stream(upstream.opening + upstream.text('Half') + upstream.errorUnder200('No.')), async ({ provider }) => {
      const { error, parts } = await collect(provider)
      providerError(error)
      assert.deepEqual(parts, [{ type: 'text', text: 'Half' }])
    }))

  test('reports cut_off for a stream that ends without a finish', () =>
    on(stream(upstream.opening + upstream.text('Half a rep')), async ({ provider }) => {
      const { error, parts } = await collect(provider)
      assert.equal(providerError(error).code, 'cut_off')
      assert.deepEqual(parts, [{ type: 'text', text: 'Half a rep' }])
    }))

  test('reports cut_off when the connection breaks', () =>
    on(stream(upstream.opening + upstream.text('Half'), 'reset'), async ({ provider }) => {
      assert.equal(providerError((await collect(provider)).error).code, 'cut_off')
    }))

  test('reports unavailable for an unreachable upstream', () =>
    on('unreachable', async ({ provider }) => {
      assert.equal(providerError((await collect(provider)).error).code, 'unavailable')
    }))

  test('reports invalid_response for a stream in which nothing can be read', async () => {
    const bodies = [
      stream(upstream.garbage + upstream.garbage),
      stream(
        Uint8Array.from({ length: 300 }, (_, i) => (i * 151) % 256),
        'x\n\n'
      ),
    ]
    for (const script of bodies) {
      await on(script, async ({ provider }) =>
        assert.equal(providerError((await collect(provider)).error).code, 'invalid_response')
      )
    }
  })

  test('skips events that can’t be read, before and after the finish', async () => {
    for (const junk of [upstream.garbage, ...junkEvents]) {
      const steps = [upstream.opening, junk, upstream.text('a'), junk, upstream.text('€b'), junk]
      const end = [upstream.finish('stop', usage), junk, upstream.terminator, junk]
      await expectText(options, stream(...steps, ...end), 'a€b', inspect(junk))
    }
  })

  test('makes an answer no worse after its finish', async () => {
    const said = [upstream.opening, upstream.text('Done.'), upstream.finish('stop', usage)]
    for (const after of [
      [],
      ['reset'],
      [upstream.errorUnder200('No.')],
      ['<html>'],
      [upstream.finish('length', null)],
    ] as const)
      await on(stream(...said, ...after), async ({ provider }) => {
        const collected = await collect(provider)
        assert.equal(finishOf(collected).reason, 'stop', inspect(after))
        assert.equal(textOf(collected), 'Done.')
      })
  })

  test('reads a stream whatever its label', async () => {
    for (const contentType of [
      'application/json',
      'application/x-ndjson',
      'text/html; charset=utf-8',
      'text/event-stream',
      '',
    ])
      await expectText(options, { contentType, steps: [whole] }, sentence, `as ${contentType}`)
  })

  test('reads a compressed stream', async () => {
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const)
      await expectText(
        options,
        { contentType: upstream.contentType, headers: { 'content-encoding': encoding }, steps: [compress(whole)] },
        sentence,
        encoding
      )
  })

  test('shows signs of life while no text comes', async () => {
    const timers = new AdjustableTimers()
    const later = () => timers.advance(1_500)
    const steps = [upstream.opening, later, upstream.text(''), later, upstream.text(''), upstream.text('a') + ending]
    await on(
      stream(...steps),
      async ({ provider }) => {
        const parts = partsOf(await collect(provider))
        assert.ok(parts.filter(({ type }) => type === 'alive' || type === 'thinking').length >= 1, 'a sign of life')
      },
      { timers }
    )
  })

  test('reports invalid_response for a web page under HTTP 200', async () => {
    for (const contentType of ['text/html', upstream.contentType]) {
      await on({ contentType, steps: ['<!doctype html>\n<html><body>Sign in</body></html>\n'] }, async ({ provider }) =>
        assert.equal(providerError((await collect(provider)).error).code, 'invalid_response')
      )
    }
  })

  test('throws nothing but ProviderError, whatever the upstream does', async () => {
    const scripts: Reaction[] = [
      'unreachable',
      { status: 500, contentType: 'text/plain', steps: ['', 'reset'] },
      { status: 418, contentType: 'text/html', steps: ['<html>'] },
      { status: 302, contentType: 'text/html', headers: { location: '/login' }, steps: [''] },
      { contentType: 'application/json', steps: ['{}'] },
      { contentType: 'application/json', steps: ['{"error":{"message":1,"code":{}}}'] },
      ...[
        '',
        '\n\n',
        upstream.garbage,
        upstream.text('a').slice(0, -5),
        upstream.errorUnder200(''),
        upstream.text('a').replace('a', 'a\\u12'),
      ].map((body) => stream(body)),
      stream(...Array.from({ length: 40 }, () => 'y'.repeat(64 * 1024))),
    ]
    for (const script of scripts) {
      await on(script, async ({ provider }) => {
        const { error } = await within(10 * promptMs, 'the provider did not end', collect(provider))
        assert.ok(error instanceof ProviderError, `threw ${inspect(error)}`)
      })
    }
  })

  test('keeps the key, the prompt and what people said out of its errors', async () => {
    const scripts = [
      ...[400, 401, 403, 404, 429, 500].map((status) => ({
        status,
        contentType: 'application/json',
        steps: [upstream.errorBody(echo)],
      })),
      { status: 500, contentType: 'text/plain', steps: [echo] },
      { contentType: 'application/json', steps: [upstream.errorBody(echo)] },
      { contentType: 'text/html', steps: [`<p>${echo}</p>`] },
      stream(upstream.opening + upstream.errorUnder200(echo)),
      stream(upstream.opening + upstream.text('x').replace('x', `${echo}\\q`)),
      stream(`${echo}\n\n`),
      stream(upstream.opening + upstream.text(echo)),
    ]
    for (const script of scripts) {
      await on(script, async ({ provider }) => {
        const { error } = await collect(provider)
        if (error instanceof Error) assertLeaksNothing(error, Object.values(secrets))
      })
    }
  })

  for (const [when, steps] of [
    ['silent', [upstream.opening, 'silence']],
    ['in the middle of a reply', [upstream.opening + upstream.text('One '), 'silence']],
  ] as const) {
    test(`closes the connection to an upstream that is ${when} when the signal fires`, () =>
      on(stream(...steps), async ({ provider, server }) => {
        const abort = new AbortController()
        const reading = collect(provider, { signal: abort.signal })
        await within(5000, 'the provider never called', server.called())
        abort.abort()
        await within(promptMs, 'the provider did not end', reading)
        await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
      }))
  }

  test('cancels an unanswered call when the signal fires', () =>
    on('hang', async ({ provider, server }) => {
      const abort = new AbortController()
      const reading = collect(provider, { signal: abort.signal })
      await within(5000, 'the provider never called', server.called())
      abort.abort()
      await within(promptMs, 'the provider did not end', reading)
      await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
    }))

  test('closes the connection when the consumer stops reading', () =>
    on(stream(upstream.opening + upstream.text('One '), 'silence'), async ({ provider, server }) => {
      const leave = async () => {
        for await (const _ of provider.streamReply(kitRequest(), noSignal())) break
      }
      await within(promptMs, 'no text came while the upstream was silent', leave())
      await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
    }))

  test('finishes without waiting for a connection that stays open after the end', () =>
    on(stream(upstream.opening + upstream.text('Done.') + ending, 'silence'), async ({ provider, server }) => {
      const { error } = await within(promptMs, 'the provider did not finish', collect(provider))
      assert.equal(error, null)
      await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
    }))

  if (upstream.terminator !== '') {
    const reasoned = (text: string, reason: 'stop' | 'length' = 'stop') =>
      upstream.text(text) + upstream.finish(reason, usage)

    test('reads on after a finish reason, until the end', async () => {
      const timers = new AdjustableTimers()
      let reasons = 0
      // Each text begins another quiet.
      const soon = async () => {
        await timers.timersAreSet(++reasons)
        await timers.advance(2_900)
      }
      const steps = [upstream.opening + reasoned('One '), soon, reasoned('two '), soon, reasoned('three.', 'length')]
      await on(
        stream(...steps, soon, upstream.terminator),
        async ({ provider }) => {
          const collected = await within(promptMs, 'the provider did not finish', collect(provider))
          assert.equal(textOf(collected), 'One two three.')
          assert.equal(finishOf(collected).reason, 'length', 'the last reason counts')
        },
        { timers }
      )
    })

    test('finishes after a quiet when the stream stays open', async () => {
      for (const [gapMs, quietMs] of [
        [100, 3_000],
        [2_000, 6_000],
        [9_000, 15_000],
      ] as const) {
        const timers = new AdjustableTimers()
        const half = Promise.withResolvers<void>()
        const pause = async () => {
          await half.promise
          await timers.advance(gapMs)
        }
        const steps = [upstream.opening + upstream.text('Half '), pause, reasoned('done.'), 'silence'] as const
        await on(
          stream(...steps),
          async ({ provider, server }) => {
            let isFinished = false
            const reading = collect(provider, { onPart: () => half.resolve() }).finally(() => (isFinished = true))
            await within(promptMs, 'the provider did not wait for more text', timers.timersAreSet(1))
            await timers.advance(quietMs - 1)
            await new Promise((resolve) => setImmediate(resolve))
            assert.equal(isFinished, false, `after ${quietMs - 1} ms`)
            await timers.advance(1)
            const collected = await within(promptMs, 'the provider did not finish', reading)
            const { reason, usage: counted } = finishOf(collected)
            assert.deepEqual([reason, counted?.outputTokens], ['stop', usage.outputTokens])
            await within(promptMs, 'the provider did not close the connection', server.calls[0]!.hungUp)
          },
          { timers }
        )
      }
    })
  }
}

/** Replaces the contents of messages in a text by `…`. Fails unless the text has them in their order. */
function withoutContents(text: string, messages: SentConversation['messages']): string {
  let written = ''
  let rest = text
  for (const { content } of messages) {
    const at = rest.indexOf(content)
    assert.ok(at >= 0, `${inspect(content)} was sent`)
    written += `${rest.slice(0, at)}…`
    rest = rest.slice(at + content.length)
  }
  return written + rest
}

/** Reads until the first part. Fails unless it is a `thinking` part. */
async function findThinking(provider: ModelProvider, promptMs: number): Promise<void> {
  const abort = new AbortController()
  const first = new Promise<ReplyPart>((resolve) => void collect(provider, { signal: abort.signal, onPart: resolve }))
  try {
    assert.equal((await within(promptMs, 'no thinking part came', first)).type, 'thinking')
  } finally {
    abort.abort()
  }
}

/** Events that some servers send to keep a connection open, and other things that aren't part of a reply. */
const junkEvents = [
  ': keep-alive\n\n',
  'data:\n\n',
  'data: \n\n',
  'data: null\n\n',
  'data: 2024-04-07 20:20:50.554328\n\n',
  'event: ping\ndata: {}\n\n',
  'event: keepalive\n\n',
  '\n\n',
  '{}\n',
]

const runner = (options: ModelKitOptions) =>
  casesOf<ModelProvider, ModelKitDeps>(options, { apiKey: secrets.apiKey, timers: systemTimers })

async function expectText(options: ModelKitOptions, script: Answer, expected: string, how: string): Promise<void> {
  await runner(options).on(script, async ({ provider }) => {
    const { error, parts } = await collect(provider)
    assert.equal(error, null, `${how}: ${inspect(error)}`)
    checkTexts(parts)
    assert.equal(textOf({ error, parts }), expected, how)
  })
}

interface Collected {
  parts: ReplyPart[]
  error: unknown
}

/** Reads a whole reply. Fails after 100,000 parts, so that an endless reply doesn't hang. */
export async function collect(
  provider: ModelProvider,
  {
    request = kitRequest(),
    signal = new AbortController().signal,
    onPart,
  }: { request?: ModelRequest; signal?: AbortSignal; onPart?: (part: ReplyPart) => void } = {}
): Promise<Collected> {
  const parts: ReplyPart[] = []
  try {
    for await (const part of provider.streamReply(request, signal)) {
      parts.push(part)
      onPart?.(part)
      if (parts.length > 100_000) throw new Error('a reply without an end')
    }
    return { parts, error: null }
  } catch (error) {
    return { parts, error }
  }
}

function partsOf({ parts, error }: Collected): ReplyPart[] {
  if (error !== null) assert.fail(`the reply failed: ${inspect(error)}`)
  return parts
}

const textOf = (collected: Collected): string =>
  partsOf(collected).reduce((text, part) => {
    if (part.type === 'retract') return ''
    return part.type === 'text' ? text + part.text : text
  }, '')

const thoughtOf = (collected: Collected): string =>
  partsOf(collected)
    .map((part) => (part.type === 'thinking' ? (part.text ?? '') : ''))
    .join('')

function finishOf(collected: Collected) {
  const finish = partsOf(collected).find((part) => part.type === 'finish')
  assert.ok(finish, 'no finish')
  return finish
}

function providerError(error: unknown): ProviderError {
  assert.ok(
    error instanceof ProviderError,
    `expected a ProviderError, got ${error === null ? 'nothing' : inspect(error)}`
  )
  return error
}

function checkTexts(parts: readonly ReplyPart[]): void {
  for (const part of parts) {
    if (part.type !== 'text') continue
    assert.notEqual(part.text, '', 'an empty text')
    assert.ok(part.text.isWellFormed(), 'half a surrogate pair')
    assert.ok(!part.text.includes('\0'), 'a NUL character')
  }
}
