import { deflateRawSync } from 'node:zlib'
import { test } from '@japa/runner'
import { fileLimits } from '../formats/files/file_limits.ts'
import {
  cardOf,
  cardWithAsset,
  makeByaf,
  makeCharX,
  makeJpeg,
  makeJpegCharX,
  makePng,
  makeZip,
  makeZipOf,
  open,
  readAsset,
  refuse,
  refuseAsset,
  sourcesOf,
  v1Card,
  v2Card,
  v3Card,
} from './support/index.ts'

const card = { name: 'card.json', content: v3Card() }
const icon = 'assets/icon/images/main.png'

test.group('CharX', () => {
  test('finds assets by their URI', async ({ assert }) => {
    const names = [icon, 'assets/emotion/image/ヴィ.png', 'x/with space.png', 'Case.png', 'case.png', 'ab:c.png']
    const file = await open(makeCharX({ assets: Object.fromEntries(names.map((name) => [name, `bytes of ${name}`])) }))
    assert.sameMembers([...file.assets.names], names)
    for (const name of names)
      for (const uri of [`embeded://${name}`, `embedded://${name}`, `EMBEDED:///${name}`, name])
        assert.equal((await readAsset(file, uri)).toString(), `bytes of ${name}`)
    assert.equal((await readAsset(file, 'embeded://x/with%20space.png')).toString(), 'bytes of x/with space.png')
  })

  test('refuses assets elsewhere, and never asks the network or the disk', async ({ assert }) => {
    const file = await open(makeCharX())
    const kinds: Record<string, string> = {
      'https://example.com/a.png': 'remote',
      'HTTP://example.com/a.png': 'remote',
      '//example.com/a.png': 'remote',
      'file:///etc/passwd': 'unsupported',
      'embeded://../../etc/passwd': 'missing',
      'embeded:///etc/passwd': 'missing',
      '../card.json': 'missing',
      'embeded://Assets/icon/images/main.png': 'missing',
      'ccdefault:': 'missing',
      '__asset:0': 'missing',
      '': 'missing',
      'embeded://%E0%A4%A': 'missing',
      'C:\\icon.png': 'missing',
      'javascript:alert(1)': 'unsupported',
    }
    for (const [uri, kind] of Object.entries(kinds)) assert.equal(await refuseAsset(file, uri), kind, uri)
  })

  test('reads data URIs within the limits', async ({ assert }) => {
    const limits = { ...fileLimits, fileBytesMax: 5_000 }
    const file = await open(makeCharX(), limits)
    assert.equal((await readAsset(file, 'data:image/png;base64,aGVsbG8=')).toString(), 'hello')
    assert.equal((await readAsset(file, 'DATA:;base64,aGVs\nbG8')).toString(), 'hello')
    assert.equal(await refuseAsset(file, 'data:text/plain,hello'), 'unsupported')
    assert.equal(await refuseAsset(file, 'data:image/png;base64'), 'unsupported')
    assert.equal(await refuseAsset(file, 'data:;base64,a'), 'damaged')
    assert.equal(await refuseAsset(file, `data:;base64,${'A'.repeat(8_000)}`), 'too_large')
  })

  test('reports RisuAI’s additions, and returns them as assets', async ({ assert }) => {
    const file = await open(makeCharX({ hasRisuExtras: true, more: [{ name: 'other.json', content: '{}' }] }))
    assert.deepEqual(file.kept, [
      'The RisuAI module (module.risum) was kept, but is not used.',
      'RisuAI’s data about 1 assets (x_meta) were kept, but are not used.',
      '"other.json" was kept, but is not used.',
    ])
    assert.isEmpty(file.warnings)
    assert.isAbove((await readAsset(file, 'module.risum')).length, 10)
  })

  test('reads V2, other spellings of names, and sizes after the data', async ({ assert }) => {
    assert.equal(cardOf(await open(makeCharX({ card: v2Card(), isStreamed: true }))), JSON.stringify(v2Card()))
    const named = await open(makeZip([card, { name: 'é.png', content: 'x', hasUtf8Flag: false }]))
    assert.deepEqual(named.assets.names, ['é.png'])
    const old = await open(makeZip([card, { name: Buffer.from([0x82, 0x2e]), content: 'x', hasUtf8Flag: false }]))
    assert.deepEqual(old.assets.names, ['é.'])
  })

  test('is found behind a JPEG, whatever the offsets count from', async ({ assert }) => {
    const jpeg = await makeJpeg()
    // A JPEG may contain the signatures of archives by chance.
    const odd = Buffer.concat([jpeg.subarray(0, 20), Buffer.from('PK\x03\x04PK\x05\x06PK\x01\x02'), jpeg.subarray(20)])
    for (const prefix of [jpeg, odd])
      for (const offsetsFrom of ['file', 'archive'] as const) {
        const file = await open(await makeJpegCharX({ prefix, offsetsFrom }))
        assert.equal(file.format, 'charx')
        assert.isTrue(Buffer.from(file.picture!).equals(prefix))
        assert.isTrue((await readAsset(file, `embeded://${icon}`)).equals(makePng()))
        assert.isTrue((await readAsset(file, 'ccdefault:')).equals(prefix))
      }
  })

  test('is refused behind a JPEG when the JPEG holds a whole archive', async ({ assert }) => {
    const prefix = Buffer.concat([await makeJpeg(), makeCharX({ card: v2Card() })])
    for (const offsetsFrom of ['file', 'archive'] as const)
      assert.equal((await refuse(await makeJpegCharX({ prefix, offsetsFrom }))).kind, 'ambiguous')
  })
})

test.group('Archives', () => {
  test('use the central directory when local headers differ', async ({ assert }) => {
    const other = { name: 'card.json', content: v2Card(), isInDirectory: false }
    const file = await open(makeZip([other, card, { ...card, localName: 'card.json', name: 'other.bin' }]))
    assert.equal(cardOf(file), JSON.stringify(v3Card()))
    assert.deepEqual(file.assets.names, ['other.bin'])
    const renamed = await open(makeZip([{ ...card, localName: 'innocent.txt' }]))
    assert.equal(cardOf(renamed), JSON.stringify(v3Card()))
  })

  test('leave out names that lead outside, links and the second of equal names', async ({ assert }) => {
    const bad = [
      '../up.png',
      'a/../../up.png',
      '/etc/passwd',
      'C:\\a.png',
      'c:a.png',
      'a\\..\\..\\b.png',
      'nul\0.png',
      'x'.repeat(2_000),
    ]
    const file = await open(
      makeZip([
        card,
        ...bad.map((name) => ({ name, content: 'x' })),
        { name: 'link', content: '/etc/passwd', mode: 0o120777 },
        { name: 'device', content: '', mode: 0o020666 },
        { name: 'folder/', content: '', mode: 0o040755 },
        { name: 'twin.png', content: 'first' },
        { name: 'twin.png', content: 'second' },
        { name: 'Twin.png', content: 'other' },
        { name: '..a/b..png', content: 'fine' },
        { name: 'win\\c.png', content: 'fine' },
      ])
    )
    assert.deepEqual(file.assets.names, ['twin.png', 'Twin.png', '..a/b..png', 'win/c.png'])
    assert.equal((await readAsset(file, 'twin.png')).toString(), 'first')
    assert.lengthOf(file.warnings, bad.length + 3)
    for (const name of [...bad, 'link', 'device']) assert.equal(await refuseAsset(file, `embeded://${name}`), 'missing')
  })

  test('are refused when any entry is encrypted, or there are two cards', async ({ assert }) => {
    assert.equal((await refuse(makeZip([card, { name: 'a', content: 'x', isEncrypted: true }]))).kind, 'encrypted')
    assert.equal((await refuse(makeZip([card, card]))).kind, 'ambiguous')
    const twins = await open(makeZip([{ name: 'Card.json', content: v2Card() }, card]))
    assert.equal(cardOf(twins), JSON.stringify(v3Card()))
  })

  test('are refused when cut anywhere', async ({ assert }) => {
    const whole = makeCharX()
    for (let length = 4; length < whole.length; length += 7) {
      const { kind } = await refuse(whole.subarray(0, length))
      assert.equal(kind, 'damaged')
    }
    assert.equal((await refuse(Buffer.concat([whole, Buffer.from('tail')]))).kind, 'damaged')
  })

  test('are refused with a second end record, but may hold archives as files', async ({ assert }) => {
    const inner = makeCharX({ card: v2Card() })
    const stored = await open(makeZip([card, { name: 'assets/other/inner.zip', content: inner, isStored: true }]))
    assert.equal(cardOf(stored), JSON.stringify(v3Card()))
    assert.equal((await refuse(Buffer.concat([inner, makeCharX()]))).kind, 'ambiguous')
    assert.equal((await refuse(makeCharX({ prefix: inner, offsetsFrom: 'file' }))).kind, 'ambiguous')
    // The comment contains an end record, which programs that search from the end use.
    const plain = makeCharX()
    const comment = Buffer.concat([plain.subarray(-22), Buffer.from('more')])
    assert.equal((await refuse(makeCharX({ comment }))).kind, 'ambiguous')
    const named = await open(makeCharX({ comment: Buffer.from('made by hand') }))
    assert.equal(named.format, 'charx')
  })

  test('are refused when the directory lists more or fewer entries than the end record', async ({ assert }) => {
    for (const claimedEntryCount of [1, 3])
      assert.equal((await refuse(makeCharX({ claimedEntryCount }))).kind, 'damaged')
    assert.equal((await refuse(makeZip([]))).kind, 'no_card')
  })

  test('count decompressed bytes, not the sizes that headers declare', async ({ assert }) => {
    const limits = { ...fileLimits, fileBytesMax: 10_000, documentBytesMax: 10_000, inflatedBytesMax: 25_000 }
    const zeros = (bytes: number) => deflateRawSync(Buffer.alloc(bytes))
    const asset = (name: string, claimedBytes: number, bytes: number) => ({
      name,
      content: '',
      claimedBytes,
      packed: zeros(bytes),
    })
    const file = await open(
      makeZip([
        { ...card, content: '{}' },
        asset('honest', 9_000, 9_000),
        asset('honest too', 9_000, 9_000),
        asset('third', 9_000, 9_000),
        asset('too large', 10_001, 10_001),
        asset('claims less', 100, 5_000),
        asset('claims more', 5_000, 100),
        asset('claims all', 0xfffffffe, 100),
        asset('bomb', 0, 1_000_000),
      ]),
      limits
    )
    for (const name of ['too large', 'claims all']) assert.equal(await refuseAsset(file, name), 'too_large', name)
    for (const name of ['claims less', 'bomb']) assert.equal(await refuseAsset(file, name), 'damaged', name)
    for (const name of ['honest', 'honest too', 'honest', 'honest']) assert.lengthOf(await readAsset(file, name), 9_000)
    assert.equal(await refuseAsset(file, 'third'), 'too_large')
    assert.equal(await refuseAsset(file, 'claims more'), 'damaged')
  })

  test('report entries that are damaged or packed in another way', async ({ assert }) => {
    const file = await open(
      makeZip([
        { ...card, hasWrongChecksum: true },
        { name: 'no deflate', content: 'x', packed: Buffer.from([0xff, 0xff, 0xff]) },
        { name: 'lzma', content: 'x', method: 14 },
      ])
    )
    assert.deepEqual(file.warnings, ['The checksum of "card.json" is wrong.'])
    assert.equal(await refuseAsset(file, 'no deflate'), 'damaged')
    assert.equal(await refuseAsset(file, 'lzma'), 'unsupported')
    assert.equal((await refuse(makeZip([{ ...card, method: 14 }]))).kind, 'unsupported')
  })

  test('are refused with more entries than the limit', async ({ assert }) => {
    const entries = Array.from({ length: 10 }, (_, index) => ({ name: `${index}.png`, content: 'x' }))
    const limits = { ...fileLimits, entriesMax: 10 }
    assert.equal((await refuse(makeZip([card, ...entries]), limits)).kind, 'too_many_entries')
    assert.equal((await open(makeZip([card, ...entries.slice(1)]), limits)).format, 'charx')
  })

  test('limit their warnings', async ({ assert }) => {
    const links = Array.from({ length: 100 }, (_, index) => ({ name: `../${index}`, content: 'x' }))
    const file = await open(makeZip([card, ...links]))
    assert.lengthOf(file.warnings, fileLimits.warningsMax + 1)
    assert.equal(file.warnings.at(-1), 'And 70 more warnings.')
  })
})

test.group('BYAF', () => {
  test('returns the manifest, the character and the scenarios in order', async ({ assert }) => {
    const file = await open(makeByaf({ scenarios: [{ title: 'B' }, { title: 'A' }] }))
    assert.deepEqual(sourcesOf(file), [
      'manifest.json',
      'characters/mira/character.json',
      'scenarios/scenario1.json',
      'scenarios/scenario2.json',
    ])
    const icon = await readAsset(file, 'images/avatar.png', 'characters/mira/character.json')
    assert.isTrue(icon.equals(makePng()))
    assert.isTrue((await readAsset(file, './characters/mira/images/avatar.png')).equals(icon))
    assert.equal(await refuseAsset(file, 'images/avatar.png'), 'missing')
  })

  test('is refused without its character, and warns about missing scenarios', async ({ assert }) => {
    assert.equal((await refuse(makeByaf({ manifest: { characters: ['characters/x.json'] } }))).kind, 'damaged')
    assert.equal((await refuse(makeByaf({ manifest: { characters: [] } }))).kind, 'no_card')
    const file = await open(makeByaf({ manifest: { scenarios: ['scenarios/scenario1.json', 'scenarios/no.json'] } }))
    assert.deepEqual(file.warnings, ['The archive has no "scenarios/no.json", which its manifest names.'])
    const doubled = makeByaf({ more: [{ name: 'characters/mira/character.json', content: '{}' }] })
    assert.equal((await refuse(doubled)).kind, 'ambiguous')
    const limits = { ...fileLimits, scenariosMax: 1 }
    assert.equal((await refuse(makeByaf({ scenarios: [{}, {}] }), limits)).kind, 'too_many_entries')
  })

  test('is distinguished from other archives with a manifest', async ({ assert }) => {
    assert.equal(
      (await open(makeZip([{ name: 'manifest.json', content: '{"name":"an extension"}' }, card]))).format,
      'charx'
    )
    assert.equal((await open(makeZip([{ name: 'manifest.json', content: '{' }, card]))).format, 'charx')
    assert.equal((await open(makeZipOf({ 'manifest.json': '[]' }))).format, 'zip')
  })
})

test.group('Plain archives', () => {
  test('give their files, which open one by one', async ({ assert }) => {
    const file = await open(
      makeZipOf({
        'cards/v1.json': v1Card(),
        'cards/v2.png': makePng({ chara: v2Card() }),
        'cards/v3.charx': makeCharX(),
        'cards/mira.byaf': makeByaf(),
        'readme.txt': 'Hello',
        '__MACOSX/cards/._v2.png': 'x',
        'cards/.DS_Store': 'x',
      })
    )
    const opened = await Promise.all(file.files.map((contained) => contained.open()))
    assert.deepEqual(
      opened.map((result, index) => [file.files[index]!.name, result.ok ? result.value.format : result.failure.kind]),
      [
        ['cards/v1.json', 'json'],
        ['cards/v2.png', 'png'],
        ['cards/v3.charx', 'charx'],
        ['cards/mira.byaf', 'byaf'],
        ['readme.txt', 'not_recognised'],
      ]
    )
  })

  test('are refused inside another archive', async ({ assert }) => {
    const inner = makeZipOf({ 'v1.json': v1Card() })
    const file = await open(makeZipOf({ 'inner.zip': inner, 'fine.charx': makeCharX({ card: cardWithAsset() }) }))
    const [nested, fine] = await Promise.all(file.files.map((contained) => contained.open()))
    assert.equal(nested!.ok ? '' : nested!.failure.kind, 'nested_archive')
    assert.isTrue(fine!.ok)
  })

  test('share one budget among all files in them', async ({ assert }) => {
    const inner = makeZip([{ name: 'card.json', content: `{${' '.repeat(9_000)}}` }])
    const file = await open(makeZipOf({ 'a.charx': inner, 'b.charx': inner }), {
      ...fileLimits,
      inflatedBytesMax: 15_000,
    })
    const first = await file.files[0]!.open()
    const second = await file.files[1]!.open()
    assert.isTrue(first.ok)
    assert.equal(second.ok ? '' : second.failure.kind, 'too_large')
  })
})
