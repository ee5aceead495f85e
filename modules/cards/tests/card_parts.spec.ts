import { test } from '@japa/runner'
import sharp from 'sharp'
import type { Client } from '#tests/support/client'
import { sharedStage, type Stage } from '#tests/support/stage'
import type { CardFormat } from '../api.ts'
import { bringCard } from './support/bring_card.ts'
import { base64Of } from './support/bytes.ts'
import { readText } from './support/character_cards.ts'
import { importCards } from './support/cards_form.ts'
import { cardWithAsset, makeByaf, makeCharX } from './support/make_archives.ts'
import { holdsPlace } from '../formats/files/pictures/exif.ts'
import { withoutMetadata } from '../formats/files/pictures/without_metadata.ts'
import { insertCards } from '../formats/files/png/write_card_png.ts'
import { makeExif } from './support/make_exif.ts'
import { makePng, pngChunk, textChunk } from './support/make_png.ts'
import { cardOf, open, readAsset } from './support/open.ts'
import { v2Card, v3Card, yamlCard } from './support/sample_cards.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('small')
}

const download = async (client: Client, id: string, format: CardFormat) =>
  bytesAt(client, `/api/characters/${id}/card?format=${format}`)

const bytesAt = async (client: Client, path: string) => {
  const answer = await fetch(client.url + path, { headers: { cookie: client.cookie } })
  return Buffer.from(await answer.arrayBuffer())
}

const happy = makePng({ size: { width: 7, height: 5 } })
const sound = Buffer.from('ID3 a sound')

/** A CharX with everything that apps put into it, and asset URIs of every kind. */
const fullCharX = () => {
  const card = cardWithAsset()
  card.data.assets.push({ type: 'emotion', uri: 'faces/Happy.png', name: 'happy', ext: 'png' })
  card.data.assets.push({ type: 'x_sound', uri: 'embeded://sounds/a.mp3', name: 'a', ext: 'mp3' })
  const main = makePng({ after: [textChunk('Comment', 'a place')] })
  const assets = { 'assets/icon/images/main.png': main, 'faces/Happy.png': happy, 'sounds/a.mp3': sound }
  const more = [{ name: 'extra.json', content: '{"a": 1.0}' }]
  return { card, main, file: makeCharX({ card: JSON.stringify(card), assets, hasRisuExtras: true, more }) }
}

/** A PNG as RisuAI writes it, with its assets in chunks. */
const risuPng = () => {
  const card = v3Card()
  card.data.assets = [
    { type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' },
    { type: 'emotion', uri: '__asset:0', name: 'happy', ext: 'png' },
    { type: 'x-risu-asset', uri: '__asset:1', name: 'a', ext: 'mp3' },
  ]
  const chunks = [happy, sound].map((bytes, at) => textChunk(`chara-ext-asset_:${at}`, base64Of(bytes)))
  return { card, file: makePng({ ccv3: JSON.stringify(card), after: chunks }) }
}

/** A JSON card with pictures in its text. The `icon` is the main one. */
const withPicturesInText = (pictures: Record<string, Buffer>) => {
  const card = v3Card()
  card.data.assets = Object.entries(pictures).map(([name, bytes]) => {
    const uri = `data:image/jpeg;base64,${bytes.toString('base64')}`
    return name === 'icon'
      ? { type: 'icon', uri, name: 'main', ext: 'jpg' }
      : { type: 'emotion', uri, name, ext: 'jpg' }
  })
  return Buffer.from(JSON.stringify(card))
}

/** Returns the data of a PNG's chunks of a type, in hex. */
const chunksOf = (png: Buffer, wanted: string): string[] => {
  const found: string[] = []
  for (let at = 8; at + 12 <= png.length;) {
    const end = at + 8 + png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.toString('hex', at + 8, end))
    at = end + 4
  }
  return found
}

test.group('Parts of imported cards', (group) => {
  group.setup(setUp)

  test('leave byte for byte with an unedited card', async ({ assert }) => {
    const client = await stage.visitor()
    const files = {
      'a.charx': fullCharX().file,
      'b.png': risuPng().file,
      'c.json': `\ufeff${JSON.stringify(v3Card())}`,
    }
    for (const [name, file] of Object.entries(files)) {
      const id = await bringCard(client, file, name)
      const bytes = await download(client, id, name.split('.')[1] as CardFormat)
      assert.isTrue(bytes.equals(Buffer.from(file)), name)
      assert.isTrue((await bytesAt(client, `/api/characters/${id}/original`)).equals(Buffer.from(file)), name)
    }
  })

  test('stay in an edited archive, except for removed pictures', async ({ assert }) => {
    const client = await stage.visitor()
    const { card, main, file } = fullCharX()
    const id = await bringCard(client, file, 'a.charx')
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const edited = await open(await download(client, id, 'charx'))
    const [before, after] = [await open(file), edited]
    assert.deepEqual(after.assets.names.toSorted(), before.assets.names.toSorted())
    for (const name of before.assets.names)
      assert.isTrue((await readAsset(after, name)).equals(await readAsset(before, name)), name)
    assert.isTrue((await readAsset(after, 'assets/icon/images/main.png')).equals(main))
    card.data.scenario = 'A calm.'
    Object.assign(card.data.extensions, { facet: { id } })
    assert.deepEqual(JSON.parse(cardOf(edited)), card)

    await client.put(`/api/characters/${id}`, { assets: [] })
    const without = await open(await download(client, id, 'charx'))
    assert.notInclude(without.assets.names, 'faces/Happy.png')
    for (const name of ['sounds/a.mp3', 'module.risum', 'x_meta/main.json', 'extra.json'])
      assert.include(without.assets.names, name)
    assert.notInclude(cardOf(without), 'Happy.png')
  })

  test('keep the pixels of a PNG in every format when the card is edited', async ({ assert }) => {
    const client = await stage.visitor()
    // Larger than a stored avatar, with pixels that lossy formats change.
    const [width, height] = [2_000, 40]
    const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * n) % 251))
    const picture = await sharp(raw, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer()
    const card = Buffer.from(JSON.stringify(v2Card()))
    const file = insertCards(picture, { chara: card, ccv3: card })
    const id = await bringCard(client, Buffer.from(file), 'a.png')
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const archive = await open(await download(client, id, 'charx'))
    for (const bytes of [
      await download(client, id, 'png'),
      await readAsset(archive, `embeded://${archive.assets.names[0]}`),
    ])
      assert.isTrue((await sharp(bytes).raw().toBuffer()).equals(raw))
    // The card of an archive lists its picture in every version.
    const v2 = await bytesAt(client, `/api/characters/${id}/card?format=charx&spec=v2`)
    const other = await stage.visitor()
    const copy = await bringCard(other, v2, 'b.charx')
    const { avatar } = (await other.get(`/api/characters/${copy}?edit=true`)).body
    assert.match(avatar, /\.webp$/)
    await client.put(`/api/characters/${id}`, { avatar: null })
    assert.notEqual((await sharp(await download(client, id, 'png')).metadata()).width, width)
  })

  test('keep the pixels of other pictures, without their place', async ({ assert }) => {
    const client = await stage.visitor()
    const [width, height] = [2_000, 40]
    const noise = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * n) % 251))
    const picture = sharp(noise, { raw: { width, height, channels: 3 } }).withExif({
      IFD0: { ImageDescription: 'a camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '10/1' },
    })
    const [jpeg, png] = [await picture.jpeg().toBuffer(), await picture.png().toBuffer()]
    const pixelsOf = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer()
    const asset = (ext: string) => ({ type: 'icon', uri: `embeded://main.${ext}`, name: 'main', ext })
    const charx = (ext: string, content: Buffer) => {
      const card = v3Card()
      card.data.assets = [asset(ext)]
      return makeCharX({ card: JSON.stringify(card), assets: { [`main.${ext}`]: content } })
    }
    const images = [{ path: 'images/main.jpg', label: '' }]
    const more = [{ name: 'characters/mira/images/main.jpg', content: jpeg, isStored: true }]
    const exif = makeExif(base64Of(JSON.stringify(v2Card())))
    const length = Buffer.from([0xff, 0xe1, (exif.length + 8) >> 8, (exif.length + 8) & 0xff])
    const marker = Buffer.concat([length, Buffer.from('Exif\0\0', 'latin1'), exif])
    const files: [string, Buffer, Buffer][] = [
      ['a.charx', charx('jpg', jpeg), jpeg],
      ['b.charx', charx('png', png), png],
      ['c.byaf', makeByaf({ character: { images }, more }), jpeg],
      ['d.jpg', Buffer.concat([jpeg.subarray(0, 2), marker, jpeg.subarray(2)]), jpeg],
      ['e.json', withPicturesInText({ icon: jpeg }), jpeg],
    ]
    for (const [name, file, source] of files) {
      const id = await bringCard(client, file, name)
      for (const isEdited of [false, true]) {
        if (isEdited) await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
        const plain = await download(client, id, 'png')
        assert.isTrue((await pixelsOf(plain)).equals(await pixelsOf(source)), name)
        assert.isFalse(holdsPlace(plain), name)
        const archive = await open(await download(client, id, 'charx'))
        const { uri } = readText(cardOf(archive)).draft.assets.find(({ type }) => type === 'icon')!
        const icon = await readAsset(archive, uri)
        assert.equal(uri.endsWith('png'), source === png, name)
        assert.isTrue((await pixelsOf(icon)).equals(await pixelsOf(source)), name)
        // Compressed data must be the same bytes, not decoded and encoded again.
        assert.include(icon.toString('latin1'), source.subarray(-2_000).toString('latin1'), name)
        if (isEdited) assert.isFalse(holdsPlace(icon), name)
      }
    }
    const [owner, other] = [await stage.visitor(), await stage.visitor()]
    const id = await bringCard(owner, files[2]![1], 'c.byaf')
    await owner.put(`/api/characters/${id}`, { isPublic: true, allowForks: true })
    assert.equal((await sharp(await download(other, id, 'png')).metadata()).width, 1_536)
    await owner.put(`/api/characters/${id}`, { avatar: null })
    assert.notEqual((await sharp(await download(owner, id, 'png')).metadata()).width, width)
  })

  test('keep the bytes of further pictures of a Backyard archive', async ({ assert }) => {
    const client = await stage.visitor()
    const [main, other] = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .jpeg()
          .toBuffer()
      )
    )
    const images = [
      { path: 'images/main.jpg', label: '' },
      { path: 'images/happy.jpg', label: 'happy' },
    ]
    const more = [
      { name: 'characters/mira/images/main.jpg', content: main!, isStored: true },
      { name: 'characters/mira/images/happy.jpg', content: other!, isStored: true },
    ]
    const id = await bringCard(client, makeByaf({ character: { images }, more }), 'a.byaf')
    const happyIn = async (format: CardFormat) => {
      const opened = await open(await download(client, id, format))
      const asset = readText(cardOf(opened)).draft.assets.find(({ name }) => name === 'happy')
      return asset && { ext: asset.ext, bytes: (await readAsset(opened, asset.uri)).toString('hex') }
    }
    for (const format of ['charx', 'png'] as const)
      assert.deepEqual(await happyIn(format), { ext: 'jpg', bytes: other!.toString('hex') })
    // A removed picture stays out.
    await client.put(`/api/characters/${id}`, { assets: [] })
    assert.isUndefined(await happyIn('charx'))
  })

  test('keep the data of pictures in JSON, without their place', async ({ assert }) => {
    const [client, admin] = [await stage.visitor(), await stage.visitor()]
    await stage.makeAdmin(admin)
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    const plain = await picture.clone().jpeg().toBuffer()
    const camera = { IFD0: { ImageDescription: 'a camera' } }
    const place = { ...camera, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '10/1' } }
    const taken = await picture.clone().withExif(place).jpeg().toBuffer()
    const known = await picture.clone().withExif(camera).jpeg().toBuffer()
    const file = withPicturesInText({ icon: plain, taken, known })
    const id = await bringCard(client, file, 'a.json')
    assert.isTrue((await download(client, id, 'json')).equals(file))
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const picturesFor = async (reader: Client, format: CardFormat) => {
      const opened = await open(await download(reader, id, format))
      const { assets } = readText(cardOf(opened)).draft
      const read = assets.map(async ({ name, uri }) => [name, await readAsset(opened, uri)] as const)
      return Object.fromEntries(await Promise.all(read))
    }
    for (const format of ['json', 'png', 'charx'] as const) {
      const own = await picturesFor(client, format)
      assert.isTrue(own.known!.equals(known), format)
      assert.isFalse(holdsPlace(own.taken!), format)
      assert.include(own.taken!.toString('latin1'), plain.subarray(-200).toString('latin1'), format)
    }
    assert.isTrue((await picturesFor(client, 'charx')).main!.equals(withoutMetadata(plain)!))
    const others = await picturesFor(admin, 'json')
    assert.notInclude(others.known!.toString('latin1'), 'a camera')
  })

  test('keep the pixels of a picture with texts in its alpha channel', async ({ assert }) => {
    const client = await stage.visitor()
    const [width, height] = [64, 64]
    // NovelAI hides its metadata in the lowest bits of the alpha channel.
    const pixels = Buffer.from(
      Array.from({ length: width * height * 4 }, (_, n) => (n % 4 === 3 ? 254 + (n % 3 ? 1 : 0) : n % 251))
    )
    const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    const texts = [textChunk('Software', 'NovelAI'), textChunk('Comment', '{"prompt":"a lamp"}')]
    const card = textChunk('chara', base64Of(JSON.stringify(v2Card())))
    const file = Buffer.concat([png.subarray(0, 33), ...texts, card, png.subarray(33)])
    const id = await bringCard(client, file, 'novelai.png')
    assert.isTrue((await download(client, id, 'png')).equals(file))
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const edited = await download(client, id, 'png')
    assert.deepEqual(chunksOf(edited, 'IDAT'), chunksOf(png, 'IDAT'))
    assert.notInclude(edited.toString('latin1'), 'a lamp')
    const archive = await open(await download(client, id, 'charx'))
    const icon = await readAsset(archive, 'embeded://assets/icon/images/main.png')
    assert.isTrue((await sharp(icon).raw().toBuffer()).equals(pixels))
  })

  test('keep all frames of an animation', async ({ assert }) => {
    const client = await stage.visitor()
    const still = makePng({ size: { width: 8, height: 8 } })
    const number = (value: number) => Buffer.from([0, 0, 0, value])
    const frame = (sequence: number) =>
      pngChunk('fcTL', Buffer.concat([...[sequence, 8, 8, 0, 0].map(number), Buffer.from([0, 1, 0, 10, 0, 0])]))
    const [data] = chunksOf(still, 'IDAT')
    const before = [pngChunk('acTL', Buffer.concat([number(2), number(0)])), frame(0)]
    const after = [frame(1), pngChunk('fdAT', Buffer.concat([number(2), Buffer.from(data!, 'hex')]))]
    const file = makePng({ size: { width: 8, height: 8 }, before, after, chara: JSON.stringify(v2Card()) })
    const id = await bringCard(client, file, 'animated.png')
    assert.isTrue((await download(client, id, 'png')).equals(file))
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const archive = await open(await download(client, id, 'charx'))
    for (const picture of [
      await download(client, id, 'png'),
      await readAsset(archive, 'embeded://assets/icon/images/main.png'),
    ])
      for (const type of ['acTL', 'fcTL', 'IDAT', 'fdAT'])
        assert.deepEqual(chunksOf(picture, type), chunksOf(file, type), type)
  })

  test('move between an archive and a PNG', async ({ assert }) => {
    const client = await stage.visitor()
    const read = async (file: Buffer) => {
      const opened = await open(file)
      const { assets } = readText(cardOf(opened)).draft
      const found = assets.filter(({ uri }) => !uri.startsWith('ccdefault:'))
      return Promise.all(
        found.map(async ({ type, name, uri }) => ({ type, name, uri, bytes: await readAsset(opened, uri) }))
      )
    }
    const png = await bringCard(client, risuPng().file, 'b.png')
    const archive = await download(client, png, 'charx')
    const [icon, ...others] = await read(archive)
    assert.equal(icon!.uri, 'embeded://assets/icon/images/main.png')
    assert.deepEqual(
      others.map(({ type, name, bytes }) => [type, name, bytes.toString('hex')]),
      [
        ['emotion', 'happy', happy.toString('hex')],
        ['x-risu-asset', 'a', sound.toString('hex')],
      ]
    )
    const charx = await bringCard(client, fullCharX().file, 'a.charx')
    const picture = await download(client, charx, 'png')
    assert.deepEqual(
      (await read(picture)).map(({ type, name, uri, bytes }) => [type, name, uri, bytes.toString('hex')]),
      [
        ['emotion', 'happy', '__asset:0', happy.toString('hex')],
        ['x_sound', 'a', '__asset:1', sound.toString('hex')],
      ]
    )
  })

  test('of RisuAI’s V2 cards are found by its own lists', async ({ assert }) => {
    const client = await stage.visitor()
    const card = v2Card()
    const lists = { emotions: [['happy', '__asset:0']], additionalAssets: [['a', '__asset:1', 'mp3']] }
    Object.assign(card.data.extensions, { risuai: lists })
    const chunks = [happy, sound].map((bytes, at) => textChunk(`chara-ext-asset_:${at}`, base64Of(bytes)))
    const id = await bringCard(client, makePng({ chara: JSON.stringify(card), after: chunks }), 'a.png')
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    for (const format of ['charx', 'png'] as const) {
      const opened = await open(await download(client, id, format))
      const { risuai } = JSON.parse(cardOf(opened)).data.extensions
      assert.isTrue((await readAsset(opened, risuai.emotions[0][1])).equals(happy), format)
      assert.isTrue((await readAsset(opened, risuai.additionalAssets[0][1])).equals(sound), format)
    }
    await client.put(`/api/characters/${id}`, { assets: [] })
    const opened = await open(await download(client, id, 'png'))
    const { risuai } = JSON.parse(cardOf(opened)).data.extensions
    assert.deepEqual(risuai.emotions, [])
    assert.deepEqual(opened.assets.names, ['1'])
  })

  test('of new characters go into a PNG', async ({ assert }) => {
    const client = await stage.visitor()
    const source = await bringCard(client, fullCharX().file, 'a.charx')
    const { assets, avatar } = (await client.get(`/api/characters/${source}`)).body
    const fields = { name: 'Mo', description: 'Mends nets.', backstory: 'Born.', personality: 'Calm.', avatar, assets }
    const { id } = (await client.post('/api/characters', fields)).body
    const opened = await open(await download(client, id, 'png'))
    const drawn = readText(cardOf(opened)).draft.assets.find(({ type }) => type === 'emotion')!
    assert.equal((await sharp(await readAsset(opened, drawn.uri)).metadata()).width, 7)
  })

  test('are encoded anew for everyone but the owner', async ({ assert }) => {
    const client = await stage.visitor()
    const { file } = fullCharX()
    const id = await bringCard(client, file, 'a.charx')
    await client.put(`/api/characters/${id}`, { isPublic: true, allowForks: true })
    const [other, admin] = [await stage.visitor(), await stage.visitor()]
    await stage.makeAdmin(admin)
    const fork = (await other.post(`/api/characters/${id}/fork`)).body.id
    for (const [reader, source] of [
      [other, id],
      [admin, id],
      [other, fork],
    ] as const)
      for (const format of ['charx', 'png'] as const) {
        const bytes = await download(reader, source, format)
        const opened = await open(bytes)
        for (const text of ['a place', 'ID3', 'a private prompt']) assert.notInclude(bytes.toString('latin1'), text)
        for (const name of ['module.risum', 'x_meta/main.json', 'extra.json'])
          assert.notInclude(opened.assets.names, name)
      }
    for (const [reader, source] of [
      [other, id],
      [admin, id],
      [other, fork],
    ] as const)
      assert.equal((await reader.get(`/api/characters/${source}/original`)).status, 404)
    assert.isTrue((await bytesAt(client, `/api/characters/${id}/original`)).equals(file))
  })

  test('are known again in the archive of all cards', async ({ assert }) => {
    const client = await stage.visitor()
    await bringCard(client, fullCharX().file, 'a.charx')
    await bringCard(client, risuPng().file, 'b.png')
    const outcomes = await importCards(client, { 'cards.zip': await bytesAt(client, '/api/cards/export') })
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['double', 'double']
    )
  })

  test('are known again when they were edited, or made here', async ({ assert }) => {
    const client = await stage.visitor()
    for (const [name, file] of Object.entries({ 'a.charx': fullCharX().file, 'b.png': risuPng().file })) {
      const id = await bringCard(client, file, name)
      await client.put(`/api/characters/${id}`, { scenario: `A calm in ${name}.` })
    }
    const avatar = 'https://pictures.example.test/mo.png'
    const fields = { name: 'Mo', description: 'Mends nets.', backstory: 'Born.', personality: 'Calm.', avatar }
    assert.equal((await client.post('/api/characters', fields)).status, 201)
    const zip = await bytesAt(client, '/api/cards/export')
    const outcomes = await importCards(client, { 'cards.zip': zip })
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['double', 'double', 'double']
    )
    const other = await importCards(await stage.visitor(), { 'cards.zip': zip })
    assert.deepEqual(
      other.map(({ outcome }) => outcome),
      ['imported', 'imported', 'imported']
    )
  })

  test('are known again in every format, whatever the encoding of the file', async ({ assert }) => {
    const client = await stage.visitor()
    const text = JSON.stringify(v3Card())
    const files = { utf16: Buffer.from(`\ufeff${text}`, 'utf16le'), marked: Buffer.from(`\ufeff${text} `) }
    for (const [name, file] of Object.entries(files)) {
      const id = await bringCard(client, file, `${name}.json`)
      for (const format of ['png', 'charx', 'json'])
        for (const spec of ['v2', 'v3']) {
          const card = await bytesAt(client, `/api/characters/${id}/card?format=${format}&spec=${spec}`)
          const [again] = await importCards(client, { [`card.${format}`]: card })
          assert.deepInclude(again, { outcome: 'double', character: { id, name: 'Mira' } }, `${name} ${format} ${spec}`)
        }
    }
  })

  test('keep whether the description is only a teaser', async ({ assert }) => {
    const [client, other] = [await stage.visitor(), await stage.visitor()]
    const teaserOf = async (reader: Client, id: string) =>
      (await reader.get(`/api/characters/${id}?edit=true`)).body.descriptionIsTeaser
    const ids = [await bringCard(client, yamlCard, 'a.yaml'), await bringCard(client, JSON.stringify(v3Card()))]
    await client.put(`/api/characters/${ids[1]}`, { description: 'Best slow.', descriptionIsTeaser: false })
    const copies: boolean[] = []
    for (const id of ids)
      copies.push(
        await teaserOf(other, await bringCard(other, await bytesAt(client, `/api/characters/${id}/card?format=json`)))
      )
    assert.deepEqual(copies, [true, false])
  })

  test('keep a lorebook whose entries are an object', async ({ assert }) => {
    const client = await stage.visitor()
    const card = v3Card()
    const entries = { 0: { uid: 0, key: ['a'], content: 'b', x: 1 }, 7: { uid: 7, key: ['c'], content: 'd' } }
    Object.assign(card.data, { character_book: { name: 'Coast', entries, extensions: {} } })
    const text = JSON.stringify(card)
    const id = await bringCard(client, text)
    assert.equal((await download(client, id, 'json')).toString(), text)
    const [lorebookId] = (await client.get(`/api/characters/${id}`)).body.lorebookIds
    const path = `/api/lorebooks/${lorebookId}/entries`
    const [entry] = (await client.get(path)).body
    await client.put(`${path}/${entry.id}`, { content: 'edited', revision: entry.revision })
    assert.include((await download(client, id, 'json')).toString(), 'edited')
  })

  test('keep a lorebook that the import left out', async ({ assert }) => {
    const client = await stage.visitor()
    const card = v3Card()
    const entry = { keys: ['a'], content: 'x'.repeat(100_001), extensions: {}, enabled: true, insertion_order: 1 }
    Object.assign(card.data, { character_book: { entries: [entry], extensions: {} } })
    const text = JSON.stringify(card)
    const [outcome] = await importCards(client, { 'a.json': text })
    assert.include(outcome!.report.warnings.join('\n'), 'The lorebook was left out')
    assert.equal((await download(client, outcome!.character!.id!, 'json')).toString(), text)
  })
})
