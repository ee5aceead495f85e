import { test } from '@japa/runner'
import { fileLimits } from '../formats/files/file_limits.ts'
import { openFile } from '../formats/files/open_file.ts'
import {
  awkwardCardText,
  cardOf,
  chatLines,
  makeHostileFiles,
  makePng,
  makeValidFiles,
  open,
  refuse,
  sourcesOf,
  v2Card,
  v3Card,
  yamlCard,
} from './support/index.ts'

/** The expected contents of each file of `makeValidFiles`: its format, the sources of its documents, and the first document. */
const expected: Record<string, [format: string, sources: string[], card?: string]> = {
  'v1.png': ['png', ['chara']],
  'v2.png': ['png', ['chara'], JSON.stringify(v2Card())],
  'v3.png': ['png', ['ccv3', 'chara'], JSON.stringify(v3Card())],
  'awkward.png': ['png', ['ccv3'], awkwardCardText],
  'animated.png': ['apng', ['chara'], JSON.stringify(v2Card())],
  'before_data.png': ['png', ['chara'], JSON.stringify(v2Card())],
  'ztxt.png': ['png', ['chara'], JSON.stringify(v2Card())],
  'itxt.png': ['png', ['chara'], JSON.stringify(v2Card())],
  'itxt_packed.png': ['png', ['ccv3'], JSON.stringify(v3Card())],
  'risu_assets.png': ['png', ['ccv3'], JSON.stringify(v3Card())],
  'novelai.png': ['png', ['naidata'], '{"lorebookVersion":5,"entries":[]}'],
  'backyard.png': ['png', ['UserComment'], '{"version":2,"character":{"aiName":"Mira"}}'],
  'card.jpg': ['jpeg', ['UserComment'], JSON.stringify(v2Card())],
  'card.webp': ['webp', ['UserComment'], JSON.stringify(v2Card())],
  'card_base64.webp': ['webp', ['UserComment'], JSON.stringify(v2Card())],
  'card_numbers.webp': ['webp', ['UserComment'], JSON.stringify(v2Card())],
  'card.charx': ['charx', ['card.json']],
  'streamed.charx': ['charx', ['card.json']],
  'card.jpeg': ['charx', ['card.json']],
  'shifted.jpeg': ['charx', ['card.json']],
  'card.byaf': [
    'byaf',
    ['manifest.json', 'characters/mira/character.json', 'scenarios/scenario1.json', 'scenarios/scenario2.json'],
  ],
  'cards.zip': ['zip', []],
  'v3.json': ['json', ['file'], JSON.stringify(v3Card(), null, 2)],
  'v3_utf16.json': ['json', ['file']],
  'card.yaml': ['yaml', ['file'], yamlCard],
  'chat.jsonl': ['jsonl', ['file'], chatLines],
}

const refusals: Record<string, string> = {
  'empty.png': 'empty',
  'page.png': 'not_recognised',
  'no_card.png': 'no_card',
  'no_card.jpg': 'no_card',
  'no_card.webp': 'no_card',
  'claimed_length.png': 'damaged',
  'cut.png': 'damaged',
  'cut_base64.png': 'damaged',
  'encrypted_risu.png': 'encrypted',
  'chunk_bomb.png': 'too_large',
  'cut.charx': 'damaged',
  'encrypted.charx': 'encrypted',
  'two_cards.charx': 'ambiguous',
  'two_archives.charx': 'ambiguous',
  'second_end.charx': 'ambiguous',
  'bomb.charx': 'too_large',
  'lying_bomb.charx': 'damaged',
  'voxta.zip': 'unsupported',
  'module.risum': 'unsupported',
  'unknown.txt': 'not_recognised',
  'random.bin': 'not_recognised',
}

test.group('Opening files', () => {
  test('finds the card in every format', async ({ assert }) => {
    const files = await makeValidFiles()
    assert.sameMembers(Object.keys(files), Object.keys(expected))
    for (const [name, bytes] of Object.entries(files)) {
      const [format, sources, card] = expected[name]!
      const file = await open(bytes)
      assert.deepEqual([name, file.format, sourcesOf(file)], [name, format, sources])
      if (card !== undefined) assert.equal(cardOf(file), card, name)
      assert.isEmpty(file.warnings, name)
    }
  })

  test('refuses hostile files with a reason', async ({ assert }) => {
    const files = await makeHostileFiles()
    assert.sameMembers(Object.keys(files), Object.keys(refusals))
    for (const [name, bytes] of Object.entries(files)) {
      const { kind, reason } = await refuse(bytes)
      assert.equal(kind, refusals[name], name)
      assert.match(reason, /^[A-Z"].*\.$/, name)
    }
  })

  test('changes no byte of the files', async ({ assert }) => {
    for (const [name, bytes] of Object.entries({ ...(await makeValidFiles()), ...(await makeHostileFiles()) })) {
      const copy = Buffer.from(bytes)
      await openFile(bytes)
      assert.isTrue(bytes.equals(copy), name)
    }
  })

  test('reads a file that is a part of a larger buffer', async ({ assert }) => {
    for (const [name, bytes] of Object.entries(await makeValidFiles())) {
      const around = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('behind')])
      const file = await open(around.subarray(6, 6 + bytes.length))
      assert.equal(file.format, expected[name]![0], name)
    }
  })

  test('refuses a file larger than the limit', async ({ assert }) => {
    const bytes = makePng({ chara: v2Card() })
    assert.equal((await refuse(bytes, { ...fileLimits, fileBytesMax: bytes.length - 1 })).kind, 'too_large')
    await open(bytes, { ...fileLimits, fileBytesMax: bytes.length })
  })
})

test.group('Recognising texts', () => {
  const format = async (text: string) => (await open(Buffer.from(text))).format

  test('reads lines of JSON as a chat, and a single value as JSON', async ({ assert }) => {
    assert.equal(await format('{"a":1}\n{"b":2}'), 'jsonl')
    assert.equal(await format('\ufeff{"a":1}\r\n{"b":2}\r\n'), 'jsonl')
    assert.equal(await format('{"a":1}\n\n  {"b":2}'), 'jsonl')
    assert.equal(await format('{"a":1}\n'), 'json')
    assert.equal(await format('{\n"a":{}\n}'), 'json')
    assert.equal(await format('[{"a":1},\n{"b":2}]'), 'json')
    assert.equal(await format(`{"a":1}\n${'x'.repeat(10)}`), 'json')
  })

  test('leaves malformed JSON to its reader, which reports the position', async ({ assert }) => {
    assert.equal(await format('{"a":'), 'json')
    assert.equal(await format('['.repeat(100_000)), 'json')
  })

  test('recognises YAML by its keys', async ({ assert }) => {
    assert.equal(await format('# a card\nname: "A"\ncontext: |\n  text'), 'yaml')
    assert.equal(await format('bot: A\ngreeting: Hi'), 'yaml')
    assert.equal((await refuse(Buffer.from('name: A\nage: 3'))).kind, 'not_recognised')
    assert.equal((await refuse(Buffer.from('My name: A\n  context: x'))).kind, 'not_recognised')
  })
})
