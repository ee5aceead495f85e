import { test } from '@japa/runner'
import sharp from 'sharp'
import { holdsPlace, readUserComment } from '../formats/files/pictures/exif.ts'
import { base64Of, cardOf, makeExif, makeJpeg, makeWebp, makeWebpCard, open, refuse, v2Card } from './support/index.ts'

const v2 = JSON.stringify(v2Card())

test.group('Places in metadata', () => {
  test('are found in every format of pictures', async ({ assert }) => {
    const plain = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    const taken = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      assert.isFalse(holdsPlace(await plain.clone().toFormat(format).toBuffer()), format)
      const other = plain.clone().withExif({ IFD0: { Copyright: 'GPS Ada' } })
      assert.isFalse(holdsPlace(await other.toFormat(format).toBuffer()), format)
      assert.isTrue(holdsPlace(await plain.clone().withExif(taken).toFormat(format).toBuffer()), format)
    }
    assert.isTrue(holdsPlace(Buffer.from('<rdf:Description exif:GPSLatitude="51,30N"/>')))
    assert.isFalse(holdsPlace(Buffer.from('Exif\0\0II*\0'.repeat(1_000))))
  })
})

test.group('Exif comments', () => {
  const comment = (exif: Uint8Array) => {
    const found = readUserComment(exif)
    return found && Buffer.from(found).toString()
  }

  test('reads both byte orders, both directories and all character codes', ({ assert }) => {
    for (const order of ['II', 'MM'] as const)
      for (const directory of ['exif', 'first'] as const)
        for (const code of ['ASCII\0\0\0', '\0'.repeat(8), 'JIS\0\0\0\0\0', ''])
          assert.equal(comment(makeExif(v2, { order, directory, code })), v2)
    assert.equal(comment(Buffer.concat([Buffer.from('Exif\0\0'), makeExif(v2)])), v2)
    assert.equal(comment(makeExif('{}')), '{}')
  })

  test('reads UTF-16 in either byte order', ({ assert }) => {
    const text = '{"name":"Zoë"}'
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    const mark = Buffer.from([0xff, 0xfe])
    for (const order of ['II', 'MM'] as const)
      for (const bytes of [
        little,
        big,
        Buffer.concat([mark, little]),
        Buffer.concat([Buffer.from(mark).swap16(), big]),
      ])
        assert.equal(comment(makeExif(bytes, { order, code: 'UNICODE\0' })), text)
  })

  test('returns nothing for cut data and for directories that point outside', ({ assert }) => {
    const exif = makeExif(v2)
    for (let length = 0; length < exif.length; length++) assert.isNull(comment(exif.subarray(0, length)))
    for (let at = 0; at < 44; at++) {
      const broken = Buffer.from(exif)
      broken[at] = broken[at]! ^ 0xff
      assert.doesNotThrow(() => comment(broken))
    }
    assert.isNull(comment(makeExif('')))
    assert.isNull(comment(makeExif('\0\0   ')))
  })
})

test.group('Cards in JPEG and WebP', () => {
  test('reads a JPEG whose comment is not in the first segment', async ({ assert }) => {
    const jpeg = await makeJpeg({ exif: makeExif(base64Of(v2)) })
    const note = Buffer.from('ffe10006abcdffff', 'hex')
    const file = await open(Buffer.concat([jpeg.subarray(0, 2), note, jpeg.subarray(2)]))
    assert.equal(cardOf(file), v2)
    assert.equal(file.format, 'jpeg')
  })

  test('finds no card in a JPEG that is cut, or with a comment of a camera', async ({ assert }) => {
    const jpeg = await makeJpeg({ exif: makeExif(base64Of(v2)) })
    for (const length of [3, 4, 10, 60]) assert.equal((await refuse(jpeg.subarray(0, length))).kind, 'no_card')
    assert.equal((await refuse(await makeJpeg({ exif: makeExif('Picsum ID: 819') }))).kind, 'no_card')
  })

  test('reads WebP by its bytes, whatever its name', async ({ assert }) => {
    for (const as of ['json', 'base64', 'numbers'] as const) {
      const file = await open(await makeWebpCard(v2, as))
      assert.deepEqual([file.format, cardOf(file)], ['webp', v2])
    }
  })

  test('refuses a WebP that is cut, and numbers that aren’t bytes', async ({ assert }) => {
    const webp = await makeWebpCard(v2)
    assert.equal((await refuse(webp.subarray(0, -1))).kind, 'damaged')
    assert.equal((await refuse(webp.subarray(0, 16))).kind, 'damaged')
    for (const numbers of ['123,300,125', '123,-5,125', '123,x'])
      assert.equal((await refuse(await makeWebp({ exif: makeExif(numbers) }))).kind, 'no_card', numbers)
  })

  test('drops bytes after the end of a WebP', async ({ assert }) => {
    const plain = await makeWebpCard(v2)
    const file = await open(Buffer.concat([plain, Buffer.from('tail')]))
    assert.isTrue(Buffer.from(file.picture!).equals(plain))
  })
})
