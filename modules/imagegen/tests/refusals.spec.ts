import { test } from '@japa/runner'
import sharp from 'sharp'
import { Client, type Answer } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { fetchPicture, formOf, formType, noisy, plain, pngBomb, sharedStage, upload, uploadParts } from './support.ts'

const script = '<script>alert(document.domain)</script>'
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}
  <image href="file:///etc/passwd"/><image href="http://127.0.0.1:1/"/></svg>`
const html = `<!doctype html><html><body>${script}</body></html>`

const png = () => noisy(400, 300).png().toBuffer()
const jpeg = () => noisy(400, 300).jpeg().toBuffer()
const webp = () => noisy(400, 300).webp().toBuffer()
const gif = () => noisy(400, 300).gif().toBuffer()
const half = (picture: Buffer) => picture.subarray(0, picture.length / 2)
/** Overwrites the middle of the picture with zeros. */
const holed = (picture: Buffer) => Buffer.from(picture).fill(0, picture.length >> 2, picture.length >> 1)

let client: Promise<Client> | null = null

/** All tests upload as one user. */
const setUp = async () => {
  const stage = await sharedStage()
  return { ...stage, client: await (client ??= new Client(stage.server.url).register()) }
}
type Setup = Awaited<ReturnType<typeof setUp>>

/** The name, status, message and upload of each attempt. */
const attempts: [what: string, status: number, expectedMessage: RegExp, attempt: (scene: Setup) => Promise<Answer>][] =
  [
    [
      'an SVG with a script',
      422,
      /not a PNG, JPEG, WebP or GIF/,
      ({ client }) => upload(client, svg, { type: 'image/svg+xml' }),
    ],
    ['an SVG declared as a PNG', 422, /not a PNG/, ({ client }) => upload(client, svg)],
    ['HTML named .png', 422, /not a PNG/, ({ client }) => upload(client, html)],
    [
      'HTML with the first bytes of a PNG',
      422,
      /damaged/,
      async ({ client }) => upload(client, Buffer.concat([(await png()).subarray(0, 8), Buffer.from(html)])),
    ],
    [
      'HTML with the first bytes of a JPEG',
      422,
      /damaged/,
      ({ client }) => upload(client, Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(html)])),
    ],
    ['half a GIF', 422, /damaged/, async ({ client }) => upload(client, half(await gif()))],
    ['only a GIF’s signature', 422, /damaged/, ({ client }) => upload(client, 'GIF89a')],
    ['a TIFF', 422, /not a PNG/, async ({ client }) => upload(client, await plain(20, 20).tiff().toBuffer())],
    ['an AVIF', 422, /not a PNG/, async ({ client }) => upload(client, await plain(20, 20).avif().toBuffer())],
    ['a PDF', 422, /not a PNG/, ({ client }) => upload(client, '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['half a PNG', 422, /damaged/, async ({ client }) => upload(client, half(await png()))],
    ['half a JPEG', 422, /damaged/, async ({ client }) => upload(client, half(await jpeg()))],
    ['half a WebP', 422, /damaged/, async ({ client }) => upload(client, half(await webp()))],
    ['a PNG with a hole', 422, /damaged/, async ({ client }) => upload(client, holed(await png()))],
    ['a WebP without its head', 422, /damaged/, async ({ client }) => upload(client, (await webp()).fill(0, 12, 40))],
    ['only a PNG’s signature', 422, /damaged/, async ({ client }) => upload(client, (await png()).subarray(0, 8))],
    ['only a JPEG’s signature', 422, /damaged/, ({ client }) => upload(client, Buffer.from([255, 216, 255]))],
    [
      'a PNG bomb of 900 megapixels',
      422,
      /at most; this one has 900/,
      ({ client }) => upload(client, pngBomb(30_000, 30_000)),
    ],
    ['a PNG of a million by a million', 422, /megapixels|damaged/, ({ client }) => upload(client, headOnly(1_000_000))],
    [
      'a JPEG of 100 megapixels',
      422,
      /65 megapixels at most; this one has 100/,
      async ({ client }) => upload(client, await plain(10_000, 10_000).jpeg().toBuffer()),
    ],
    ['an empty file', 422, /empty/, ({ client }) => upload(client, '')],
    ['no file', 422, /needs one file/, ({ client }) => uploadParts(client, [])],
    [
      'a field without a file',
      422,
      /needs one file/,
      ({ client }) => uploadParts(client, [{ fileName: null, bytes: 'x' }]),
    ],
    ['a form without a chosen file', 422, /needs one file/, ({ client }) => upload(client, '', { fileName: '' })],
    [
      'a picture in another field',
      422,
      /in the field `file`/,
      async ({ client }) => upload(client, await png(), { name: 'picture' }),
    ],
    [
      'two pictures',
      422,
      /one picture at a time/,
      async ({ client }) => uploadParts(client, [{ bytes: await png() }, { bytes: await jpeg() }]),
    ],
    ['ten million bytes and one', 413, /larger than 10 MB/, ({ client }) => upload(client, Buffer.alloc(10_000_001))],
    // Within the limit of draining. With more bytes, the client might not receive the response.
    ['nineteen million bytes', 413, /larger than 10 MB/, ({ client }) => upload(client, Buffer.alloc(19_000_000))],
    [
      'a truncated form',
      400,
      /whole multipart form/,
      async ({ client }) => uploadParts(client, [], { rawBody: formOf([{ bytes: await png() }]).subarray(0, 5_000) }),
    ],
    [
      'a form without a boundary',
      415,
      /multipart/,
      ({ client }) => uploadParts(client, [], { headers: { 'content-type': 'multipart/form-data' } }),
    ],
    [
      'a body that isn’t a form',
      400,
      /whole multipart form/,
      async ({ client }) => uploadParts(client, [], { rawBody: await png() }),
    ],
    [
      'a picture without a form',
      415,
      /JSON/,
      async ({ client }) => uploadParts(client, [], { rawBody: await png(), headers: { 'content-type': 'image/png' } }),
    ],
    ['a visitor', 401, /log in/, async ({ server }) => upload(new Client(server.url), await png())],
    [
      'another site’s page',
      403,
      /another site/,
      async ({ client }) =>
        uploadParts(client, [{ bytes: await png() }], { headers: { 'sec-fetch-site': 'cross-site' } }),
    ],
  ]

/** Returns a PNG header with a changed size and the old checksum. */
const headOnly = (side: number): Buffer => {
  const bytes = pngBomb(8, 8)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  return bytes
}

/** One attempt for each reason. The others belong to the long run. */
const usual = new Set([
  'an SVG with a script',
  'HTML named .png',
  'HTML with the first bytes of a PNG',
  'an AVIF',
  'half a JPEG',
  'half a GIF',
  'a PNG with a hole',
  'a PNG bomb of 900 megapixels',
  'an empty file',
  'no file',
  'two pictures',
  'ten million bytes and one',
  'a truncated form',
  'a form without a boundary',
  'a picture without a form',
  'a visitor',
  'another site’s page',
])

test.group('Refused uploads', () => {
  for (const [what, status, expectedMessage, attempt] of attempts)
    test(`${what}: returns ${status} and leaves no files`, async ({ assert }) => {
      const scene = await setUp()
      const before = await scene.pictureState()
      const answer = await attempt(scene)
      assert.equal(answer.status, status, answer.text)
      assert.match(answer.body.message, expectedMessage)
      assert.isString(answer.body.code)
      assert.deepEqual(await scene.pictureState(), before)
      assert.isEmpty(before.temporaryFiles)
    }).tags(usual.has(what) ? [] : longRun)
})

test.group('Sanitized uploads', () => {
  for (const [what, make] of [
    ['a JPEG with HTML after its end', async () => Buffer.concat([await jpeg(), Buffer.from(html)])],
    ['a PNG with HTML after its end', async () => Buffer.concat([await png(), Buffer.from(html)])],
    ['a WebP with HTML after its end', async () => Buffer.concat([await webp(), Buffer.from(html)])],
    [
      'a JPEG with HTML in its description',
      async () =>
        noisy(400, 300)
          .withExif({ IFD0: { ImageDescription: html } })
          .jpeg()
          .toBuffer(),
    ],
  ] as const)
    test(what, async ({ assert }) => {
      const { client, server } = await setUp()
      const sent = await make()
      assert.isTrue(sent.includes(script))
      const { status, body } = await upload(client, sent)
      assert.equal(status, 201)
      for (const address of [body.url, `${body.url}?w=96`]) {
        const { bytes, headers } = await fetchPicture(server, address)
        assert.isFalse(bytes.includes('script'))
        assert.equal((await sharp(bytes).metadata()).format, 'webp')
        assert.deepEqual(
          [headers.get('content-type'), headers.get('x-content-type-options')],
          ['image/webp', 'nosniff']
        )
      }
    }).tags(what.includes('description') || what.startsWith('a JPEG') ? [] : longRun)

  test('a picture whose name climbs out of its folder', async ({ assert }) => {
    const { client, pictureState } = await setUp()
    const before = await pictureState()
    for (const fileName of ['../../../../tmp/evil.png', '..\\..\\evil.png', '/etc/passwd', 'a\0b.png', 'a; name=other'])
      assert.equal((await upload(client, await plain(50, 50).png().toBuffer(), { fileName })).status, 201, fileName)
    const after = await pictureState()
    assert.equal(after.rows, before.rows + 5)
    const added = after.files.filter((file) => !before.files.includes(file) && file.includes('.'))
    assert.lengthOf(added, 5)
    for (const file of added) assert.match(file, /^[0-9a-f]{2}[/\\][0-9a-f]{64}-96\.webp$/)
  })

  test('a picture of ten million bytes, with other fields around it', async ({ assert }) => {
    const { client } = await setUp()
    const picture = await plain(200, 200).jpeg().toBuffer()
    const padded = Buffer.concat([picture, Buffer.alloc(10_000_000 - picture.length)])
    const parts = [{ name: 'note', fileName: null, bytes: 'hello' }, { bytes: padded }]
    assert.equal((await uploadParts(client, parts)).status, 201)
    const tooLarge = Buffer.concat([padded, Buffer.alloc(1)])
    assert.equal((await upload(client, tooLarge)).status, 413)
    assert.equal(formType['content-type'].includes('boundary'), true)
  })
})
