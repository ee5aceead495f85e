import { test } from '@japa/runner'
import { fileLimits } from '../formats/files/file_limits.ts'
import {
  base64Of,
  cardOf,
  compressedTextChunk,
  internationalTextChunk,
  makeExif,
  makePng,
  open,
  pngChunk,
  readAsset,
  refuse,
  refuseAsset,
  sourcesOf,
  textChunk,
  v2Card,
  v3Card,
} from './support/index.ts'

const v2 = JSON.stringify(v2Card())
const v3 = JSON.stringify(v3Card())

test.group('Cards in PNG', () => {
  test('prefers ccv3 to chara, in any order', async ({ assert }) => {
    for (const png of [
      makePng({ chara: v2, ccv3: v3 }),
      makePng({ before: [textChunk('chara', base64Of(v2))], ccv3: v3 }),
      makePng({ before: [textChunk('CCV3', base64Of(v3))], chara: v2 }),
    ]) {
      const file = await open(png)
      assert.deepEqual(sourcesOf(file), ['ccv3', 'chara'])
      assert.equal(cardOf(file), v3)
    }
  })

  test('falls back to chara with a warning when ccv3 is not readable', async ({ assert }) => {
    for (const broken of ['', '!!!', base64Of('{"name":'), 'abcde', '{]']) {
      const file = await open(makePng({ before: [textChunk('ccv3', broken)], chara: v2 }))
      assert.deepEqual(sourcesOf(file), ['chara'])
      assert.match(file.warnings[0]!, /^A card named "ccv3" was left out\./)
    }
  })

  test('reads the first of duplicate cards, with a warning', async ({ assert }) => {
    const stale = JSON.stringify({ ...v2Card(), stale: true })
    const file = await open(makePng({ before: [textChunk('Chara', base64Of(v2))], chara: v2 }))
    assert.lengthOf(file.documents, 1)
    assert.deepEqual(file.warnings, ['The PNG has 2 cards named "chara". The first one counts.'])
    const other = await open(makePng({ before: [textChunk('chara', base64Of(v2))], chara: stale }))
    assert.equal(cardOf(other), v2)
    const reversed = await open(makePng({ before: [textChunk('chara', base64Of(stale))], chara: v2 }))
    assert.equal(cardOf(reversed), stale)
  })

  test('reads the second of duplicate cards only when the first is not readable', async ({ assert }) => {
    const file = await open(makePng({ before: [textChunk('chara', base64Of('{'))], chara: v2 }))
    assert.equal(cardOf(file), v2)
    assert.lengthOf(file.warnings, 2)
  })

  test('tries at most four duplicate cards', async ({ assert }) => {
    const broken = textChunk('chara', base64Of('{'))
    assert.equal(cardOf(await open(makePng({ before: [broken, broken, broken], chara: v2 }))), v2)
    assert.equal((await refuse(makePng({ before: [broken, broken, broken, broken], chara: v2 }))).kind, 'damaged')
  })

  test('reads a card with a wrong checksum, and warns', async ({ assert }) => {
    const file = await open(makePng({ after: [textChunk('chara', base64Of(v2), { hasWrongChecksum: true })] }))
    assert.equal(cardOf(file), v2)
    assert.deepEqual(file.warnings, ['The checksum of the card "chara" is wrong.'])
  })

  test('drops bytes after the end, from the picture too', async ({ assert }) => {
    const plain = makePng({ chara: v2 })
    const file = await open(makePng({ chara: v2, tail: Buffer.from('a private tail') }))
    assert.isTrue(Buffer.from(file.picture!).equals(plain))
    assert.deepEqual(file.warnings, ['14 bytes after the end of the PNG were dropped.'])
  })

  test('ignores a card after the end', async ({ assert }) => {
    const png = makePng({ tail: textChunk('chara', base64Of(v2)) })
    assert.equal((await refuse(png)).kind, 'no_card')
  })

  test('reads a PNG without an end, and warns', async ({ assert }) => {
    const file = await open(makePng({ chara: v2, hasEnd: false }))
    assert.equal(cardOf(file), v2)
    assert.deepEqual(file.warnings, ['The PNG has no end.'])
  })

  test('refuses a chunk that claims more bytes than the file has', async ({ assert }) => {
    for (const claimedLength of [0xffffffff, 0x80000000, 100_000, 9]) {
      const cut = makePng({ hasEnd: false, after: [textChunk('chara', '', { claimedLength })] })
      assert.equal((await refuse(cut)).kind, 'damaged')
    }
    const whole = makePng({ chara: v2 })
    for (const length of [9, 20, 40, whole.length - 1])
      assert.equal((await refuse(whole.subarray(0, length))).kind, 'damaged')
  })

  test('reads base64 without padding, with line breaks and in the alphabet for URLs', async ({ assert }) => {
    const text = JSON.stringify({ ...v2Card(), extra: '???>>>~~~' })
    const plain = base64Of(text)
    assert.match(plain, /\/.*=$/)
    for (const [value, warning] of [
      [plain.replace(/=+$/, ''), 'no padding'],
      [plain.replaceAll(/(.{76})/g, '$1\r\n'), 'line breaks'],
      [plain.replaceAll('+', '-').replaceAll('/', '_'), 'alphabet for URLs'],
      [`${plain}\n\0`, null],
      [text, 'plain JSON'],
    ] as const) {
      const file = await open(makePng({ after: [textChunk('chara', value)] }))
      assert.equal(cardOf(file), text)
      if (warning) assert.include(file.warnings[0], warning)
      else assert.isEmpty(file.warnings)
    }
  })

  test('refuses base64 that is cut short or has other characters', async ({ assert }) => {
    for (const value of ['A', 'AAAAA', 'AAAA*AAA', 'AA==AAAA', 'ÄÄÄÄ', '====', '\0\0'])
      assert.equal((await refuse(makePng({ after: [textChunk('chara', value)] }))).kind, 'damaged', value)
  })

  test('refuses an encrypted card even when another one is readable', async ({ assert }) => {
    const png = makePng({ before: [textChunk('ccv3', 'rcc||rccv1||abc')], chara: v2 })
    assert.equal((await refuse(png)).kind, 'encrypted')
  })

  test('refuses compressed texts that are too large or damaged', async ({ assert }) => {
    const limits = { ...fileLimits, chunkBytesMax: 1_000 }
    for (const chunk of [
      compressedTextChunk('chara', Buffer.alloc(1_001, 0x41)),
      internationalTextChunk('ccv3', Buffer.alloc(1_001, 0x41), true),
    ])
      assert.equal((await refuse(makePng({ after: [chunk] }), limits)).kind, 'too_large')
    const fitting = await open(makePng({ after: [compressedTextChunk('chara', `{"a":"${'a'.repeat(900)}"}`)] }), limits)
    assert.lengthOf(fitting.documents, 1)
    for (const data of ['chara\0\0no zlib', 'chara\0\x01abc', 'chara\0'])
      assert.equal((await refuse(makePng({ after: [pngChunk('zTXt', Buffer.from(data))] }))).kind, 'damaged')
    for (const data of [
      'chara\0',
      'chara\0\0\0',
      'chara\0\0\0en\0',
      'chara\0\x01\x05en\0\0x',
      'chara\0\x01\0\0\0no zlib',
    ])
      assert.equal((await refuse(makePng({ after: [pngChunk('iTXt', Buffer.from(data, 'latin1'))] }))).kind, 'damaged')
  })

  test('stops decompressing when the file has used up its budget', async ({ assert }) => {
    const limits = { ...fileLimits, inflatedBytesMax: 2_000 }
    const broken = compressedTextChunk('chara', `{${' '.repeat(1_500)}`)
    const png = makePng({ after: [broken, broken, compressedTextChunk('chara', base64Of(v2))] })
    assert.equal((await refuse(png, limits)).kind, 'damaged')
    assert.equal(cardOf(await open(png)), v2)
  })

  test('refuses too many text chunks, and a JSON that is too large', async ({ assert }) => {
    const limits = { ...fileLimits, textChunksMax: 3, documentBytesMax: 600 }
    const title = textChunk('Title', 'x')
    assert.equal((await refuse(makePng({ before: [title, title, title], chara: v2 }), limits)).kind, 'too_many_entries')
    assert.lengthOf((await open(makePng({ before: [title, title], chara: v2 }), limits)).documents, 1)
    for (const value of [base64Of(`"${'x'.repeat(600)}"`), `{"x":"${'x'.repeat(600)}"}`, `{${' '.repeat(10_000)}}`])
      assert.equal((await refuse(makePng({ after: [textChunk('chara', value)] }), limits)).kind, 'too_large')
  })

  test('ignores chunks without a keyword and other texts', async ({ assert }) => {
    const odd = [pngChunk('tEXt', Buffer.from('no separator')), textChunk('', 'x'), textChunk('chara_card', 'x')]
    assert.equal((await refuse(makePng({ before: odd }))).kind, 'no_card')
    assert.equal(cardOf(await open(makePng({ before: odd, chara: v2 }))), v2)
  })

  test('reads the assets of RisuAI', async ({ assert }) => {
    const [icon, other] = [makePng(), Buffer.from('other')]
    const file = await open(
      makePng({
        ccv3: v3,
        before: [textChunk('chara-ext-asset_:0', base64Of(icon)), textChunk('chara-ext-asset_1', base64Of(other))],
        after: [textChunk('chara-ext-asset_:broken', '***')],
      })
    )
    assert.deepEqual(file.assets.names, ['0', '1', 'broken'])
    assert.isTrue((await readAsset(file, '__asset:0')).equals(icon))
    assert.isTrue((await readAsset(file, '__asset:1')).equals(other))
    assert.equal(await refuseAsset(file, '__asset:2'), 'missing')
    assert.equal(await refuseAsset(file, '__asset:broken'), 'damaged')
    assert.isTrue((await readAsset(file, 'ccdefault:')).equals(Buffer.from(file.picture!)))
    assert.isTrue((await readAsset(file, 'ccdefault:assets/icon.png')).equals(Buffer.from(file.picture!)))
  })

  test('reads an Exif comment as a card only when no chunk has one', async ({ assert }) => {
    const exif = (comment: string | Uint8Array) => pngChunk('eXIf', makeExif(comment))
    const backyard = '{"version":1,"character":{}}'
    assert.equal(cardOf(await open(makePng({ before: [exif(backyard)] }))), backyard)
    assert.equal(cardOf(await open(makePng({ before: [exif(base64Of(backyard))], chara: v2 }))), v2)
    for (const comment of ['', '   ', 'Taken in Rome', 'Rome', 'AAAA'])
      assert.equal((await refuse(makePng({ before: [exif(comment)] }))).kind, 'no_card')
    for (const broken of [Buffer.alloc(0), Buffer.from('MM'), Buffer.from('4d4d002a00000008ffff', 'hex')])
      assert.equal((await refuse(makePng({ before: [pngChunk('eXIf', broken)] }))).kind, 'no_card')
  })
})
