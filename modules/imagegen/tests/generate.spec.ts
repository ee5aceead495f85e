import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { getActiveTestOrFail, test } from '@japa/runner'
import sharp from 'sharp'
import { Client, type Answer } from '#tests/support/client'
import { drawingBy, startImageUpstream, type ImageCall, type ImageUpstream } from '#tests/support/image_upstream'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { fetchPicture, noisy, openStage, plain, pngBomb, type PictureServer } from './support.ts'

const path = '/api/generate-image'

interface DrawingStage extends PictureServer {
  upstream: ImageUpstream
}

const openDrawing = async (env: Record<string, string> = {}): Promise<DrawingStage> => {
  const upstream = await startImageUpstream()
  const stage = await openStage({ ...drawingBy(upstream), RATE_LIMITS: 'on', ...env })
  return { ...stage, upstream }
}

let shared: Promise<DrawingStage> | null = null

/** Registers a user on a server whose upstream the test controls. */
const setUp = async (answer: ImageUpstream['answer'] = () => {}) => {
  const stage = await (shared ??= openDrawing())
  stage.upstream.answer = answer
  stage.upstream.calls.length = 0
  return { ...stage, client: await new Client(stage.server.url).register() }
}

const wish = (client: Client, body: Record<string, unknown> = {}): Promise<Answer> =>
  client.post(path, { prompt: 'A lighthouse in the rain', ...body })

/** Starts a call that the test can abort. */
const beginWish = ({ url, cookie }: Client) => {
  const body = JSON.stringify({ prompt: 'A lighthouse in the rain' })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), cookie }
  const request = http.request(url + path, { method: 'POST', agent: false, headers })
  request.on('error', () => {})
  request.end(body)
  return request
}

/** Returns the user's count in the hourly limit. */
const counted = async ({ run }: PictureServer, { user }: Client): Promise<number> =>
  (await run(`SELECT points FROM rate_limits WHERE key LIKE $1`, [`%draw:user:${user.id}`]))[0]?.points ?? 0

const mebibyte = Buffer.alloc(1_048_576, 65)
const half = (picture: Buffer) => picture.subarray(0, picture.length / 2)
const html = '<!doctype html><html><body><h1>Sign in to continue</h1></body></html>'
const isLinux = existsSync('/proc/self/status')
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024

test.group('Generating a picture', () => {
  test('stores the upstream’s picture and serves it from this server', async ({ assert }) => {
    const picture = await plain(800, 600).png().toBuffer()
    const stage = await setUp((call) => call.draw(picture))
    const { client, server, upstream, run } = stage
    const { status, body } = await wish(client, { prompt: '  A lighthouse\nin the rain ' })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['imageUrl'])
    assert.match(body.imageUrl, /^\/pictures\/uploads\/[0-9a-f]{64}\.webp$/)
    const [call] = upstream.calls
    assert.containsSubset(call!.body, { model: 'flux-schnell', prompt: 'A lighthouse\nin the rain', size: '1024x1024' })
    assert.equal(call!.headers.authorization, 'Bearer test-key-77aa')
    const { headers, bytes } = await fetchPicture(server, body.imageUrl)
    assert.equal(headers.get('content-type'), 'image/webp')
    const size = await sharp(bytes).metadata()
    assert.deepEqual([size.format, size.width, size.height], ['webp', 800, 600])
    const rows = await run('SELECT owner_id FROM pictures WHERE $1 LIKE $2 || hash || $3', [body.imageUrl, '%', '%'])
    assert.deepEqual(rows, [{ owner_id: client.user.id }])
    assert.equal(await counted(stage, client), 1)
    assert.isEmpty((await stage.pictureState()).temporaryFiles)
  })

  test('uses the chosen model and aspect, and accepts a link to the upstream', async ({ assert }) => {
    const picture = await plain(60, 40).jpeg().toBuffer()
    const { client, upstream } = await setUp((call) => {
      if (call.path === '/pictures/1.jpg') call.response.writeHead(200, { 'content-type': 'text/plain' }).end(picture)
      else call.json({ data: [{ url: `${upstream.origin}/pictures/1.jpg` }] })
    })
    assert.equal((await wish(client, { model: 'stable-diffusion-3', aspect: '3:2' })).status, 200)
    assert.containsSubset(upstream.calls[0]!.body, { model: 'stable-diffusion-3', size: '1536x1024' })
    assert.isUndefined(upstream.calls[1]!.headers.authorization)
  })

  for (const [what, body, expectedMessage] of [
    ['no prompt', { prompt: undefined }, /^Please enter a prompt for image generation$/],
    ['a prompt of blanks', { prompt: ' \n\t ' }, /^Please enter a prompt for image generation$/],
    ['a prompt that is null', { prompt: null }, /^Please enter a prompt for image generation$/],
    ['a prompt that is a list', { prompt: ['a'] }, /text/],
    ['a prompt of 2,001 characters', { prompt: '💎'.repeat(2_001) }, /at most 2,000 characters/],
    ['a forbidden word', { prompt: 'A scene of GORE, at night' }, /^Pictures cannot contain: gore$/],
    ['an unknown model', { model: 'dall-e-9' }, /one of flux-schnell, sdxl-lightning, stable-diffusion-3/],
    ['an unknown shape', { aspect: '16:9' }, /one of 1:1, 2:3, 3:2/],
    ['an option that the model lacks', { options: { steps: 20 } }, /FLUX Schnell doesn’t have this option/],
    ['options that are no object', { options: [] }, /must be an object/],
  ] as const)
    test(`is refused for ${what} without a call to the upstream`, async ({ assert }) => {
      const stage = await setUp()
      const { status, body: answer } = await wish(stage.client, body)
      assert.equal(status, 422)
      assert.match(answer.message, expectedMessage)
      const field = ['model', 'aspect', 'options'].find((name) => name in body) ?? 'prompt'
      assert.match(answer.errors[0].field, new RegExp(`^${field}(\\.steps)?$`))
      assert.lengthOf(stage.upstream.calls, 0)
      assert.equal(await counted(stage, stage.client), 0)
    })

  test('accepts a prompt of 2,000 characters', async ({ assert }) => {
    const picture = await plain(20, 20).png().toBuffer()
    const { client } = await setUp((call) => call.draw(picture))
    assert.equal((await wish(client, { prompt: '💎'.repeat(2_000) })).status, 200)
  })

  test('needs a session', async ({ assert }) => {
    const { server, upstream } = await setUp()
    assert.equal((await wish(new Client(server.url))).status, 401)
    assert.equal((await new Client(server.url).get('/api/image-models')).status, 401)
    assert.lengthOf(upstream.calls, 0)
  })

  test('lists the models and their provider', async ({ assert }) => {
    const { client } = await setUp()
    const { status, body } = await client.get('/api/image-models')
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ model }: { model: string }) => model),
      ['flux-schnell', 'sdxl-lightning', 'stable-diffusion-3']
    )
    assert.deepEqual(Object.keys(body[0]), ['model', 'name', 'provider', 'note'])
  })

  test('reports that the local provider is no AI model', async ({ assert }) => {
    const { server } = await openDrawing({ IMAGES_PROVIDER: 'local' })
    const client = await new Client(server.url).register()
    const { body } = await client.get('/api/image-models')
    assert.isTrue(body.every(({ isDemo }: { isDemo?: boolean }) => isDemo === true))
  }).tags(longRun)
})

test.group('A failing provider', () => {
  for (const [what, answer, status, code, seconds, counts] of [
    [
      'refuses the content',
      (call: ImageCall) => call.json({ error: { code: 'moderation_blocked', message: 'unsafe words' } }, 400),
      422,
      'content_filtered',
      undefined,
      1,
    ],
    [
      'finds the prompt too long',
      (call: ImageCall) => call.json({ error: { code: 'context_length_exceeded', message: 'long' } }, 400),
      422,
      'prompt_refused',
      undefined,
      1,
    ],
    [
      'asks for a pause',
      (call: ImageCall) => call.json({ error: { message: 'slow down' } }, 429, { 'retry-after': '7' }),
      503,
      'images_unavailable',
      '7',
      0,
    ],
    [
      'refuses our key',
      (call: ImageCall) => call.json({ error: { message: 'Incorrect key test-key-77aa' } }, 401),
      503,
      'images_unavailable',
      undefined,
      0,
    ],
    ['is broken', (call: ImageCall) => call.json({}, 500), 503, 'images_unavailable', undefined, 0],
    ['disconnects', (call: ImageCall) => void call.response.destroy(), 503, 'images_unavailable', undefined, 0],
  ] as const)
    test(`${what} returns ${status}`, async ({ assert }) => {
      const stage = await setUp(answer)
      const refused = await wish(stage.client)
      assert.deepEqual([refused.status, refused.body.code], [status, code])
      assert.equal(refused.headers['retry-after'], seconds)
      assert.notMatch(refused.text, /unsafe|test-key|127\.0\.0\.1/)
      assert.equal(await counted(stage, stage.client), counts)
      assert.notInclude(stage.server.log(), 'test-key-77aa')
      assert.notInclude(stage.server.log(), 'lighthouse')
    }).tags(['refuses the content', 'asks for a pause', 'disconnects'].includes(what) ? [] : longRun)
})

test.group('A hostile upstream', () => {
  /** Starts another server in the operator's network, which must not be contacted. */
  const anInnerServer = async () => {
    const inner = await startImageUpstream((call) => call.json({ secret: true }))
    getActiveTestOrFail().cleanup(() => inner.close())
    return inner
  }

  /** One attack of each kind. The others belong to the long run. */
  const usual = ['a web page as a picture', 'half a picture', 'a bomb of 900 megapixels', 'a link to a file of ours']

  for (const [what, attack, status] of [
    [
      'a web page',
      (call: ImageCall) => void call.response.writeHead(200, { 'content-type': 'text/html' }).end(html),
      502,
    ],
    ['a web page as a picture', (call: ImageCall) => call.draw(Buffer.from(html)), 502],
    [
      'a web page that begins as a PNG',
      async (call: ImageCall) =>
        call.draw(Buffer.concat([(await plain(9, 9).png().toBuffer()).subarray(0, 8), Buffer.from(html)])),
      502,
    ],
    ['half a picture', async (call: ImageCall) => call.draw(half(await noisy(300, 300).png().toBuffer())), 502],
    [
      'a valid frame with invalid data',
      async (call: ImageCall) => {
        const picture = await noisy(300, 300).png().toBuffer()
        call.draw(picture.fill(0, picture.length >> 2, picture.length >> 1))
      },
      502,
    ],
    ['a bomb of 900 megapixels', (call: ImageCall) => call.draw(pngBomb(30_000, 30_000)), 502],
    ['nothing', (call: ImageCall) => call.json({ data: [] }), 502],
    ['a link to a file of ours', (call: ImageCall) => call.json({ data: [{ url: 'file:///etc/passwd' }] }), 502],
  ] as const)
    test(`that sends ${what} is refused and leaves no files`, async ({ assert }) => {
      const stage = await setUp(attack)
      const before = await stage.pictureState()
      const { status: answered, body } = await wish(stage.client)
      assert.equal(answered, status)
      assert.equal(body.code, 'bad_picture')
      assert.deepEqual(await stage.pictureState(), before)
      assert.equal(await counted(stage, stage.client), 0)
    }).tags(usual.includes(what) ? [] : longRun)

  for (const [where, lead] of [
    [
      'by a link',
      (inner: ImageUpstream) => (call: ImageCall) => call.json({ data: [{ url: `${inner.origin}/1.png` }] }),
    ],
    [
      'by a redirect of the call',
      (inner: ImageUpstream) => (call: ImageCall) =>
        void call.response.writeHead(307, { location: `${inner.origin}/v1/images/generations` }).end(),
    ],
    [
      'by a redirect of the picture',
      (inner: ImageUpstream, own: string) => (call: ImageCall) =>
        call.path === '/1.png'
          ? void call.response.writeHead(302, { location: `${inner.origin}/1.png` }).end()
          : call.json({ data: [{ url: `${own}/1.png` }] }),
    ],
  ] as const)
    test(`that links into the internal network ${where} is not followed`, async ({ assert }) => {
      const inner = await anInnerServer()
      const { upstream, client, pictureState } = await setUp()
      const before = await pictureState()
      upstream.answer = lead(inner, upstream.origin)
      const { status, text } = await wish(client)
      assert.include([502, 503], status)
      assert.notInclude(text, 'secret')
      assert.lengthOf(inner.calls, 0)
      assert.deepEqual(await pictureState(), before)
    }).tags(where === 'by a redirect of the call' ? longRun : [])

  for (const [what, attack] of [
    [
      'an answer',
      (call: ImageCall) => {
        call.response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[{"b64_json":"')
        return call.pour(mebibyte, 500 * mebibyte.length)
      },
    ],
    [
      'a picture',
      async (call: ImageCall, own: string) => {
        if (call.path !== '/1.png') return call.json({ data: [{ url: `${own}/1.png` }] })
        call.response.writeHead(200, { 'content-type': 'image/png' }).write(await noisy(100, 100).png().toBuffer())
        return call.pour(mebibyte, 500 * mebibyte.length)
      },
    ],
  ] as const)
    test(`that sends ${what} of 500 MB is disconnected early, without buffering it`, async ({ assert }) => {
      const stage = await setUp()
      const { upstream, client, server, pictureState } = stage
      const before = await pictureState()
      let sent = 0
      upstream.answer = async (call) => {
        sent = (await attack(call, upstream.origin)) ?? sent
      }
      const memory = isLinux ? memoryOf(server.process.pid!) : 0
      const { status, body } = await wish(client)
      assert.deepEqual([status, body.code], [502, 'bad_picture'])
      await waitUntil('the upstream was hung up on', () => sent > 0)
      // The limit is the largest picture as base64, plus socket buffers.
      assert.isBelow(sent, 100_000_000)
      if (isLinux) assert.isBelow(memoryOf(server.process.pid!) - memory, 200_000_000)
      assert.deepEqual(await pictureState(), before)
      assert.equal(await counted(stage, client), 0)
    }).tags(what === 'an answer' ? [] : longRun)
})

test.group('An active drawing', () => {
  test('is aborted when the client disconnects, and counts', async ({ assert }) => {
    const stage = await setUp()
    const { client, upstream } = stage
    const request = beginWish(client)
    await waitUntil('the upstream is asked', () => upstream.calls.length === 1)
    request.destroy()
    await upstream.calls[0]!.closed
    assert.isFalse(upstream.calls[0]!.response.writableEnded)
    assert.equal(await counted(stage, client), 1)
    assert.equal((await client.get('/api/auth/user')).status, 200)
  })

  test('is limited to two per user and four per server', async ({ assert }) => {
    const { client, server, upstream } = await setUp()
    const another = await new Client(server.url).register()
    const third = await new Client(server.url).register()
    const picture = await plain(30, 30).png().toBuffer()
    const under = [wish(client), wish(client)]
    await waitUntil('two are asked for', () => upstream.calls.length === 2)
    const own = await wish(client)
    assert.deepEqual([own.status, own.body.code], [429, 'too_many_at_once'])
    assert.isAbove(Number(own.headers['retry-after']), 0)
    under.push(wish(another), wish(another))
    await waitUntil('four are asked for', () => upstream.calls.length === 4)
    const busy = await wish(third)
    assert.deepEqual([busy.status, busy.body.code], [503, 'busy'])
    assert.isAbove(Number(busy.headers['retry-after']), 0)
    for (const call of upstream.calls) call.draw(picture)
    for (const { status } of await Promise.all(under)) assert.equal(status, 200)
    upstream.answer = (call) => call.draw(picture)
    assert.equal((await wish(third)).status, 200)
  })

  test('is aborted with 503 when the server stops', async ({ assert }) => {
    const { upstream, server } = await openDrawing()
    getActiveTestOrFail().cleanup(async () => {
      await server.kill('SIGKILL')
      upstream.close()
    })
    const waiting = wish(await new Client(server.url).register())
    await waitUntil('it is asked for', () => upstream.calls.length === 1)
    const stopped = server.stop()
    const { status, headers } = await waiting
    assert.equal(status, 503)
    assert.isAbove(Number(headers['retry-after']), 0)
    assert.equal(await stopped, 0)
    await upstream.calls[0]!.closed
  }).tags(longRun)
})
