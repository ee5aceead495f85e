import { test } from '@japa/runner'
import { chips } from '../api.ts'
import { listValidator } from '../src/http/validators.ts'
import { parseGallerySearch } from '../src/domain/search.ts'
import { aViewer, list, namesOf, newWord, putCharacters } from './support.ts'

interface Seed {
  name: string
  description: string
  is_nsfw?: boolean
  is_public?: boolean
  created_by?: string
}

/** Inserts characters, and returns a search limited to them. */
const among = async (names: (string | Seed)[]) => {
  const tag = newWord()
  await putCharacters(
    names.map((seed) => ({ tags: [tag], description: '', ...(typeof seed === 'string' ? { name: seed } : seed) }))
  )
  return async (q: string, viewer = null as ReturnType<typeof aViewer> | null) =>
    namesOf(await list({ q, category: tag }, viewer))
}

test.group('Searching', () => {
  test('three or more letters match anywhere in name or description, ignoring case', async ({ assert }) => {
    const find = await among(['Sir Galahad', { name: 'Mira', description: 'Guards the GALAXY gate.' }, 'Tom'])
    assert.deepEqual(await find('gala'), ['Mira', 'Sir Galahad'])
    assert.deepEqual(await find('LAX'), ['Mira'])
    assert.deepEqual(await find('  laxy gate '), ['Mira'])
    assert.deepEqual(await find('galahads'), [])
  })

  test('one or two letters match beginnings of words in the name only', async ({ assert }) => {
    const find = await among([
      'Old Wenna',
      'Jean-Luc',
      "O'Neil",
      { name: 'Tom', description: 'We like wax.' },
      'Oswald',
    ])
    assert.deepEqual(await find('w'), ['Old Wenna'])
    assert.deepEqual(await find('WE'), ['Old Wenna'])
    assert.deepEqual(await find('lu'), ['Jean-Luc'])
    assert.deepEqual(await find('n'), ["O'Neil"])
    assert.deepEqual(await find('o'), ["O'Neil", 'Old Wenna', 'Oswald'])
    assert.deepEqual(await find('nn'), [])
  })

  for (const [script, names, finds] of [
    [
      'Chinese',
      ['老王', '小王子', '阿花'],
      { 王: ['小王子', '老王'], 王子: ['小王子'], 老: ['老王'], 花: ['阿花'], 子小: [] },
    ],
    [
      'Japanese',
      ['さくら', 'ハルト', '田中 Ken'],
      { く: ['さくら'], くら: ['さくら'], ルト: ['ハルト'], 中: ['田中 Ken'], ke: ['田中 Ken'] },
    ],
    ['Thai', ['มาลี', 'สมชาย'], { ชา: ['สมชาย'], ลี: ['มาลี'] }],
    ['Korean', ['김민수', '서연'], { 민수: ['김민수'], 연: ['서연'] }],
    ['Chinese and Latin', ['李小龙Bruce'], { 龙: ['李小龙Bruce'], br: ['李小龙Bruce'], ru: [] }],
    ['Cyrillic', ['Старый Боря'], { бо: ['Старый Боря'], ор: [] }],
    ['Greek', ['Η Άννα'], { άν: ['Η Άννα'], νν: [] }],
    ['Arabic', ['أبو سارة'], { سا: ['أبو سارة'], ار: [] }],
    ['Hebrew', ['מר דן'], { דן: ['מר דן'], ר: [] }],
    ['Devanagari', ['श्री राम'], { रा: ['श्री राम'], 'ाम': [] }],
  ] as const)
    test(`one or two letters match words in ${script}`, async ({ assert }) => {
      const find = await among([...names])
      for (const [q, found] of Object.entries(finds)) assert.sameMembers(await find(q), [...found], q)
    })

  test('invisible characters of pasted texts are ignored', async ({ assert }) => {
    const find = await among(['Mira', 'می\u200cلاد'])
    for (const q of ['\u200bmira', 'mi\u00adra\u200e', '\ufeffmi']) assert.deepEqual(await find(q), ['Mira'], q)
    assert.deepEqual(await find('می\u200cل'), ['می\u200cلاد'])
    assert.sameMembers(await find('\u200b \u3164'), ['Mira', 'می\u200cلاد'])
  })

  test('the longest name without spaces has keys that fit into an index entry', async ({ assert }) => {
    const name = Array.from({ length: 80 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    const spaced = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(' ')
    const find = await among([name, `${spaced} a`])
    assert.sameMembers(await find('一'), [name, `${spaced} a`])
    assert.sameMembers(await find(name.slice(20, 22)), [name])
  })

  test('a text does not match across name and description', async ({ assert }) => {
    const find = await among([{ name: 'Blue', description: 'bird of paradise' }])
    assert.deepEqual(await find('blue bird'), [])
    assert.deepEqual(await find('uebi'), [])
  })

  test('%, _ and \\ match literally', async ({ assert }) => {
    const find = await among(['100% Sure', 'snake_case', 'back\\slash', 'Plain', '%', '_x', '\\'])
    assert.deepEqual(await find('0% '), [])
    assert.deepEqual(await find('00%'), ['100% Sure'])
    assert.deepEqual(await find('%%%'), [])
    assert.deepEqual(await find('___'), [])
    assert.deepEqual(await find('e_c'), ['snake_case'])
    assert.deepEqual(await find('k\\s'), ['back\\slash'])
    assert.deepEqual(await find('\\\\\\'), [])
    assert.deepEqual(await find('%'), ['%'])
    assert.deepEqual(await find('_'), ['_x'])
    assert.deepEqual(await find('\\'), ['\\'])
    assert.deepEqual(await find("'; --"), [])
  })

  test('short and long texts in any script and emoji match', async ({ assert }) => {
    const find = await among([
      'Дракон Иван',
      '龍の子供たち',
      '🔥 Ember',
      { name: 'Fox', description: 'Likes 🔥🔥🔥 a lot' },
      'Élodie',
    ])
    assert.deepEqual(await find('дракон'), ['Дракон Иван'])
    assert.deepEqual(await find('ИВ'), ['Дракон Иван'])
    assert.deepEqual(await find('の子供'), ['龍の子供たち'])
    assert.deepEqual(await find('龍'), ['龍の子供たち'])
    assert.deepEqual(await find('🔥'), ['🔥 Ember'])
    assert.deepEqual(await find('🔥🔥🔥'), ['Fox'])
    assert.deepEqual(await find('éLO'), ['Élodie'])
  })

  test('only the name of a gated character is searched', async ({ assert }) => {
    const find = await among([{ name: 'Velvet Room', description: 'A whispered invitation', is_nsfw: true }])
    const off = aViewer()
    const on = aViewer({ limitlessEnabled: true })
    assert.deepEqual(await find('velvet', off), ['Velvet Room'])
    assert.deepEqual(await find('whisper', off), [])
    assert.deepEqual(await find('whisper', { ...off, isAdmin: true }), [])
    assert.deepEqual(await find('whisper', on), ['Velvet Room'])
    assert.deepEqual(await find('velvet', on), ['Velvet Room'])
    assert.deepEqual(await find('velvet', null), [])
    assert.deepEqual(await find('ve', null), [])
  })

  test('the owner finds an adult character by its description with adult content off', async ({ assert }) => {
    const owner = aViewer()
    const adult = { description: 'A whispered invitation', is_nsfw: true }
    const find = await among([
      { ...adult, name: 'Velvet Room', created_by: owner.id },
      { ...adult, name: 'Velvet Attic', created_by: owner.id, is_public: false },
      { ...adult, name: 'Velvet Hall' },
      { ...adult, name: 'The Whisperer', created_by: owner.id },
      { ...adult, name: 'The Whispering Wall', created_by: owner.id, is_public: false },
    ])
    const all = ['Velvet Room', 'Velvet Attic', 'The Whisperer', 'The Whispering Wall']
    assert.sameMembers(await find('whisper', owner), all)
    assert.sameMembers(await find('WHISPER', { ...owner, limitlessEnabled: true }), [...all, 'Velvet Hall'])
    assert.deepEqual(await find('whisper', aViewer()), ['The Whisperer'])
  })

  test('a text without a trigram is not indexed', async ({ assert }) => {
    for (const q of ['abc', 'a b', 'mr x', 'ab!', '!ab', 'дра'])
      assert.deepInclude(parseGallerySearch(q, 'everyLetter'), { kind: 'contains', indexed: true }, q)
    for (const q of ['...', '🔥🔥🔥', 'c++', '%%%'])
      assert.deepInclude(parseGallerySearch(q, 'everyLetter'), { indexed: false }, q)
    assert.deepInclude(parseGallerySearch('дра', 'asciiOnly'), { indexed: false })
    assert.deepInclude(parseGallerySearch('🔥a', 'everyLetter'), { kind: 'starts' })
    assert.isNull(parseGallerySearch('  ', 'everyLetter'))
  })
})

test.group('Chips', () => {
  for (const { label, value } of chips) {
    if (value === '' || value === 'Limitless') continue
    test(`${label} matches category and tag, ignoring case`, async ({ assert }) => {
      const word = newWord()
      await putCharacters([
        { name: `${word} by category`, category: value },
        { name: `${word} by tag`, category: word, tags: ['x', value.toUpperCase()] },
        { name: `${word} by neither`, category: word, tags: [`${value}s`], description: value },
      ])
      for (const category of [value, value.toLowerCase(), value.toUpperCase()])
        assert.deepEqual(namesOf(await list({ category, q: word })), [`${word} by category`, `${word} by tag`])
    })
  }

  test('Limitless matches adult characters and the tag, for visitors only the tag', async ({ assert }) => {
    const word = newWord()
    await putCharacters([
      { name: `${word} adult`, is_nsfw: true },
      { name: `${word} category`, category: 'limitless', is_nsfw: true },
      { name: `${word} tagged`, tags: ['LimitLess'] },
      { name: `${word} neither` },
    ])
    const all = [`${word} adult`, `${word} category`, `${word} tagged`]
    assert.deepEqual(namesOf(await list({ category: 'Limitless', q: word }, aViewer())), all)
    assert.deepEqual(namesOf(await list({ category: 'LIMITLESS', q: word }, aViewer({ limitlessEnabled: true }))), all)
    assert.deepEqual(namesOf(await list({ category: 'limitless', q: word })), [`${word} tagged`])
  })

  test('a tag of adult characters only matches nothing for a visitor, even with the mark', async ({ assert }) => {
    const tag = newWord()
    await putCharacters([{ tags: [tag], is_nsfw: true }])
    assert.isEmpty((await list({ category: tag })).items)
    assert.lengthOf((await list({ category: tag.toUpperCase() }, aViewer())).items, 1)
    const { category } = await listValidator.validate({ category: `\u001f${tag}` })
    assert.equal(category, tag)
  })
})
