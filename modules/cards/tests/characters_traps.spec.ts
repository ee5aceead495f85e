import { test } from '@japa/runner'
import fc from 'fast-check'
import { isStorable } from '#modules/kernel/text'
import { anyLetter } from '#tests/support/any_letter'
import { readCharacter } from '../formats/characters/read_character.ts'
import { readOobaYaml } from '../formats/characters/read_ooba_yaml.ts'
import { draftOf, options, read, readText, refusalOf, v1, v2, v2Data, v3 } from './support/character_cards.ts'

const withData = (data: object) => ({ ...v2, data: { ...v2Data, ...data } })

test.group('Odd cards', () => {
  for (const name of ['', '  ', null, '\u200b', '\0'])
    test(`take the file’s name when the name is ${JSON.stringify(name)}, or stay without one`, ({ assert }) => {
      const card = withData({ name })
      assert.equal(draftOf(card).name, '')
      assert.include(read(card).report.warnings, 'The card has no name.')
      assert.equal(draftOf(card, { fileName: 'cards/old.one/Mira v2.card.png' }).name, 'Mira v2.card')
      assert.equal(draftOf(card, { fileName: 'C:\\cards\\Mira.json' }).name, 'Mira')
      assert.equal(draftOf(card, { fileName: '.png' }).name, '')
    })

  test('keep a path in the name as text', ({ assert }) => {
    assert.equal(draftOf(withData({ name: '../../etc/passwd' })).name, '../../etc/passwd')
    assert.equal(draftOf(withData({ name: 'a\r\nSet-Cookie: b' })).name, 'a Set-Cookie: b')
  })

  test('lose invisible characters of the name, with a warning', ({ assert }) => {
    const { draft, report } = read(withData({ name: 'Mi\u202era' }))
    assert.equal(draft.name, 'Mira')
    assert.include(report.warnings.join(), 'can’t be seen')
  })

  test('have no lorebook when it is null', ({ assert }) => {
    const { draft, report } = read(withData({ character_book: null }))
    assert.isNull(draft.book)
    assert.deepEqual(report.warnings, [])
  })

  for (const [title, book, entryCount, warning] of [
    ['an object', { entries: { 0: {}, 5: {} } }, 2, 'has an object of entries instead of a list.'],
    ['missing', { name: 'Sea' }, 0, 'has no list of entries.'],
  ] as const)
    test(`keep the lorebook when its entries are ${title}`, ({ assert }) => {
      const { draft, report } = read(withData({ character_book: book }))
      assert.deepEqual(draft.book, { path: ['data', 'character_book'], value: book as never, entryCount })
      assert.deepEqual(report.warnings, [`data.character_book ${warning}`])
    })

  test('get a lorebook from a list of entries', ({ assert }) => {
    const { draft, report } = read(withData({ character_book: [{}, {}] }))
    assert.deepEqual(draft.book, { path: [], value: { extensions: {}, entries: [{}, {}] }, entryCount: 2 })
    assert.lengthOf(report.warnings, 1)
  })

  test('keep a lorebook that is a text, unread', ({ assert }) => {
    const { draft, report } = read(withData({ character_book: 'lamp' }))
    assert.isNull(draft.book)
    assert.deepEqual(report.kept, ['data.character_book'])
  })

  for (const depth of ['', 'four', -1, null, 1e9, [], 2.5])
    test(`read a depth of ${JSON.stringify(depth)} with a warning`, ({ assert }) => {
      const { draft, report } = read(
        withData({ extensions: { depth_prompt: { prompt: 'It rains.', depth, role: 'x' } } })
      )
      assert.deepEqual(draft.depthNote, { text: 'It rains.', depth: depth === 2.5 ? 2 : 4, role: 'system' })
      assert.lengthOf(report.warnings, 2)
    })

  test('read tags and greetings that are one text', ({ assert }) => {
    const { draft, report } = read(withData({ tags: 'sea, slow\nRomance', alternate_greetings: 'Hm, you again.' }))
    assert.deepEqual(draft.tags, ['sea', 'slow'])
    assert.equal(draft.category, 'Romance')
    assert.deepEqual(draft.alternateGreetings, ['Hm, you again.'])
    assert.sameMembers(report.warnings, [
      'data.tags is a text instead of a list. It was read as a list.',
      'data.alternate_greetings is a text instead of a list. It was read as a list.',
    ])
  })

  test('read lists that are objects, and texts that are lists, numbers or null', ({ assert }) => {
    const { draft, report } = read(
      withData({
        alternate_greetings: { 0: 'One.', 1: null, 2: 3, 3: { message: 'x' }, 4: '' },
        scenario: ['A storm.', 'At night.'],
        creator: 12,
        personality: null,
        system_prompt: true,
        mes_example: { a: 1 },
      })
    )
    assert.deepInclude(draft, {
      alternateGreetings: ['One.', '3'],
      scenario: 'A storm.\nAt night.',
      creatorName: '12',
      personality: '',
      systemPrompt: '',
      exampleDialogue: '',
    })
    assert.sameMembers(report.warnings, [
      'data.alternate_greetings is an object instead of a list. Its values were read.',
      'data.alternate_greetings[1] is null. It was read as empty.',
      'data.alternate_greetings[2] is a number. It was read as text.',
      'data.alternate_greetings[3] is an object instead of a text. It was left out.',
      'data.scenario is a list instead of a text. Its lines were joined.',
      'data.creator is a number. It was read as text.',
      'data.personality is null. It was read as empty.',
      'data.system_prompt is true or false instead of a text. It was not read.',
      'data.mes_example is an object instead of a text. It was not read.',
    ])
    assert.sameMembers(report.kept, ['data.system_prompt', 'data.mes_example'])
  })

  test('are refused when a key has blanks around it, and say so', ({ assert }) => {
    const { data, ...rest } = v2
    assert.include(
      refusalOf({ ...rest, ' data ': data }),
      'The field " data " has blanks around its name. Rename it to "data".'
    )
    const { name, ...nameless } = v2Data
    assert.equal(
      refusalOf({ ...v2, data: { ...nameless, ' name ': name } }),
      'The field " name " has blanks around its name. Rename it to "name".'
    )
    const { report } = read(withData({ 'name\t': 'x' }))
    assert.include(report.warnings, 'The field "name\\t" has blanks around its name. It was left out.')
  })

  test('keep HTML, CSS and tracking pictures as text', ({ assert }) => {
    const html = '<img src="https://example.com/t.png"><script>alert(1)</script>'
    const draft = draftOf(withData({ creator_notes: html, first_mes: html, scenario: 'A storm.' }))
    assert.equal(draft.creatorNotes?.text, html)
    assert.equal(draft.firstMessage, html)
    assert.equal(draft.description, 'A storm.')
  })

  test('lose NUL and lone surrogates in the draft only', ({ assert }) => {
    const { draft, report } = readText(
      JSON.stringify(withData({ scenario: 'a\0b', tags: ['s\ud800ea'], alternate_greetings: ['\udc00'] }))
    )
    assert.deepInclude(draft, { scenario: 'ab', tags: ['s�ea'], alternateGreetings: ['�'] })
    assert.lengthOf(report.warnings, 3)
  })

  test('treat __proto__ and constructor as plain keys', ({ assert }) => {
    const { draft, report } = readText(
      '{"name":"Mira","first_mes":"Hi","__proto__":{"personality":"x"},"constructor":{"name":"y"},"toString":1}'
    )
    assert.deepInclude(draft, { name: 'Mira', personality: '' })
    assert.deepEqual(report.kept, ['__proto__', 'constructor', 'toString'])
    assert.isUndefined(({} as Record<string, unknown>).personality)
  })

  test('are read when a value can’t be turned into text', ({ assert }) => {
    const value = JSON.parse('[{"toString":1,"valueOf":2}]') as unknown
    for (const key of ['spec', 'spec_version', 'data', ...Object.keys(v3.data)])
      for (const card of [v3, v2, v1])
        for (const changed of [
          { ...card, [key]: value },
          { ...card, data: { ...v3.data, [key]: value } },
        ]) {
          const reading = readCharacter(changed, options)
          assert.isTrue(reading.ok || reading.failure.because.length > 0, key)
        }
  })

  test('read dates in milliseconds with a warning', ({ assert }) => {
    const { report } = read({ ...v3, data: { ...v3.data, creation_date: 1_700_000_000_000 } })
    assert.deepEqual(report.warnings, ['data.creation_date is in milliseconds instead of seconds.'])
  })

  test('leave out notes in invalid languages', ({ assert }) => {
    const { draft, report } = read({
      ...v3,
      data: { ...v3.data, creator_notes_multilingual: { 'zh-Hant': 'A', 'not a language': 'B', de: 5 } },
    })
    assert.deepEqual(draft.creatorNotes?.translations, { 'zh-Hant': 'A', de: '5' })
    assert.lengthOf(report.warnings, 2)
  })

  test('can’t make a report long', ({ assert }) => {
    const { report } = read({ ...v2, spec_version: '9'.repeat(10_000) })
    assert.isBelow(JSON.stringify(report).length, 1_000)
  })

  test('never make an adult character harmless by our own extension', ({ assert }) => {
    const card = withData({ tags: ['nsfw'], extensions: { facet: { isNsfw: false, category: 'Anime' } } })
    assert.deepInclude(draftOf(card), { isNsfw: true, category: 'Anime' })
    const other = withData({ tags: [], extensions: { facet: { category: 'Limitless' } } })
    assert.isTrue(draftOf(other).isNsfw)
  })
})

test.group('Any JSON', () => {
  const furtherKeys =
    'data spec spec_version kind persona greeting sampleChat insert version character aiName loreItems char_name backstory ' +
    'toString depth_prompt facet risuai emotions attributes entries'
  const keys = fc.constantFrom(...Object.keys(v3.data), ...furtherKeys.split(' '))
  const leaf = fc.oneof(
    fc.string({ unit: anyLetter, maxLength: 8 }),
    fc.constantFrom('chara_card_v2', 'chara_card_v3', 'character', 'wpp', 'text', '\ud800', '2.0'),
    fc.double(),
    fc.boolean(),
    fc.constant(null)
  )
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      leaf,
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(keys, tie('json'), { maxKeys: 8 })
    ),
  }))
  const object = fc.dictionary(keys, json, { maxKeys: 12 })
  const cards = fc.oneof(
    json,
    object.map((data) => ({ ...v2, data })),
    object.map((data) => ({ spec: 'chara_card_v3', data: { ...v2Data, ...data } })),
    object.map((data) => ({ ...v1, ...data })),
    object.map((data) => ({ kind: 'character', persona: {}, ...data })),
    object.map((character) => ({ version: 1, character: { aiName: 'M', ...character } })),
    object.map((data) => ({ char_name: 'M', ...data }))
  )

  test('is read or refused with a reason, never thrown at, and gives texts that can be stored', () => {
    fc.assert(
      fc.property(cards, (value) => {
        const reading = readCharacter(value, options)
        if (!reading.ok) return reading.failure.because.length > 0
        const { book: _, ...draft } = reading.value.draft
        return isStorable(JSON.stringify([draft, reading.value.report]).replaceAll(/\\u0000|\\ud[89a-f]/g, '\0'))
      }),
      { numRuns: 500 }
    )
  })

  test('of texts only is read from YAML or refused with a reason', () => {
    const pieces = fc.constantFrom(
      'name: ',
      'context: ',
      '- ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '"',
      "'",
      '|',
      '? ',
      ': ',
      '#',
      '!',
      'x',
      '%',
      '---\n',
      '\t',
      '\0'
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const reading = readOobaYaml(`context: y\n${parts.join('')}`, options)
        return reading.ok || reading.failure.because.length > 0
      }),
      { numRuns: 500 }
    )
  })
})
