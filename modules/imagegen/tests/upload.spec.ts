import { test } from '@japa/runner'
import sharp from 'sharp'
import { animation } from '#tests/support/animation'
import { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { animatedPng, fetchPicture, noisy, pixelOf, plain, sha256, sharedStage, upload } from './support.ts'

const setUp = async () => {
  const stage = await sharedStage()
  return { ...stage, client: await new Client(stage.server.url).register() }
}

test.group('An uploaded picture', () => {
  for (const [format, make] of [
    ['PNG', () => plain(1000, 800).png().toBuffer()],
    ['JPEG', () => plain(1000, 800).jpeg().toBuffer()],
    ['WebP', () => plain(1000, 800).webp().toBuffer()],
  ] as const)
    test(`is stored as WebP, regardless of its name: ${format}`, async ({ assert }) => {
      const { server, client, run } = await setUp()
      const { status, body } = await upload(client, await make(), { fileName: 'x.txt', type: 'text/plain' })
      assert.equal(status, 201)
      assert.match(body.url, /^\/pictures\/uploads\/[0-9a-f]{64}\.webp$/)
      const { status: served, headers, bytes } = await fetchPicture(server, body.url)
      assert.equal(served, 200)
      assert.equal(headers.get('content-type'), 'image/webp')
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      const { format: pictureState, width, height } = await sharp(bytes).metadata()
      assert.deepEqual([pictureState, width, height], ['webp', 1000, 800])
      assert.include(body.url, sha256(bytes))
      const [row] = await run('SELECT * FROM pictures WHERE hash = $1', [sha256(bytes)])
      assert.deepInclude(row, { owner_id: client.user.id, widths: [96, 192, 384, 768, 1536] })
      assert.isAbove(row.bytes, bytes.length)
    })

  for (const [format, make] of [
    ['a GIF', () => animation(['red', 'lime'])],
    ['a WebP', () => animation(['red', 'lime'], 'webp')],
    ['a PNG', async () => animatedPng(await plain(8, 6, 'red').png().toBuffer())],
  ] as const)
    test(`shows the first frame when it is animated: ${format}`, async ({ assert }) => {
      const { server, client } = await setUp()
      const sent = await make()
      const { status, body } = await upload(client, sent)
      assert.equal(status, 201, body.message)
      const { bytes } = await fetchPicture(server, body.url)
      const { format, pages, width, height } = await sharp(bytes).metadata()
      assert.deepEqual([format, pages, width, height], ['webp', undefined, 8, 6])
      const [red, green, blue] = await pixelOf(bytes, 4, 3)
      assert.isTrue(red! > 240 && green! < 15 && blue! < 15, `${red} ${green} ${blue}`)
    })

  test('is available in the supported widths, never enlarged', async ({ assert }) => {
    const { server, client } = await setUp()
    const { url } = (await upload(client, await plain(500, 250).png().toBuffer())).body
    const widest = (await fetchPicture(server, url)).bytes
    for (const [asked, width] of [
      [96, 96],
      [192, 192],
      [384, 384],
      [768, 500],
      [1536, 500],
    ] as const) {
      const { status, bytes } = await fetchPicture(server, `${url}?w=${asked}`)
      assert.equal(status, 200)
      const size = await sharp(bytes).metadata()
      assert.deepEqual([size.width, size.height], [width, width / 2], `?w=${asked}`)
      assert.equal(bytes.equals(widest), width === 500)
    }
    for (const asked of ['95', '0', '-1', '1e3', '96.0', '', '96&w=192', '4096'])
      assert.equal((await fetchPicture(server, `${url}?w=${asked}`)).status, 404, asked)
  })

  test('keeps its shape when tiny or very tall', async ({ assert }) => {
    const { server, client, run } = await setUp()
    for (const [width, height, widths, expected] of [
      [1, 1, [96], [1, 1]],
      [96, 288, [96], [96, 288]],
      [40, 600, [96, 192, 384], [40, 600]],
      [10, 20_000, [96, 192, 384, 768, 1536], [2, 4608]],
    ] as const) {
      const { body } = await upload(client, await plain(width, height).png().toBuffer())
      const { bytes } = await fetchPicture(server, body.url)
      const size = await sharp(bytes).metadata()
      assert.deepEqual([size.width, size.height], expected)
      const [row] = await run('SELECT widths FROM pictures WHERE hash = $1', [sha256(bytes)])
      assert.deepEqual(row.widths, widths)
    }
  }).tags(longRun)

  test('is turned upright and has no metadata', async ({ assert }) => {
    const { server, client } = await setUp()
    const halves = await plain(60, 40, '#d02020')
      .composite([{ input: await plain(30, 40, '#2020d0').png().toBuffer(), left: 30, top: 0 }])
      .png()
      .toBuffer()
    const photo = await sharp(halves)
      .withExif({
        IFD0: { Artist: 'Someone with a name', Model: 'Camera-5f2c' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Camera-5f2c</secret></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const before = await sharp(photo).metadata()
    assert.isDefined(before.exif)
    assert.equal(before.orientation, 6)
    const { url } = (await upload(client, photo)).body
    for (const address of [url, `${url}?w=96`]) {
      const { bytes } = await fetchPicture(server, address)
      const after = await sharp(bytes).metadata()
      for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) assert.isUndefined(after[kind], kind)
      assert.deepEqual([after.width, after.height], [40, 60])
      for (const word of ['Exif', 'Camera', 'name', 'xmp', 'GPS', 'ICC']) assert.isFalse(bytes.includes(word), word)
      // Turned clockwise: the left side is now at the top.
      const [top, bottom] = [await pixelOf(bytes, 20, 8), await pixelOf(bytes, 20, 52)]
      assert.isAbove(top[0]!, 180)
      assert.isAbove(bottom[2]!, 180)
    }
  })

  test('keeps its look when converted from a wide gamut to sRGB', async ({ assert }) => {
    const { server, client } = await setUp()
    const wide = await plain(64, 64, '#c83c3c').withIccProfile('p3').png().toBuffer()
    const [stored] = await pixelOf(await sharp(wide, { ignoreIcc: true }).png().toBuffer(), 5, 5)
    assert.isBelow(stored!, 195, 'the file has other numbers for the same colour')
    const { url } = (await upload(client, wide)).body
    const pixel = await pixelOf((await fetchPicture(server, url)).bytes, 32, 32)
    for (const [at, expected] of [200, 60, 60].entries()) assert.closeTo(pixel[at]!, expected, 8)
  })

  for (const [kind, make, expected] of [
    ['CMYK', () => plain(64, 64, '#c04040').toColourspace('cmyk').jpeg().toBuffer(), [192, 64, 64]],
    ['16 bit', () => plain(64, 64, '#c04040').toColourspace('rgb16').png().toBuffer(), [192, 64, 64]],
    ['grey', () => plain(64, 64, '#808080').greyscale().png().toBuffer(), [128, 128, 128]],
    ['grey JPEG', () => plain(64, 64, '#808080').greyscale().jpeg().toBuffer(), [128, 128, 128]],
    ['grey 16 bit', () => plain(64, 64, '#808080').toColourspace('grey16').png().toBuffer(), [128, 128, 128]],
    ['palette', () => plain(64, 64, '#c04040').png({ palette: true }).toBuffer(), [192, 64, 64]],
    ['interlaced', () => plain(64, 64, '#c04040').png({ progressive: true }).toBuffer(), [192, 64, 64]],
  ] as const)
    test(`may be ${kind}`, async ({ assert }) => {
      const { server, client } = await setUp()
      const { status, body } = await upload(client, await make())
      assert.equal(status, 201)
      const pixel = await pixelOf((await fetchPicture(server, body.url)).bytes, 32, 32)
      for (const [at, one] of expected.entries()) assert.closeTo(pixel[at]!, one, kind === 'CMYK' ? 40 : 10)
    })

  test('keeps transparency', async ({ assert }) => {
    const { server, client } = await setUp()
    const background = { r: 200, g: 50, b: 50, alpha: 0.5 }
    for (const picture of [
      sharp({ create: { width: 300, height: 300, channels: 4, background } }).png(),
      sharp({ create: { width: 300, height: 300, channels: 4, background } })
        .toColourspace('rgb16')
        .png(),
      sharp({ create: { width: 300, height: 300, channels: 4, background } }).webp(),
    ]) {
      const { url } = (await upload(client, await picture.toBuffer())).body
      const pixel = await pixelOf((await fetchPicture(server, `${url}?w=96`)).bytes, 48, 48)
      assert.closeTo(pixel[3]!, 128, 4)
    }
  })

  test('has one address when several users upload it concurrently', async ({ assert }) => {
    const { server, client, run } = await setUp()
    const another = await new Client(server.url).register()
    const picture = await noisy(300, 300).png().toBuffer()
    const answers = await Promise.all([client, another, client].map((who) => upload(who, picture)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201]
    )
    const urls = new Set(answers.map(({ body }) => body.url))
    assert.equal(urls.size, 1)
    const [{ n }] = await run('SELECT count(*)::int AS n FROM pictures WHERE owner_id = ANY ($1)', [
      [client.user.id, another.user.id],
    ])
    assert.equal(n, 1)
  })

  test('can be used for a character', async ({ assert }) => {
    const { client } = await setUp()
    const { url } = (await upload(client, await plain(100, 100).png().toBuffer())).body
    const { status, body } = await client.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Mo was born at sea.',
      personality: 'Calm.',
      avatar: url,
    })
    assert.deepEqual([status, body.avatar], [201, url])
  })

  test('is served at its own address only', async ({ assert }) => {
    const { server, client } = await setUp()
    const { url } = (await upload(client, await plain(100, 100).png().toBuffer())).body
    const hash = /[0-9a-f]{64}/.exec(url)![0]
    for (const file of [
      `${'0'.repeat(64)}.webp`,
      `${hash}.png`,
      hash,
      `${hash.toUpperCase()}.webp`,
      `${hash}-96.webp`,
      `${hash.slice(0, 2)}/${hash}-96.webp`,
      `${hash.slice(0, 2)}%2F${hash}-96.webp`,
      '..%2F..%2Fapp.key',
      `%00${hash}.webp`,
    ]) {
      const { status, headers } = await fetchPicture(server, `/pictures/uploads/${file}`)
      // Other paths belong to the web app.
      const isPage = status === 200 && headers.get('content-type')!.startsWith('text/html')
      assert.isTrue(status === 404 || isPage || (status === 422 && file.startsWith('%00')), `${file}: ${status}`)
    }
    assert.equal((await client.call(url, { method: 'HEAD' })).status, 200)
  })
})
