import { test } from '@japa/runner'
import { collect, kitRequest } from '../../kits/model_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { __camel__Model } from '../index.ts'
import { framing } from './framing.ts'

test.group('model-__name__ | request', () => {
  test('sends the whole request', async ({ assert }) => {
    const calls: TransportRequest[] = []
    const answer = framing.opening + framing.finish('stop', null) + framing.terminator
    const provider = __camel__Model(
      { baseUrl: 'https://vendor.test/v1/', apiKey: 'key' },
      {
        transport: async (request) => {
          calls.push(request)
          const body = (async function* () {
            yield Buffer.from(answer)
          })()
          return { status: 200, headers: { 'content-type': framing.contentType }, body }
        },
      }
    )
    const request = kitRequest({ stop: ['\nRobin:'] })
    await collect(provider, { request })
    assert.equal(calls[0]!.url, 'https://vendor.test/v1/replies')
    assert.equal(calls[0]!.headers['authorization'], 'Bearer key')
    assert.deepEqual(JSON.parse(calls[0]!.body!), {
      model: 'kit-model',
      system: request.system,
      messages: request.messages,
      max_tokens: 512,
      temperature: 0.8,
      stop: ['\nRobin:'],
      stream: true,
    })
  })
})
