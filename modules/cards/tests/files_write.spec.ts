import { test } from '@japa/runner'
import sharp from 'sharp'
import { animation } from '#tests/support/animation'
import { holdsPlace } from '../formats/files/pictures/exif.ts'
import { withoutMetadata } from '../formats/files/pictures/without_metadata.ts'
import { insertCards } from '../formats/files/png/write_card_png.ts'
import {
  awkwardCardText,
  base64Of,
  cardOf,
  makeExif,
  makeJpeg,
  makePng,
  makeWebp,
  open,
  pngChunk,
  readAsset,
  sourcesOf,
  textChunk,
  v2Card,
  writeCardPng,
  writeCharX,
} from './support/index.ts'

const cards = { chara: Buffer.from(JSON.stringify(v2Card())), ccv3: Buffer.from(awkwardCardText) }

test.group('Writing PNG', () => {
  test('writes both versions byte for byte, as tEXt in front of the end', async ({ assert }) => {
    const png = await writeCardPng(await makeWebp(), cards)
    const file = await open(png)
    assert.deepEqual(sourcesOf(file), ['ccv3', 'chara'])
    assert.equal(cardOf(file), awkwardCardText)
    assert.isTrue(Buffer.from(file.documents[1]!.bytes).equals(cards.chara))
    assert.isEmpty(file.warnings)
    const text = Buffer.from(png).toString('latin1')
    assert.match(text, /tEXtchara\0[\w+/=]+[^]{4}[^]{4}tEXtccv3\0[\w+/=]+[^]{4}\0{4}IEND[^]{4}$/)
    assert.isBelow(text.lastIndexOf('IDAT'), text.indexOf('chara\0'))
  })

  test('keeps the pixels of every kind of picture', async ({ assert }) => {
    for (const picture of [await makeWebp(), await makeJpeg(), makePng({ size: { width: 8, height: 6 } })]) {
      const [before, after] = await Promise.all(
        [picture, await writeCardPng(picture, cards)].map((bytes) =>
          sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer()
        )
      )
      assert.isTrue(before!.equals(after!))
    }
  })

  test('leaves out metadata, texts, old cards and tails of the picture', async ({ assert }) => {
    const secret = 'a private place'
    const exif = makeExif(secret)
    for (const picture of [
      await makeJpeg({ exif, tail: Buffer.from(secret) }),
      await makeWebp({ exif, tail: Buffer.from(secret) }),
      makePng({
        before: [textChunk('Comment', secret), pngChunk('eXIf', exif)],
        chara: { stale: true },
        tail: Buffer.from(secret),
      }),
    ]) {
      const png = Buffer.from(await writeCardPng(picture, cards))
      assert.isFalse(png.includes(secret))
      assert.isFalse(png.includes(base64Of({ stale: true })))
      assert.deepEqual([...png.toString('latin1').matchAll(/(?:tEXt|zTXt|iTXt|eXIf|tIME|pHYs|iCCP)\w*/g)].map(String), [
        'tEXtchara',
        'tEXtccv3',
      ])
    }
  })

  test('keeps the bytes of a PNG picture and its animation, and nothing after its end', ({ assert }) => {
    const frame = pngChunk('fdAT', Buffer.from('a frame'))
    const picture = makePng({ isAnimated: true, before: [textChunk('Comment', 'secret')], after: [frame] })
    const stale = Buffer.concat([picture, textChunk('chara', 'secret')])
    const png = insertCards(stale, cards)
    const plain = withoutMetadata(stale)!
    assert.isTrue(plain.equals(makePng({ isAnimated: true, after: [frame] })))
    assert.isFalse(Buffer.from(png).includes('secret'))
    assert.isTrue(
      Buffer.from(png)
        .subarray(0, plain.length - 12)
        .equals(plain.subarray(0, -12))
    )
    // A length beyond the file ends the picture.
    assert.isTrue(withoutMetadata(plain.subarray(0, -20))!.equals(makePng({ isAnimated: true })))
  })

  test('gives the same bytes for the same input', async ({ assert }) => {
    const picture = await makeWebp()
    const [first, second] = [await writeCardPng(picture, cards), await writeCardPng(picture, cards)]
    assert.isTrue(Buffer.from(first).equals(Buffer.from(second)))
  })

  test('refuses pictures that can’t be decoded or are too large', async ({ assert }) => {
    await assert.rejects(() => writeCardPng(Buffer.from('no picture'), cards))
    const header = makePng()
    // The header claims 100 megapixels in a few bytes.
    header.writeUInt32BE(10_000, 16)
    header.writeUInt32BE(10_000, 20)
    await assert.rejects(() => writeCardPng(header, cards))
  })

  test('replaces the cards of a PNG of our own', async ({ assert }) => {
    const once = insertCards(makePng(), cards)
    const twice = insertCards(once, { ...cards, ccv3: Buffer.from('{"new":1}') })
    const file = await open(twice)
    assert.equal(cardOf(file), '{"new":1}')
    assert.isEmpty(file.warnings)
  })
})

test.group('Writing CharX', () => {
  const card = Buffer.from(awkwardCardText)
  const entries = [
    { name: 'assets/icon/images/ヴィ.png', bytes: makePng() },
    { name: 'notes.txt', bytes: Buffer.from('text '.repeat(100)), isCompressed: true },
  ]

  test('reads back byte for byte', async ({ assert }) => {
    const file = await open(await writeCharX(card, entries))
    assert.equal(file.format, 'charx')
    assert.equal(cardOf(file), awkwardCardText)
    for (const { name, bytes } of entries) assert.isTrue((await readAsset(file, `embeded://${name}`)).equals(bytes))
    assert.isEmpty(file.warnings)
  })

  test('gives the same bytes in every time zone', async ({ assert }) => {
    const zone = process.env.TZ
    const made: Buffer[] = []
    for (const other of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
      process.env.TZ = other
      made.push(await writeCharX(card, entries))
    }
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    assert.isTrue(made[0]!.equals(made[1]!))
    assert.isTrue(made[0]!.equals(made[2]!))
  })

  test('throws for names that can’t be unpacked, and for equal names', ({ assert }) => {
    const bytes = Buffer.from('x')
    for (const name of ['../a', '/a', 'C:\\a', 'a\\b', '', 'folder/', 'nul\0'])
      assert.throws(() => writeCharX(card, [{ name, bytes }]), /can’t hold the name/)
    assert.throws(() => writeCharX(card, [{ name: 'card.json', bytes }]), /Two entries/)
  })
})

test.group('Pictures without metadata', () => {
  const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#a05060' } })
  const withPlace = (orientation: number) =>
    picture()
      .withMetadata({ orientation })
      .withExif({ IFD0: { Orientation: String(orientation) }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '10/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">exif:GPSLatitude</x:xmpmeta>')

  test('keep their pixels and orientation, but no place', async ({ assert }) => {
    const upright = await picture().jpeg().toBuffer()
    assert.isTrue(withoutMetadata(Buffer.concat([upright, Buffer.from('secret')]))!.equals(upright))
    for (const file of [
      await withPlace(6).jpeg().toBuffer(),
      await withPlace(6).jpeg({ progressive: true }).toBuffer(),
      await withPlace(6).webp().toBuffer(),
      await withPlace(6).png().toBuffer(),
    ]) {
      const plain = withoutMetadata(file)!
      const { format, orientation, exif, xmp } = await sharp(plain).metadata()
      assert.isTrue(holdsPlace(file), format)
      assert.isFalse(holdsPlace(plain), format)
      assert.isUndefined(xmp, format)
      assert.isBelow(exif?.length ?? 0, 40, format)
      if (format !== 'png') assert.equal(orientation, 6, format)
      assert.isTrue((await sharp(plain).raw().toBuffer()).equals(await sharp(file).raw().toBuffer()), format)
    }
  })

  test('are the frames of a GIF, without comments', async ({ assert }) => {
    const gif = await animation(['red', 'lime'])
    assert.isTrue(withoutMetadata(Buffer.concat([gif, Buffer.from('secret')]))!.equals(gif))
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('secret'), Buffer.alloc(1)])
    const commented = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)])
    assert.isTrue(withoutMetadata(commented)!.equals(gif))
    for (let length = 6; length < gif.length; length++) assert.isNull(withoutMetadata(gif.subarray(0, length)))
  })

  test('are null when the file is cut short or is none', async ({ assert }) => {
    for (const file of [await picture().jpeg().toBuffer(), await picture().webp().toBuffer()])
      assert.isNull(withoutMetadata(file.subarray(0, -30)))
    assert.isNull(withoutMetadata(Buffer.from('ID3 a sound')))
  })
})
