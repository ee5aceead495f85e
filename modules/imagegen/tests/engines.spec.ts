import { getActiveTestOrFail, test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { startImageUpstream, type ImageCall } from '#tests/support/image_upstream'
import { waitUntil } from '#tests/support/wait_until'
import { openStage, plain } from './support.ts'

const checkpoint = { title: 'dream.safetensors [0123]', model_name: 'dream' }

/** A server with an engine that has AUTOMATIC1111's API. `draw` gets the call for a picture. */
const openEngine = async () => {
  const upstream = await startImageUpstream()
  const interrupted = Promise.withResolvers<void>()
  const drawing = Promise.withResolvers<ImageCall>()
  upstream.answer = (call) => {
    const { pathname } = new URL(call.path, 'http://engine.test')
    switch (pathname) {
      case '/sdapi/v1/sd-models':
        return call.json([checkpoint])
      case '/sdapi/v1/samplers':
        return call.json([{ name: 'Euler a' }])
      case '/sdapi/v1/progress':
        return call.json({ progress: 0.4, eta_relative: 1, state: {} })
      case '/sdapi/v1/interrupt':
        interrupted.resolve()
        return call.json({})
      case '/sdapi/v1/txt2img':
        return drawing.resolve(call)
      default:
        return call.json({ detail: 'Not Found' }, 404)
    }
  }
  const stage = await openStage({ IMAGES_PROVIDER: 'sdapi', IMAGES_BASE_URL: upstream.origin })
  getActiveTestOrFail().cleanup(async () => {
    await stage.server.stop()
    upstream.close()
  })
  const client = await new Client(stage.server.url).register()
  return { ...stage, client, upstream, interrupted: interrupted.promise, drawing: drawing.promise }
}

test.group('An image engine', () => {
  test('offers its models with options, tells progress and draws', async ({ assert }) => {
    const { client, drawing, server } = await openEngine()
    const { body: offers } = await client.get('/api/image-models')
    assert.containsSubset(offers, [
      { model: checkpoint.title, name: 'dream', provider: 'our image engine', tellsProgress: true },
    ])
    assert.containsSubset(offers[0].options, [
      { id: 'size', max: 1_536 },
      { id: 'steps', max: 60 },
      { id: 'sampler', choices: ['Euler a'] },
    ])
    const refused = await client.post('/api/generate-image', { prompt: 'A lamp', options: { steps: 61 } })
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'options.steps'])

    const id = '6f9619ff-8b86-4011-b42d-00cf4fc964ff'
    const events = await client.stream('/api/events')
    const options = { steps: 4, seed: 7, negativePrompt: 'blur' }
    const drawn = client.post('/api/generate-image', { prompt: 'A lamp', options, id })
    const call = await drawing
    assert.containsSubset(call.body, { prompt: 'A lamp', negative_prompt: 'blur', steps: 4, seed: 7, width: 1_024 })
    const told = await events.waitFor((event) => (event as { type: string }).type === 'picture')
    assert.deepEqual(told as unknown, { type: 'picture', id, state: 'drawing', fraction: 0.4 })
    const picture = await plain(64, 64).png().toBuffer()
    call.json({ images: [picture.toString('base64')], info: '{}' })
    assert.containsSubset((await drawn).body, { seed: 7 })
    const { body: listed } = await client.get('/api/pictures')
    assert.containsSubset(listed, [{ prompt: 'A lamp', modelName: 'dream', options, seed: 7 }])
    assert.notInclude(server.log(), 'A lamp')
  })

  test('is interrupted when the client disconnects', async ({ assert }) => {
    const { client, drawing, interrupted } = await openEngine()
    const abort = new AbortController()
    const headers = { 'content-type': 'application/json', cookie: client.cookie }
    const body = JSON.stringify({ prompt: 'A lamp' })
    const request = fetch(`${client.url}/api/generate-image`, { method: 'POST', headers, body, signal: abort.signal })
    const ended = request.catch((error: Error) => error.name)
    const call = await drawing
    abort.abort()
    await interrupted
    await call.closed
    assert.equal(await ended, 'AbortError')
    assert.deepEqual((await client.get('/api/pictures')).body, [])
  })

  test('that is away makes pictures unavailable, and its models return', async ({ assert }) => {
    const { client, upstream } = await openEngine()
    const { answer } = upstream
    upstream.answer = (call) => void call.response.destroy()
    for (const refused of [
      await client.get('/api/image-models'),
      await client.post('/api/generate-image', { prompt: 'A lamp' }),
    ])
      assert.deepEqual([refused.status, refused.body.code], [503, 'images_unavailable'])
    upstream.answer = answer
    await waitUntil('the models are back', async () => (await client.get('/api/image-models')).status === 200)
  })
})
