import { test } from '@japa/runner'
import { cardLimits } from '../formats/characters/card_limits.ts'
import { draftOf, read, readText, refusalOf, v1, v2, v2Data, v3, v3Data } from './support/character_cards.ts'

const withData = (data: object) => ({ ...v2, data: { ...v2Data, ...data } })
const withV3Data = (data: object) => ({ ...v3, data: { ...v3Data, ...data } })
const withExtensions = (extensions: object) => withData({ extensions })

test.group('Reading V1 to V3', () => {
  test('reads every field of V3 and warns of nothing when the card is complete', ({ assert }) => {
    const { draft, report, chats } = read(v3)
    assert.deepEqual(draft, {
      name: 'Mira',
      nickname: 'Mi',
      description: 'A keeper of lamps.',
      descriptionIsTeaser: true,
      backstory: 'Mira repairs lighthouses.',
      personality: 'Dry, patient.',
      scenario: 'A storm on the coast.',
      firstMessage: 'Hold this lamp.',
      alternateGreetings: ['The light is out.', 'You again.'],
      groupGreetings: ['Crew, look up.'],
      exampleDialogue: '<START>\n{{user}}: Cold?\n{{char}}: Always.',
      systemPrompt: 'Stay in the storm. {{original}}',
      postHistoryInstructions: 'Short sentences.',
      depthNote: null,
      creatorNotes: {
        text: 'A keeper of lamps.\n\nWritten in a week.',
        translations: { en: 'A keeper of lamps.', ja: '灯台守。' },
      },
      creatorName: 'Ana',
      version: '1.2',
      source: ['https://example.com/mira'],
      category: 'Romance',
      tags: ['sea', 'Slow'],
      isNsfw: false,
      regexScripts: [],
      book: { path: ['data', 'character_book'], value: v3Data.character_book, entryCount: 1 },
      assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }],
    })
    assert.deepEqual(report, {
      format: 'v3',
      spec: 'chara_card_v3 3.0',
      kept: ['data.creation_date', 'data.modification_date'],
      warnings: [],
    })
    assert.deepEqual(chats, [])
  })

  test('reads V2, where missing fields of V3 cause no warning', ({ assert }) => {
    const { draft, report } = read(v2)
    assert.deepInclude(draft, { name: 'Mira', systemPrompt: 'Stay in the storm. {{original}}', assets: [], book: null })
    assert.deepEqual(report, { format: 'v2', spec: 'chara_card_v2 2.0', kept: [], warnings: [] })
  })

  test('reads V1 with the extra fields of SillyTavern and editors', ({ assert }) => {
    const { draft, report } = read({
      ...v1,
      creatorcomment: 'Made at sea.',
      creator: 'Ana',
      tags: ['sea'],
      avatar: 'none',
      chat: 'Mira - today',
      talkativeness: '0.5',
      fav: true,
      create_date: '2023-6-5 @14h 56m 50s 682ms',
      metadata: { version: 1, tool: { name: 'an editor' } },
      char_persona: 'A copy.',
    })
    assert.deepInclude(draft, {
      backstory: v1.description,
      description: 'Made at sea.',
      creatorName: 'Ana',
      tags: ['sea'],
      exampleDialogue: v1.mes_example,
    })
    assert.equal(draft.creatorNotes?.text, 'Made at sea.')
    assert.deepEqual(report.kept, ['chat', 'talkativeness', 'fav', 'create_date', 'metadata', 'char_persona'])
    assert.deepEqual(report.warnings, [])
    assert.equal(report.format, 'v1')
  })

  for (const key of Object.keys(v1) as (keyof typeof v1)[])
    test(`reads V1 without ${key}, with a warning`, ({ assert }) => {
      const { [key]: _, ...rest } = v1
      const { draft, report } = read(rest)
      assert.include(report.warnings, `${key} is missing. It was read as empty.`)
      assert.equal(draft.name, key === 'name' ? '' : 'Mira')
    })

  test('reads the depth note, with the defaults of SillyTavern', ({ assert }) => {
    const depthNote = (depth_prompt: unknown) => draftOf(withExtensions({ depth_prompt })).depthNote
    const note = { prompt: 'It rains.', depth: 2, role: 'user' }
    assert.deepEqual(depthNote(note), { text: 'It rains.', depth: 2, role: 'user' })
    assert.deepEqual(depthNote({ prompt: 'It rains.' }), { text: 'It rains.', depth: 4, role: 'system' })
    assert.deepEqual(depthNote({ ...note, depth: '3', role: 2 }), { text: 'It rains.', depth: 3, role: 'assistant' })
    assert.isNull(depthNote({ ...note, prompt: ' ' }))
    assert.isNull(depthNote(null))
  })

  test('reads greetings for groups from V3, else from SillyTavern’s extension', ({ assert }) => {
    const extensions = { group_greetings: ['Hello all.'] }
    assert.deepEqual(draftOf(withData({ extensions })).groupGreetings, ['Hello all.'])
    assert.deepEqual(draftOf(withV3Data({ extensions })).groupGreetings, ['Crew, look up.'])
    assert.deepEqual(draftOf(withV3Data({ extensions, group_only_greetings: [] })).groupGreetings, ['Hello all.'])
  })

  test('reads assets with their types, and those of RisuAI', ({ assert }) => {
    const { draft, report } = read(
      withV3Data({
        assets: [
          { type: 'Emotion', uri: 'embeded://assets/emotion/images/Joy.PNG', name: 'joy', ext: '.PNG' },
          { type: 'background', uri: 'https://example.com/sea.webp', name: 'main', ext: 'webp' },
          { type: 5, uri: 'data:image/png;base64,AAAA', name: 7 },
          { type: 'icon', name: 'main' },
          'assets/icon.png',
        ],
        extensions: {
          risuai: {
            emotions: [['sad', '__asset:1']],
            additionalAssets: [['song', 'embeded://assets/other/audio/1.mp3', 'mp3']],
            customScripts: [{ in: 'a' }],
          },
        },
      })
    )
    assert.deepEqual(draft.assets, [
      { type: 'emotion', uri: 'embeded://assets/emotion/images/Joy.PNG', name: 'joy', ext: 'png' },
      { type: 'background', uri: 'https://example.com/sea.webp', name: 'main', ext: 'webp' },
      { type: 'other', uri: 'data:image/png;base64,AAAA', name: '7', ext: 'unknown' },
      { type: 'emotion', uri: '__asset:1', name: 'sad', ext: 'unknown' },
      { type: 'x-risu-asset', uri: 'embeded://assets/other/audio/1.mp3', name: 'song', ext: 'mp3' },
    ])
    assert.includeMembers(report.kept, [
      'data.assets[1].uri (a remote file, never fetched)',
      'data.assets[3]',
      'data.assets[4]',
      'data.extensions.risuai.customScripts (scripts, never run)',
      'data.extensions.risuai',
    ])
    assert.lengthOf(report.warnings, 2)
  })

  test('gives a V3 card without assets the picture that carries it', ({ assert }) => {
    const { assets: _, ...data } = v3Data
    assert.deepEqual(draftOf({ ...v3, data }).assets, [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }])
    assert.deepEqual(draftOf(withV3Data({ assets: [] })).assets, [])
  })

  test('reports scripts, styles, remote pictures and unknown fields as kept', ({ assert }) => {
    const { kept } = read(
      withData({
        avatar: 'https://example.com/mira.webp',
        'my field': 1,
        empty: '',
        extensions: {
          regex_scripts: [{ findRegex: 'a' }],
          tavern_helper: { scripts: [] },
          talkativeness: '0.5',
          chub: {
            custom_css: 'body {}',
            expressions: { joy: 'https://example.com/joy.png' },
            background_image: '',
            id: 1,
          },
          world: '',
        },
      })
    ).report
    assert.sameMembers(kept, [
      'data.avatar (a remote picture, never fetched)',
      'data["my field"]',
      'data.extensions.regex_scripts[0] (a script that changes no messages)',
      'data.extensions.tavern_helper (scripts, never run)',
      'data.extensions.chub.custom_css (HTML or CSS, never shown)',
      'data.extensions.chub.expressions (remote files, never fetched)',
      'data.extensions.chub',
      'data.extensions.talkativeness',
    ])
  })

  test('prefers data to the copies at the root, and says where they differ', ({ assert }) => {
    const { draft, report } = read({ ...v1, first_mes: 'An older lamp.', ...v2, fav: true })
    assert.equal(draft.firstMessage, 'Hold this lamp.')
    assert.deepEqual(report.warnings, [
      'first_mes at the root differs from data.first_mes, which was read. It has 14 characters.',
    ])
    assert.deepEqual(report.kept, ['fav'])
  })

  test('reads a copy at the root when data lacks the field', ({ assert }) => {
    const { personality: _, ...data } = v2Data
    const { draft, report } = read({ ...v1, ...v2, data })
    assert.equal(draft.personality, 'Dry, patient.')
    assert.include(report.warnings, 'data.personality is missing. personality at the root was read.')
  })

  test('reads the fields of V2 at the root when there is no data', ({ assert }) => {
    const { draft, report } = read({ spec: 'chara_card_v2', spec_version: '2.0', ...v2Data })
    assert.equal(draft.systemPrompt, v2Data.system_prompt)
    assert.deepEqual(report.warnings, ['The card has no data. Its fields were read at the root.'])
  })

  for (const [specVersion, warnings] of [
    ['2.0', 0],
    [2, 0],
    ['2', 0],
    ['2.1', 1],
    ['3.0', 1],
    [undefined, 1],
    ['new', 1],
  ] as const)
    test(`reads V2 whose spec_version is ${JSON.stringify(specVersion)} with ${warnings} warnings`, ({ assert }) => {
      assert.lengthOf(read({ ...v2, spec_version: specVersion }).report.warnings, warnings)
    })

  test('warns when a card does not name its specification', ({ assert }) => {
    const { report } = read({ data: v2Data })
    assert.deepEqual(report.warnings, ['The card doesn’t say which specification it follows. It was read as V2.'])
    assert.isNull(report.spec)
  })

  test('refuses a card without data or fields', ({ assert }) => {
    assert.equal(refusalOf({ spec: 'chara_card_v2', spec_version: '2.0' }), 'The card has no data: it is missing.')
    assert.equal(refusalOf({ spec: 'chara_card_v3', data: 'text' }), 'The card has no data: it is a text.')
    assert.equal(refusalOf({ spec: 'chara_card_v3', data: null }), 'The card has no data: it is null.')
  })

  test('keeps the digits of a numeric version', ({ assert }) => {
    const text = JSON.stringify(withData({ character_version: 0 })).replace(
      '"character_version":0',
      '"character_version":1.10'
    )
    const { draft, report } = readText(text)
    assert.equal(draft.version, '1.10')
    assert.include(report.warnings, 'data.character_version is a number. It was read as text.')
  })

  test('passes on the warnings of the document', ({ assert }) => {
    const { draft, report } = readText('{"name": "Old", "name": "Mira", "description": "", "personality": ""}')
    assert.equal(draft.name, 'Mira')
    assert.include(report.warnings.join(), 'occurs more than once')
  })
})

test.group('Macros that Facet doesn’t know', () => {
  const warningsOf = (data: object) =>
    read(withData(data)).report.warnings.filter((warning) => warning.includes('macros'))

  test('are in the report, by name', ({ assert }) => {
    const description =
      '{{setvar::mood::{{random:a,b}}}}{{getvar::mood}} {{char}} {{personality}} {{// aside}} {{time}} {{pick::a::b}}'
    assert.deepEqual(warningsOf({ description, alternate_greetings: ['{{Foo}}'] }), [
      'Facet doesn’t know some macros. They stay as written: {{setvar}}, {{getvar}}, {{Foo}}.',
    ])
    assert.deepEqual(warningsOf({ description: '{{user}} met {{char}}.' }), [])
  })
})

test.group('The public teaser', () => {
  const teaser = (creator_notes: string, scenario = '') => draftOf(withData({ creator_notes, scenario })).description

  for (const [title, notes, expected] of [
    ['the first paragraph', 'One.\nStill one.\n\nTwo.', 'One.\nStill one.'],
    ['no HTML', '<div style="color: red">Wow</div>\n\nPlain words.', 'Plain words.'],
    ['no style sheet, even with blank lines in it', '<STYLE>\n\nbody { color: red }\n\n</style>\n\nWords.', 'Words.'],
    ['no style sheet without an end', 'a <b>bold</b>\n\n<style>\n\nbody { color: red }', ''],
    ['no code block', '```\n\nlet a\n\n```\n\nWords.', 'Words.'],
    ['no comment', '<!--\n\nhidden words\n\n-->\n\nWords.', 'Words.'],
    ['no picture', '![a picture](https://example.com/track.png)\n\nWords.', 'Words.'],
    ['no bare link', 'https://example.com/mira\n\nWords.', 'Words.'],
    ['the text of a link', '# See [my page](https://example.com)', 'See my page'],
    ['no line of signs', '***\n---\n\nWords.', 'Words.'],
    ['macros that look like HTML', '<USER> meets <BOT>, I <3 it.', '<USER> meets <BOT>, I <3 it.'],
    ['any script', '灯台守。\r\n\r\n二。', '灯台守。'],
  ] as const)
    test(`is ${title}`, ({ assert }) => {
      assert.equal(teaser(notes), expected)
    })

  test('is the scenario’s first paragraph when the notes have none', ({ assert }) => {
    assert.equal(teaser('<p>Hi</p>', 'A storm.\n\nLater.'), 'A storm.')
    assert.equal(teaser('', ''), '')
  })

  test('never contains the definition', ({ assert }) => {
    assert.equal(draftOf({ ...v1, scenario: '' }).description, '')
  })

  test('is no text for prompts, unless the author wrote it here', ({ assert }) => {
    const isTeaser = (data: object) => draftOf(withData(data)).descriptionIsTeaser
    const facet = { facet: { description: 'Six feet of beak.' } }
    assert.isTrue(isTeaser({ creator_notes: 'Best slow.' }))
    assert.isTrue(isTeaser({ creator_notes: '', scenario: 'A storm.' }))
    assert.isTrue(isTeaser({ creator_notes: 'Best slow.', extensions: facet }))
    assert.isFalse(isTeaser({ creator_notes: 'Six feet of beak.', extensions: facet }))
  })

  test('ends with an ellipsis when its paragraph is longer than a teaser', ({ assert }) => {
    const long = teaser('lamp '.repeat(1_000))
    assert.isAtMost(long.length, cardLimits.teaserMax)
    assert.match(long, /lamp…$/)
  })
})

test.group('Tags', () => {
  const sorted = (tags: unknown) => {
    const { draft, report } = read(withData({ tags }))
    return { category: draft.category, tags: draft.tags, isNsfw: draft.isNsfw, warnings: report.warnings.length }
  }

  test('give the category that the first of them names', ({ assert }) => {
    const plain = { isNsfw: false, warnings: 0 }
    assert.deepEqual(sorted(['sea', ' ANIME ', 'Romance']), { ...plain, category: 'Anime', tags: ['sea', 'Romance'] })
    assert.deepEqual(sorted(['sea', 'Sea', '']), { ...plain, category: 'General', tags: ['sea'] })
  })

  for (const tag of [
    'nsfw',
    'NSFL',
    '18+',
    '#NSFW',
    'SFW/NSFW',
    'R-18',
    'Adults only',
    'nsfw-ish',
    'ｎｓｆｗ',
    'Limitless',
  ])
    test(`make a character adult when one is ${tag}`, ({ assert }) => {
      assert.isTrue(sorted([tag]).isNsfw)
    })

  for (const tag of ['SFW', '1800s', 'adultery', 'nsfwish', 'young adult'])
    test(`don’t make a character adult when one is ${tag}`, ({ assert }) => {
      assert.isFalse(sorted([tag]).isNsfw)
    })

  test('beyond the limits stay in the original, also when a tag there is adult', ({ assert }) => {
    const many = Array.from({ length: 43 }, (_, index) => `tag ${index}`)
    const { tags, isNsfw, warnings } = sorted([...many, 'x'.repeat(41), 'nsfw'])
    assert.deepEqual(tags, many.slice(0, 20))
    assert.isTrue(isNsfw)
    assert.equal(warnings, 2)
  })
})

test.group('Limits of a card', () => {
  const emoji = '🎐'
  const limits: [key: string, max: number, value: (text: string) => object][] = [
    ['description', 100_000, (text) => withData({ description: text })],
    ...['personality', 'scenario', 'first_mes', 'mes_example', 'system_prompt', 'creator_notes'].map(
      (key): [string, number, (text: string) => object] => [key, 50_000, (text) => withData({ [key]: text })]
    ),
    ['alternate_greetings[1]', 50_000, (text) => withData({ alternate_greetings: ['Hm.', text] })],
    ['group_only_greetings[0]', 50_000, (text) => withV3Data({ group_only_greetings: [text] })],
    ['extensions.depth_prompt.prompt', 10_000, (text) => withExtensions({ depth_prompt: { prompt: text } })],
  ]
  for (const [key, max, card] of limits)
    test(`refuse ${key} of more than ${max} code points, and cut nothing`, ({ assert }) => {
      assert.equal(refusalOf(card(emoji.repeat(max))), 'read')
      assert.equal(
        refusalOf(card(emoji.repeat(max + 1))),
        `data.${key} has ${(max + 1).toLocaleString('en')} characters. At most ${max.toLocaleString('en')} are allowed.`
      )
    })

  test('refuse more than 300 greetings and 1,000 assets', ({ assert }) => {
    const greetings = Array.from({ length: 301 }, (_, index) => `Hello ${index}`)
    assert.equal(refusalOf(withData({ alternate_greetings: greetings.slice(1) })), 'read')
    assert.equal(
      refusalOf(withData({ alternate_greetings: greetings })),
      'data.alternate_greetings has 301 entries. At most 300 are allowed.'
    )
    const assets = Array.from({ length: 1_001 }, (_, index) => ({
      type: 'icon',
      uri: `embeded://${index}`,
      name: '',
      ext: 'png',
    }))
    assert.equal(refusalOf(withV3Data({ assets: assets.slice(1) })), 'read')
    assert.include(refusalOf(withV3Data({ assets })), '1,001 assets')
  })

  test('name every reason of a refusal', ({ assert }) => {
    const because = refusalOf(withData({ scenario: 'a'.repeat(50_001), mes_example: 'a'.repeat(50_001) }))
    assert.match(because, /data\.scenario has .* data\.mes_example has /)
  })

  test('shorten only the name', ({ assert }) => {
    const { draft, report } = read(withData({ name: emoji.repeat(81) }))
    assert.equal(draft.name, emoji.repeat(80))
    assert.include(report.warnings.join(), 'The name has more than 80 characters')
  })

  test('shorten nickname, creator and version, and leave out numerous sources', ({ assert }) => {
    const source = Array.from({ length: 101 }, (_, index) => `s${index}`)
    const long = {
      nickname: 'n'.repeat(81),
      creator: 'c'.repeat(201),
      character_version: `1\n${'v'.repeat(99)}`,
      source,
    }
    const { draft, report } = read(withV3Data(long))
    assert.deepInclude(draft, {
      nickname: 'n'.repeat(80),
      creatorName: 'c'.repeat(200),
      version: `1 ${'v'.repeat(98)}`,
      source: source.slice(0, 100),
    })
    assert.lengthOf(report.warnings, 5)
    assert.deepEqual(draftOf(withV3Data({ source: ['a', 's'.repeat(2_001)] })).source, ['a'])
  })

  test('keep reports short when everything in a card is odd', ({ assert }) => {
    const fields = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`field ${index} ${'x'.repeat(200)}`, 1])
    )
    const { kept, warnings } = read(withData({ ...fields, alternate_greetings: Array(300).fill({}) })).report
    assert.lengthOf(kept, 200)
    assert.match(kept.at(-1)!, /^… and 4,?801 more$/)
    assert.lengthOf(warnings, 200)
    assert.isBelow(Math.max(...kept.map((line) => line.length)), 100)
  })
})
