import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from '@japa/runner'
import { fallbackChain } from '#plugins/contract/fallback_chain'
import { httpTransport } from '#plugins/contract/http_transport'
import type { ModelProvider } from '#plugins/contract/model'
import { readReply } from '#plugins/contract/read_reply'
import { ReplyReader } from '#plugins/contract/reply_reader'
import { ProviderError } from '#plugins/contract/errors'
import { ShrinkingRequest } from '../replies/run/shrinking_request.ts'
import type { PromptTexts } from '../prompts/plan_reply.ts'
import { TokenRatios } from '../prompts/token_ratios.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** A vendor that sends texts, until it says that the reply is over. */
class PlainLines extends ReplyReader {
  readEvent({ text = '', isOver }: { text?: string; isOver?: true }) {
    if (isOver) {
      this.usage = { inputTokens: 90, outputTokens: 2 }
      this.done()
    }
    return text
  }
}

const failure = () => new ProviderError('invalid_response', 'Not in this test.')

test.group('The prompt of a running reply', () => {
  test('is released at the first text, at every layer, and the reply goes on', async ({ assert, cleanup }) => {
    const server = http.createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanup(() => server.closeAllConnections())
    cleanup(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`
    const answering = once(server, 'request') as Promise<[http.IncomingMessage, http.ServerResponse]>

    const kept = new Map<string, WeakRef<object>>()
    const watch = <Watched extends object>(name: string, watched: Watched): Watched => {
      kept.set(name, new WeakRef(watched))
      return watched
    }
    const provider: ModelProvider = {
      takes: () => [],
      streamReply: (request, signal) =>
        readReply(
          {
            transport: (call, callSignal) => httpTransport(watch("the transport's request", call), callSignal),
            call: () => ({
              method: 'POST',
              url,
              headers: {},
              body: JSON.stringify(watch("the provider's request", request)),
            }),
            reader: new PlainLines(),
            failureOfStatus: failure,
            failureOfText: failure,
          },
          signal
        ),
    }
    const chain = fallbackChain({ links: [{ name: 'a', provider, model: 'm' }], firstTextTimeoutMs: 60_000 })
    const ratios = new TokenRatios()
    const tier = { model: 'm', contextTokens: 4_096, outputTokensMax: 400, stop: [] }
    const request = new ShrinkingRequest({
      tier: {
        ...tier,
        provider: {
          takes: () => [],
          streamReply: (asked, signal) => chain.streamReply(watch("the chain's request", asked), signal),
        },
      },
      texts: watch('the texts', textsOf('word '.repeat(50))),
      sampling: {},
      variant: 0,
      ratios,
    })

    const parts = request.stream(new AbortController().signal)[Symbol.asyncIterator]()
    const first = parts.next()
    const [, response] = await answering
    response.write('{"text":"Hello"}\n')
    assert.deepEqual(await first, { done: false, value: { type: 'text', text: 'Hello' } })
    const second = parts.next()
    // A weak reference keeps its object until the end of the turn.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    assert.sameMembers(
      [...kept.keys()],
      ['the texts', "the chain's request", "the provider's request", "the transport's request"]
    )
    for (const [name, reference] of kept) assert.isUndefined(reference.deref(), `${name} is still in memory`)

    response.end('{"text":"world"}\n{"isOver":true}\n')
    assert.deepEqual(await second, { done: false, value: { type: 'text', text: 'world' } })
    const { value } = await parts.next()
    assert.deepInclude(value, { type: 'finish', reason: 'stop' })
    if (value?.type === 'finish') request.learn(value.usage!)
    assert.notEqual(ratios.of('m', 'latin'), 1)
  })
})

const textsOf = (content: string): PromptTexts => ({
  sheet: { name: 'Mira', description: content, personality: '', backstory: '', scenario: '' },
  persona: { name: 'Sam', description: '', personality: '', background: '' },
  pins: [],
  history: [{ isUser: true, content }],
})
