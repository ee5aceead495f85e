import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import { registerModelKit, type UpstreamFraming } from '../model_kit.ts'
import { ThinkingFilter } from '../../contract/thinking_filter.ts'
import type { ModelProvider } from '../../contract/model.ts'
import { ProviderError } from '../../contract/errors.ts'
import { statusCases } from '../checks.ts'
import { conversationIn, naive, type Naive, type NaiveDeps } from './broken/naive.ts'

const line = (value: unknown): string => JSON.stringify(value) + '\n'

/** The wire format of the fictional vendor of `naive`. */
const framing: UpstreamFraming = {
  contentType: 'application/x-lines',
  conversation: conversationIn,
  opening: line({ hello: 1 }),
  text: (t) => line({ t }),
  reasoning: (thought) => line({ thought }),
  finish: (done, usage) => line({ done, usage: usage ?? undefined }),
  terminator: '',
  filtered: line({ done: 'filter' }),
  refused: () => line({ done: 'refusal' }),
  errorUnder200: (error) => line({ error }),
  errorBody: (error) => JSON.stringify({ error }),
  garbage: '{"t": \n',
}

/** Runs the kit and returns the titles and messages of the failed cases. */
async function failures(createProvider: (deps: NaiveDeps) => ModelProvider, upstream?: UpstreamFraming) {
  const cases: { title: string; fn: () => Promise<void> }[] = []
  registerModelKit({
    name: 'p',
    test: (title, fn) => cases.push({ title: title.slice('p: '.length), fn }),
    createProvider,
    promptMs: 150,
    ...(upstream ? { upstream } : {}),
  })
  const failed = new Map<string, string>()
  for (const { title, fn } of cases) await fn().catch((error: Error) => failed.set(title, error.message))
  return { titles: [...failed.keys()], failed, count: cases.length }
}

interface Broken {
  changes: Partial<Naive>
  /** The cases that must fail. No other case may fail. */
  caught: string[]
  saying: RegExp
}

const broken: Record<string, Broken> = {
  'gives empty texts': {
    changes: { says: (text) => [{ type: 'text', text }] },
    caught: [
      'never gives an empty text',
      'removes reasoning at the start of the text, however it is split',
      'takes reasoning back whose opening mark the chat template has written, however it is split',
      'yields a thinking part while the model reasons within the text',
    ],
    saying: /no part is empty/,
  },
  'sends a parameter that it does not take': {
    changes: { asks: ({ model, system, messages, sampling }) => ({ model, system, messages, ...sampling }) },
    caught: ['sends the sampling parameters that it takes, and no others'],
    saying: /topP is not taken/,
  },
  'leaves out a picture that it accepts': {
    changes: {
      asks: ({ model, system, messages, sampling: { temperature } }) => ({
        model,
        system,
        messages: messages.map(({ role, content }) => ({ role, content })),
        temperature,
      }),
    },
    caught: ['sends pictures with their message if it accepts any, and leaves them out otherwise'],
    saying: /1 pictures are accepted/,
  },
  'takes a parameter that it does not send': {
    changes: { asks: ({ model, system, messages }) => ({ model, system, messages }) },
    caught: ['sends the sampling parameters that it takes, and no others'],
    saying: /temperature is taken/,
  },
  'asks for more instead of prefilling': {
    changes: {
      asks: ({ model, system, messages, sampling: { temperature } }) => {
        const asked = messages.at(-1)?.role === 'assistant' ? [{ role: 'user', content: 'Go on.' }] : []
        return { model, system, messages: [...messages, ...asked], temperature }
      },
    },
    caught: [
      'tells the conversation that it sends',
      'lets a model that prefills go on with the assistant’s last message',
    ],
    saying: /nothing follows it/,
  },
  'leaks the reasoning': {
    changes: {
      line: (value) => {
        const { t, thought, done, usage, error } = value as Record<string, string | undefined>
        const text = t ?? thought
        return {
          ...(text === undefined ? {} : { text }),
          ...(done ? { finish: true } : {}),
          usage,
          error: error !== undefined,
        }
      },
    },
    caught: ['gives the reasoning apart from the text', 'yields a thinking part while the model reasons'],
    saying: /kit-thought/,
  },
  'shows reasoning from the text': {
    changes: { answer: () => Object.assign(new ThinkingFilter(), { push: (delta: string) => delta }) },
    caught: [
      'removes reasoning at the start of the text, however it is split',
      'takes reasoning back whose opening mark the chat template has written, however it is split',
      'yields a thinking part while the model reasons within the text',
    ],
    saying: /cut at 0/,
  },
  'treats a refusal as an answer': {
    changes: { finish: (part) => [part.type === 'finish' ? { ...part, reason: 'stop' } : part] },
    caught: ['reports the finish reason, with and without text'],
    saying: /length/,
  },
  'finishes twice': {
    changes: { finish: (part) => [part, part] },
    caught: ['ends a reply with exactly one finish, as its last part', 'yields a single finish for an empty reply'],
    saying: /one finish/,
  },
  'ignores the signal': {
    changes: { signalFor: () => new AbortController().signal },
    caught: [
      'ends at once, without a finish, when the signal fires in the middle',
      'closes the connection to an upstream that is silent when the signal fires',
      'closes the connection to an upstream that is in the middle of a reply when the signal fires',
      'cancels an unanswered call when the signal fires',
    ],
    saying: /after the signal/,
  },
  'keeps the connection when its consumer leaves': {
    changes: { leave: () => {} },
    caught: [
      'closes the connection when the consumer stops reading',
      'finishes without waiting for a connection that stays open after the end',
    ],
    saying: /did not close the connection/,
  },
  'decodes each chunk separately and breaks characters': {
    changes: { decode: () => (bytes) => Buffer.from(bytes).toString() },
    caught: ['reads a stream cut at every byte', 'reads a stream that comes byte by byte, within characters too'],
    saying: /cut at \d+/,
  },
  'throws a plain Error for garbage': {
    changes: { garbage: () => new Error('Unexpected token') },
    caught: [
      'reports invalid_response for a stream in which nothing can be read',
      'reports invalid_response for a web page under HTTP 200',
      'throws nothing but ProviderError, whatever the upstream does',
    ],
    saying: /ProviderError/,
  },
  'accepts an incomplete stream': {
    changes: { atEnd: () => [{ type: 'finish', reason: 'stop', usage: null }] },
    caught: [
      'reports cut_off for a stream that ends without a finish',
      'reports invalid_response for a stream in which nothing can be read',
      'reports invalid_response for a web page under HTTP 200',
      'throws nothing but ProviderError, whatever the upstream does',
    ],
    saying: /got nothing/,
  },
  'swallows an error under HTTP 200': {
    changes: {
      line: (value) => {
        const { t, thought, done, usage, error } = value as Record<string, string | undefined>
        const text = t === undefined ? {} : { text: t }
        return {
          ...text,
          thinks: thought !== undefined,
          ...(done || error !== undefined ? { finish: true } : {}),
          usage,
        }
      },
    },
    caught: [
      'throws for an error that comes under HTTP 200, after the text before it',
      'throws nothing but ProviderError, whatever the upstream does',
    ],
    saying: /got nothing/,
  },
  'puts the key and the upstream’s text into its messages': {
    changes: { failure: (response, body) => new ProviderError('unavailable', `HTTP ${response.status}: ${body}`) },
    caught: [
      ...statusCases.map(({ title }) => title),
      'keeps the key, the prompt and what people said out of its errors',
    ],
    saying: /contains sk-kit/,
  },
  'does not send the model': {
    changes: { asks: ({ system, messages, sampling }) => ({ system, messages, temperature: sampling.temperature }) },
    caught: ['sends the system text, the messages and the key in one request'],
    saying: /the model was named/,
  },
  'fails at an event that it can’t read': {
    changes: {
      parse: (line) => {
        try {
          return Object(JSON.parse(line))
        } catch {
          throw new ProviderError('invalid_response', 'The provider sent a line that is not JSON.')
        }
      },
    },
    caught: ['skips events that can’t be read, before and after the finish'],
    saying: /invalid_response/,
  },
  'shows no signs of life': {
    changes: { alive: () => [] },
    caught: ['shows signs of life while no text comes'],
    saying: /a sign of life/,
  },
  'keeps reasoning that ends without a beginning': {
    changes: { retract: () => [] },
    caught: ['takes reasoning back whose opening mark the chat template has written, however it is split'],
    saying: /kit-thought/,
  },
  'does not clean deltas': {
    changes: { clean: () => (delta) => delta },
    caught: [
      'joins a surrogate pair that came in two deltas, and never gives half of one',
      'removes NUL characters and lone surrogates',
    ],
    saying: /pair/,
  },
}

test.group('contract | conformance kit for models', () => {
  test('passes a provider that keeps every promise', async ({ assert }) => {
    const { failed, count } = await failures(naive(), framing)
    assert.deepEqual(Object.fromEntries(failed), {})
    assert.isAbove(count, 40)
  })

  test('passes a provider that sends the model in the URL', async ({ assert }) => {
    const { failed } = await failures(
      naive({
        asks: ({ system, messages, sampling }) => ({ system, messages, temperature: sampling.temperature }),
        address: (baseUrl, { model }) => `${baseUrl}/models/${model}:say`,
      }),
      framing
    )
    assert.deepEqual(Object.fromEntries(failed), {})
  })

  test('registers only the cases without an upstream for a provider without one', async ({ assert }) => {
    const provider: ModelProvider = {
      takes: () => [],
      async *streamReply(_request, signal) {
        for (const text of ['One ', 'two ', 'three.']) {
          if (signal.aborted) return
          yield { type: 'text', text }
        }
        if (!signal.aborted) yield { type: 'finish', reason: 'stop', usage: null }
      },
    }
    const { titles, count } = await failures(() => provider)
    assert.deepEqual(titles, [])
    assert.isBelow(count, 10)
  })

  for (const [what, { changes, caught, saying }] of Object.entries(broken)) {
    test(`catches a provider that ${what}`, async ({ assert }) => {
      const { titles, failed } = await failures(naive(changes), framing)
      assert.deepEqual(titles.toSorted(), caught.toSorted())
      assert.match([...failed.values()].join('\n'), saying)
    }).tags(longRun)
  }
})
