import { test } from '@japa/runner'
import { longRun } from '#tests/support/long_run'
import sharp from 'sharp'
import { ProviderError } from '../../contract/errors.ts'
import { imageModels, type ImageProvider, type ImageRequest } from '../../contract/image.ts'
import { localImages } from '../index.ts'

const small = { longestSide: 96 }
const request = (changes: Partial<ImageRequest> = {}): ImageRequest => ({
  prompt: 'A fox in an autumn forest',
  model: 'flux-schnell',
  aspect: '1:1',
  ...changes,
})
const draw = async (provider: ImageProvider, changes?: Partial<ImageRequest>): Promise<string> =>
  Buffer.from((await provider.draw(request(changes), new AbortController().signal)).bytes).toString('base64')
const codeOf = (drawing: Promise<unknown>): Promise<string> =>
  drawing.then(
    () => 'drawn',
    (error: unknown) => (error instanceof ProviderError ? error.code : String(error))
  )

test.group('image-local', (group) => {
  group.each.timeout(120_000)
  const provider = localImages(small)

  test('draws the same picture for the same request in every process', async ({ assert }) => {
    const another = localImages(small)
    for (const model of imageModels) assert.equal(await draw(provider, { model }), await draw(another, { model }))
  }).tags(longRun)

  test('draws another picture for other words, another model and another shape', async ({ assert }) => {
    const changes: Partial<ImageRequest>[] = [
      {},
      { prompt: 'A witch in an autumn forest' },
      { prompt: 'A fox in a winter forest' },
      { prompt: 'A fox in an autumn forest!' },
      { model: 'sdxl-lightning' },
      { model: 'stable-diffusion-3' },
      { aspect: '2:3' },
    ]
    const drawn = []
    for (const change of changes) drawn.push(await draw(provider, change))
    assert.equal(new Set(drawn).size, changes.length)
  })

  test('gives the requested shape, with the same number of pixels in each', async ({ assert }) => {
    const sizes = []
    for (const aspect of ['1:1', '2:3', '3:2'] as const) {
      const { bytes } = await provider.draw(request({ aspect }), new AbortController().signal)
      const { format, width, height } = await sharp(bytes).metadata()
      sizes.push(`${format} ${width} ${height}`)
    }
    assert.deepEqual(sizes, ['webp 78 78', 'webp 64 96', 'webp 96 64'])
  }).tags(longRun)

  test('names the words that it left out', async ({ assert }) => {
    const { notDrawn } = await provider.draw(
      request({ prompt: 'A knight with a kangaroo' }),
      new AbortController().signal
    )
    assert.deepEqual(notDrawn, ['kangaroo'])
  })

  test('draws any prompt', async ({ assert }) => {
    const prompts = [
      '',
      '   \n',
      '\0\u0001',
      '🐉🌊🏰',
      '👩‍🚀'.repeat(40),
      'قلعة على جبل في الليل',
      '静かな海と灯台',
      '\ud800 lone \udc00',
      '</svg><script>alert(1)</script>',
      '"/><image href="file:///etc/passwd"/>',
      '<!DOCTYPE svg [<!ENTITY a "aaaa">]>&a;&a;',
      'witch castle night rain '.repeat(320),
    ]
    for (const [at, prompt] of prompts.entries()) {
      const { bytes } = await provider.draw(
        request({ prompt, model: imageModels[at % 3]! }),
        new AbortController().signal
      )
      const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      assert.equal(info.width, info.height, JSON.stringify(prompt.slice(0, 40)))
    }
  }).tags(longRun)

  test('stops at once when the signal fires, and draws the next picture', async ({ assert }) => {
    const hangUp = new AbortController()
    const drawing = codeOf(provider.draw(request({ prompt: 'a city' }), hangUp.signal))
    const waiting = codeOf(provider.draw(request({ prompt: 'a sea' }), hangUp.signal))
    const next = draw(provider)
    setImmediate(() => hangUp.abort())
    assert.deepEqual([await drawing, await waiting], ['cut_off', 'cut_off'])
    assert.equal(await next, await draw(provider))
  })

  test('refuses pictures when too many are waiting', async ({ assert }) => {
    const hangUp = new AbortController()
    const all = Array.from({ length: 30 }, () => codeOf(provider.draw(request(), hangUp.signal)))
    setImmediate(() => hangUp.abort())
    const codes = await Promise.all(all)
    assert.equal(codes.filter((code) => code === 'rate_limited').length, 5, 'one is drawn and 24 wait')
    assert.equal(codes.filter((code) => code === 'cut_off').length, 25)
  })

  test('gives up a picture after its timeout', async ({ assert }) => {
    assert.equal(
      await codeOf(localImages({ ...small, patienceMs: 1 }).draw(request(), new AbortController().signal)),
      'timeout'
    )
  })
})
