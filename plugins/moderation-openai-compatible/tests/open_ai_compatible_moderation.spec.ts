import { test } from '@japa/runner'
import type { ProviderError } from '../../contract/errors.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { openAiCompatibleModeration, type OpenAiCompatibleModerationOptions } from '../index.ts'
import { answer, result } from './framing.ts'

const picture = 'data:image/png;base64,AAAA'

/** Creates a provider that records its calls. */
function answering(body: string, options: Partial<OpenAiCompatibleModerationOptions> = {}) {
  const calls: TransportRequest[] = []
  const provider = openAiCompatibleModeration(
    { baseUrl: 'https://api.vendor.test/v1/', apiKey: 'key', ...options },
    {
      transport: async (request) => {
        calls.push(request)
        const bytes = (async function* () {
          yield Buffer.from(body)
        })()
        return { status: 200, headers: {}, body: bytes }
      },
    }
  )
  const judge = (texts: string[], pictures: string[] = []) =>
    provider.judge({ texts, pictures, isAdult: false }, new AbortController().signal)
  return { calls, judge, provider }
}

test.group('moderation-openai-compatible', () => {
  test('sends several texts in one call', async ({ assert }) => {
    const { calls, judge } = answering(answer(result([]), result(['violence'])))
    assert.deepEqual(await judge(['Hello.', 'Tea?', ' ']), { categories: ['violence'] })
    const [{ method, url, headers, body }] = calls as [TransportRequest]
    assert.equal(`${method} ${url}`, 'POST https://api.vendor.test/v1/moderations')
    assert.equal(headers['authorization'], 'Bearer key')
    assert.deepEqual(JSON.parse(body!), { model: 'omni-moderation-latest', input: ['Hello.', 'Tea?'] })
  })

  test('sends a picture in a call of its own', async ({ assert }) => {
    const { calls, judge } = answering(answer(result([])))
    await judge([], [picture])
    assert.deepEqual(JSON.parse(calls[0]!.body!).input, [{ type: 'image_url', image_url: { url: picture } }])
  })

  test('takes pictures if the model does, or the operator says so', ({ assert }) => {
    const takes = (options: object) => answering('', options).provider.takesPictures
    assert.isTrue(takes({}))
    assert.isFalse(takes({ model: 'text-moderation-latest' }))
    assert.isTrue(takes({ model: 'mine', takesPictures: true }))
  })

  test('makes no call for blank texts', async ({ assert }) => {
    const { calls, judge } = answering('')
    assert.deepEqual(await judge(['', ' \n']), { categories: [] })
    assert.lengthOf(calls, 0)
  })

  test('reports a finding without categories', async ({ assert }) => {
    const { judge } = answering(answer({ flagged: true, categories: {} }))
    assert.deepEqual(await judge(['Hello.']), { categories: ['flagged'] })
  })

  test('repeats the end of a piece in the next one', async ({ assert }) => {
    const { calls, judge } = answering(answer(result([]), result([])))
    await judge([`${'a'.repeat(7_990)}needle in hay${'b'.repeat(5_000)}`])
    const { input } = JSON.parse(calls[0]!.body!)
    assert.lengthOf(input, 2)
    assert.include(input[1], 'needle in hay')
  })

  test('refuses a base URL that is not http(s)', ({ assert }) => {
    try {
      openAiCompatibleModeration({ baseUrl: 'localhost:8080', apiKey: null })
      assert.fail('it was taken')
    } catch (error) {
      assert.equal((error as ProviderError).code, 'misconfigured')
    }
  })
})
