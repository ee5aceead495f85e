import { test } from '@japa/runner'
import type { ProviderError } from '../../contract/errors.ts'
import { kitImageRequest, kitPictures } from '../../kits/image_kit.ts'
import type { TransportRequest } from '../../contract/transport.ts'
import { openAiCompatibleImages, type OpenAiCompatibleImagesOptions } from '../index.ts'
import { drawn } from './framing.ts'

const png = kitPictures['image/png']
const base64 = png.toString('base64')

/** Creates a provider that records its calls. The first response is `first`. All later responses are a picture. */
function answering(first: string, options: Partial<OpenAiCompatibleImagesOptions> = {}) {
  const calls: TransportRequest[] = []
  const provider = openAiCompatibleImages(
    { baseUrl: 'https://api.vendor.test/v1/', apiKey: 'key', ...options },
    {
      transport: async (request) => {
        calls.push(request)
        const bytes = calls.length === 1 ? Buffer.from(first) : png
        const body = (async function* () {
          yield bytes
        })()
        return { status: 200, headers: {}, body }
      },
    }
  )
  const draw = (changes = {}) => provider.draw(kitImageRequest(changes), new AbortController().signal)
  return { calls, draw }
}

test.group('image-openai-compatible | request', () => {
  test('requests one picture as bytes', async ({ assert }) => {
    const { calls, draw } = answering(drawn({ b64_json: base64 }))
    await draw({ aspect: '3:2', model: 'sdxl-lightning' })
    assert.equal(`${calls[0]!.method} ${calls[0]!.url}`, 'POST https://api.vendor.test/v1/images/generations')
    assert.equal(calls[0]!.headers['authorization'], 'Bearer key')
    assert.deepEqual(JSON.parse(calls[0]!.body!), {
      model: 'sdxl-lightning',
      prompt: kitImageRequest().prompt,
      n: 1,
      size: '1536x1024',
      response_format: 'b64_json',
    })
  })

  test('uses configured names of models and sizes, and sends no null key', async ({ assert }) => {
    const { calls, draw } = answering(drawn({ b64_json: base64 }), {
      apiKey: null,
      models: { 'flux-schnell': 'dall-e-3' },
      sizes: { '2:3': '1024x1792' },
    })
    await draw({ aspect: '2:3' })
    const { model, size } = JSON.parse(calls[0]!.body!)
    assert.deepEqual([model, size], ['dall-e-3', '1024x1792'])
    assert.notProperty(calls[0]!.headers, 'authorization')
  })

  test('omits response_format for the GPT models')
    .with(['gpt-image-1', 'gpt-image-1-mini', 'openai/gpt-image-2', 'chatgpt-image-latest'])
    .run(async ({ assert }, name) => {
      const { calls, draw } = answering(drawn({ b64_json: base64 }), { models: { 'flux-schnell': name } })
      await draw()
      assert.notProperty(JSON.parse(calls[0]!.body!), 'response_format')
    })

  test('refuses a base URL that is not http(s)', ({ assert }) => {
    try {
      openAiCompatibleImages({ baseUrl: 'localhost:8080', apiKey: null })
      assert.fail('it was taken')
    } catch (error) {
      assert.equal((error as ProviderError).code, 'misconfigured')
    }
  })
})

test.group('image-openai-compatible | answer', () => {
  test('reads bytes in any wrapping')
    .with([
      { b64_json: base64 },
      { b64_json: `data:image/png;base64,${base64}` },
      { url: `data:image/png;base64,${base64}` },
      { b64_json: base64, url: 'https://elsewhere.test/a.png' },
      { b64_json: null, url: 'https://api.vendor.test/files/a.png' },
    ])
    .run(async ({ assert }, picture) => {
      const { draw } = answering(drawn(picture))
      assert.deepEqual(Buffer.from((await draw()).bytes), png)
    })

  test('fetches only from its own server and configured hosts')
    .with([
      ['https://api.vendor.test/files/a.png', true],
      ['https://pictures.vendor.test/a.png?sig=1', true],
      ['http://pictures.vendor.test/a.png', false],
      ['https://pictures.vendor.test:8443/a.png', false],
      ['https://more.pictures.vendor.test/a.png', false],
      ['http://api.vendor.test/files/a.png', false],
      ['https://vendor.test/a.png', false],
    ] as const)
    .run(async ({ assert }, [url, isFetched]) => {
      const { calls, draw } = answering(drawn({ url }), { pictureHosts: ['pictures.vendor.test'] })
      await draw().catch(() => {})
      assert.equal(calls.length, isFetched ? 2 : 1)
      if (isFetched) assert.notProperty(calls[1]!.headers, 'authorization')
    })
})
