import { test } from '@japa/runner'
import { byafPaths, readByaf, type ByafDocuments } from '../formats/characters/read_byaf.ts'
import { readOobaYaml } from '../formats/characters/read_ooba_yaml.ts'
import { renderPersona } from '../formats/characters/render_persona.ts'
import { draftOf, options, read, refusalOf } from './support/character_cards.ts'

const persona = {
  attributes: { species: ['human'], traits: ['dry', 'patient'] },
}
const agnai = {
  kind: 'character',
  name: 'Mira',
  description: 'A keeper of lamps.',
  culture: 'en-us',
  tags: ['sea', 'nsfw'],
  persona: { kind: 'text', attributes: { text: ['Mira repairs lighthouses.'] } },
  greeting: 'Hold this lamp.',
  alternateGreetings: ['You again.'],
  scenario: 'A storm.',
  sampleChat: '{{char}}: Always.',
  systemPrompt: 'Stay in the storm.',
  postHistoryInstructions: 'Short sentences.',
  insert: { depth: 3, prompt: 'It rains.' },
  creator: 'Ana',
  characterVersion: '2',
  characterBook: { kind: 'memory', name: 'Sea', entries: [{ name: 'lamp', entry: 'Old.', keywords: ['lamp'] }] },
  extensions: { voice: 'low' },
  visualType: 'avatar',
  appearance: 'Grey coat.',
  avatar: 'https://example.com/mira.png',
}

test.group('Reading Agnai', () => {
  test('reads every field', ({ assert }) => {
    const { draft, report } = read(agnai)
    assert.deepInclude(draft, {
      name: 'Mira',
      description: 'A keeper of lamps.',
      backstory: 'Mira repairs lighthouses.',
      personality: '',
      scenario: 'A storm.',
      firstMessage: 'Hold this lamp.',
      alternateGreetings: ['You again.'],
      exampleDialogue: '{{char}}: Always.',
      systemPrompt: 'Stay in the storm.',
      postHistoryInstructions: 'Short sentences.',
      depthNote: { text: 'It rains.', depth: 3, role: 'system' },
      creatorNotes: { text: 'A keeper of lamps.', translations: {} },
      creatorName: 'Ana',
      version: '2',
      tags: ['sea', 'nsfw'],
      isNsfw: true,
    })
    assert.equal(draft.book?.entryCount, 1)
    assert.deepEqual(draft.book?.path, ['characterBook'])
    assert.deepEqual(report, {
      format: 'agnai',
      spec: null,
      kept: ['avatar (a remote picture, never fetched)', 'extensions.voice', 'culture', 'visualType', 'appearance'],
      warnings: [],
    })
  })

  for (const [kind, rendered] of [
    ['wpp', '[character("Mira") {\nspecies("human")\ntraits("dry" + "patient")\n}]'],
    ['sbf', '[ character: "Mira"; species: "human"; traits: "dry", "patient" ]'],
    ['boostyle', 'Mira + human + dry + patient'],
    ['attributes', 'Name: Mira\nspecies: human\ntraits: dry, patient'],
  ] as const)
    test(`renders a persona of the kind ${kind}`, ({ assert }) => {
      const { draft, report } = read({ ...agnai, persona: { ...persona, kind } })
      assert.equal(draft.backstory, rendered)
      assert.include(report.kept, 'persona (its attributes; the backstory has them as text)')
    })

  test('renders personas of other shapes, or keeps them with a warning', ({ assert }) => {
    assert.equal(renderPersona('Mira', 'Old.'), 'Old.')
    assert.equal(renderPersona('Mira', { kind: 'text', attributes: {} }), '')
    assert.equal(
      renderPersona('Mira', { kind: 'boostyle', attributes: { a: 'x', b: [{}, 3], c: null } }),
      'Mira + x + 3'
    )
    for (const value of [null, 5, [], {}, { kind: 'new', attributes: {} }]) assert.isNull(renderPersona('Mira', value))
    const { draft, report } = read({ ...agnai, persona: { kind: 'new' } })
    assert.equal(draft.backstory, '')
    assert.include(report.kept, 'persona')
    assert.lengthOf(report.warnings, 1)
  })

  test('refuses a persona that is too long', ({ assert }) => {
    const long = { kind: 'attributes', attributes: { a: ['x'.repeat(60_000), 'y'.repeat(60_000)] } }
    assert.include(refusalOf({ ...agnai, persona: long }), 'persona has more than 100,000 characters')
  })
})

test.group('Reading Pygmalion', () => {
  test('reads every field', ({ assert }) => {
    const { draft, report } = read({
      char_name: 'Mira',
      char_persona: 'Dry.',
      char_greeting: 'Hold this lamp.',
      world_scenario: 'A storm.',
      example_dialogue: 'You: Cold?\nMira: Always. You: no.\n{{user}}: Hm.',
      metadata: { version: 1 },
    })
    assert.deepInclude(draft, {
      name: 'Mira',
      backstory: 'Dry.',
      firstMessage: 'Hold this lamp.',
      scenario: 'A storm.',
      exampleDialogue: '{{user}}: Cold?\nMira: Always. You: no.\n{{user}}: Hm.',
    })
    assert.deepEqual(report, { format: 'pygmalion', spec: null, kept: ['metadata'], warnings: [] })
  })
})

test.group('Reading YAML characters', () => {
  const yaml = (text: string) => {
    const reading = readOobaYaml(text, options)
    if (!reading.ok) throw new Error(reading.failure.because)
    return reading.value
  }
  const refusal = (text: string) => {
    const reading = readOobaYaml(text, options)
    return reading.ok ? 'read' : reading.failure.because
  }

  test('reads every field', ({ assert }) => {
    const { draft, report } = yaml(
      'name: Mira\ngreeting: |-\n  Hold this: lamp.\n  Now!\ncontext: "Mira is dry.\\nYou: Cold?"\nexample_dialogue: "You: Hm."\nyour_name: Ana\nturn_template: <|x|>\n'
    )
    assert.deepInclude(draft, {
      name: 'Mira',
      firstMessage: 'Hold this: lamp.\nNow!',
      backstory: 'Mira is dry.\nYou: Cold?',
      exampleDialogue: '{{user}}: Hm.',
    })
    assert.deepEqual(report, { format: 'ooba_yaml', spec: null, kept: ['your_name', 'turn_template'], warnings: [] })
  })

  test('reads every scalar as text', ({ assert }) => {
    assert.equal(yaml('name: yes\ncontext: 1.0\n').draft.name, 'yes')
    assert.equal(yaml('name: null\ncontext: 1.10\n').draft.backstory, '1.10')
    assert.equal(yaml('bot: Mira\ncontext: ~\n').draft.name, 'Mira')
    assert.equal(yaml('name: Mira\ncontext:\ngreeting: Hm\n').draft.backstory, '')
  })

  test('reads the fields of Pygmalion', ({ assert }) => {
    const { draft, report } = yaml('char_name: Mira\nchar_persona: Dry.\n')
    assert.deepInclude(draft, { name: 'Mira', backstory: 'Dry.' })
    assert.equal(report.format, 'pygmalion')
  })

  test('resolves an alias of a text, and reads no lists or mappings', ({ assert }) => {
    const { draft, report } = yaml('name: &n Mira\ncontext: *n\ngreeting: [*n, {a: b}]\n"__proto__": x\n')
    assert.equal(draft.backstory, 'Mira')
    assert.equal(draft.firstMessage, '')
    assert.deepEqual(report.warnings, ['greeting is an object instead of a text. It was not read.'])
    assert.include(report.kept, '__proto__')
  })

  const bomb = [...'bcdefghij'].reduce(
    (text, key, index) => `${text}${key}: &${key} [${Array(9).fill(`*${'abcdefghi'[index]}`)}]\n`,
    'a: &a x\n'
  )
  for (const [title, text, because] of [
    ['is no mapping', '- a\n- b\n', 'no mapping'],
    ['has nothing of a character', 'a: b\n', 'no context or greeting'],
    ['is malformed', 'name: "Mira\ncontext: x\n', 'malformed'],
    ['has tags', 'name: !!js/function x\ncontext: y\n', 'tags'],
    ['has a tag on a list', 'context: !<tag:x> [a]\n', 'tags'],
    ['multiplies aliases', `${bomb}context: x\n`, 'too many aliases'],
    ['is nested too deeply in brackets', `context: ${'['.repeat(1_000)}${']'.repeat(1_000)}`, 'nested too deeply'],
    ['is nested too deeply in blocks', `${'- '.repeat(100_000)}x`, 'too many parts'],
    ['has too many keys', Array.from({ length: 9_000 }, (_, key) => `k${key}: v`).join('\n'), 'too many parts'],
    ['is too large', `context: ${'x'.repeat(1_048_577)}`, 'larger than 1 MiB'],
    ['is empty', '', 'no mapping'],
  ] as const)
    test(`refuses YAML when it ${title}`, ({ assert }) => {
      assert.include(refusal(text), because)
    })

  test('reads tags, aliases and brackets inside texts as text', ({ assert }) => {
    const text = 'name: Mira\ncontext: "!!x *y [[["\ngreeting: |\n' + '  !a *b [ { & ! *\n'.repeat(500)
    assert.equal(yaml(text).draft.backstory, '!!x *y [[[')
    assert.isAbove(yaml(text).draft.firstMessage.length, 5_000)
  })
})

const backyard = {
  version: 4,
  character: {
    aiName: 'Mira',
    aiDisplayName: 'Mira the Keeper',
    aiPersona: '{character} repairs lighthouses with {user}. {{char}} {other}',
    scenario: 'A storm.',
    basePrompt: 'A chat of {User} and {Character}.',
    customDialogue: '#{user}: Cold?\n#{character}: Always.',
    firstMessage: 'Hold this, {user}.',
    isNSFW: true,
    loreItems: [
      { key: 'lamp, old light ,', value: '{character} made it.', order: '2' },
      { key: 'sea', value: 'Cold.' },
      'text',
    ],
    Chat: [{ ChatItems: [{ input: 'Hi', output: 'Hm.' }] }, { ChatItems: [] }],
    temperature: 0.8,
    model: 'm',
  },
}

test.group('Reading Backyard', () => {
  test('reads every field, and doubles the braces of placeholders', ({ assert }) => {
    const { draft, report, chats } = read(backyard)
    assert.deepInclude(draft, {
      name: 'Mira the Keeper',
      nickname: 'Mira',
      backstory: '{{char}} repairs lighthouses with {{user}}. {{char}} {other}',
      scenario: 'A storm.',
      systemPrompt: 'A chat of {{user}} and {{char}}.',
      exampleDialogue: '{{user}}: Cold?\n{{char}}: Always.',
      firstMessage: 'Hold this, {{user}}.',
      isNsfw: true,
    })
    assert.deepEqual(draft.book, {
      path: [],
      entryCount: 2,
      value: {
        extensions: {},
        entries: [
          {
            id: 0,
            keys: ['lamp', 'old light'],
            content: '{{char}} made it.',
            extensions: {},
            enabled: true,
            insertion_order: 2,
            use_regex: false,
          },
          {
            id: 1,
            keys: ['sea'],
            content: 'Cold.',
            extensions: {},
            enabled: true,
            insertion_order: 1,
            use_regex: false,
          },
        ],
      },
    })
    assert.deepEqual(chats, [{ path: 'character.Chat[0]', title: '', messageCount: 1 }])
    assert.deepEqual(report, {
      format: 'backyard',
      spec: 'Backyard 4',
      kept: ['character.temperature', 'character.model'],
      warnings: ['character.loreItems[2] is no entry. It was left out.'],
    })
  })

  test('refuses a text that its placeholders make too long', ({ assert }) => {
    const card = (scenario: string) => ({ version: 2, character: { aiName: 'Mira', scenario } })
    assert.equal(refusalOf(card('x'.repeat(49_992) + '{user}')), 'read')
    assert.include(refusalOf(card('x'.repeat(49_994) + '{user}')), 'too long')
  })

  test('requires only the short name', ({ assert }) => {
    const draft = draftOf({ version: 2, character: { aiName: 'Mira' } })
    assert.deepInclude(draft, { name: 'Mira', nickname: '', book: null })
  })
})

const byaf = (change: { manifest?: object; character?: object; scenarios?: object[] } = {}): ByafDocuments => ({
  manifest: {
    schemaVersion: 1,
    createdAt: '2025-06-12T19:03:56.885Z',
    author: { name: 'Ana', backyardURL: 'https://example.com/ana' },
    characters: ['characters/m/character.json'],
    scenarios: ['scenarios/1.json', 'scenarios/2.json'],
    ...change.manifest,
  },
  character: {
    path: 'characters/m/character.json',
    value: {
      schemaVersion: 1,
      id: 'm',
      name: 'Mira',
      displayName: 'Mira the Keeper',
      isNSFW: false,
      persona: '{character} is dry.',
      createdAt: '',
      updatedAt: '',
      loreItems: [{ key: 'lamp', value: 'Old.' }],
      images: [{ path: 'images/a.PNG', label: 'day' }, { path: 'images/b', label: 'night' }, { label: 'none' }],
      ...change.character,
    },
  },
  scenarios: (
    change.scenarios ?? [
      {
        title: 'Storm',
        narrative: 'A storm, {user}.',
        formattingInstructions: 'Be {character}.',
        firstMessages: [{ characterID: 'm', text: 'Hold this lamp.' }],
        exampleMessages: [{ text: '#{user}: Cold?' }, { text: 'Always.' }],
        messages: [
          { type: 'human', text: 'Hi' },
          { type: 'ai', outputs: [] },
        ],
        backgroundImage: 'scenarios/sea.jpg',
        temperature: 0.8,
        canDeleteExampleMessages: true,
        grammar: null,
      },
      {
        narrative: 'A calm.',
        firstMessages: [{ text: 'You again.' }],
        messages: [],
        backgroundImage: 'scenarios/sea.jpg',
      },
    ]
  ).map((value, index) => ({ path: `scenarios/${index + 1}.json`, value })),
})

test.group('Reading BYAF', () => {
  test('reads the first scenario as the character’s, and the greetings of the others as alternates', ({ assert }) => {
    const reading = readByaf(byaf(), options)
    assert.isTrue(reading.ok)
    if (!reading.ok) return
    const { draft, report, chats } = reading.value
    assert.deepInclude(draft, {
      name: 'Mira the Keeper',
      nickname: 'Mira',
      backstory: '{{char}} is dry.',
      scenario: 'A storm, {{user}}.',
      systemPrompt: 'Be {{char}}.',
      firstMessage: 'Hold this lamp.',
      alternateGreetings: ['You again.'],
      exampleDialogue: '<START>\n{{user}}: Cold?\n<START>\nAlways.',
      creatorName: 'Ana',
      source: ['https://example.com/ana'],
      isNsfw: false,
    })
    assert.equal(draft.book?.entryCount, 1)
    assert.deepEqual(draft.assets, [
      { type: 'icon', uri: 'embeded://characters/m/images/a.PNG', name: 'main', ext: 'png' },
      { type: 'icon', uri: 'embeded://characters/m/images/b', name: 'night', ext: 'unknown' },
      { type: 'background', uri: 'embeded://scenarios/sea.jpg', name: 'main', ext: 'jpg' },
    ])
    assert.deepEqual(chats, [{ path: 'scenarios/1.json', title: 'Storm', messageCount: 2 }])
    assert.deepEqual(report, {
      format: 'byaf',
      spec: 'BYAF 1',
      kept: ['scenarios/1.json: temperature', 'scenarios/2.json: narrative'],
      warnings: ['characters/m/character.json: images[2] has no path. It was left out.'],
    })
  })

  test('reads a character without scenarios', ({ assert }) => {
    const reading = readByaf(byaf({ scenarios: [] }), options)
    assert.isTrue(reading.ok && reading.value.draft.firstMessage === '')
  })

  test('refuses documents that aren’t objects, and too many greetings', ({ assert }) => {
    assert.isFalse(readByaf({ ...byaf(), manifest: [] }, options).ok)
    assert.isFalse(readByaf({ ...byaf(), character: { path: 'c.json', value: null } }, options).ok)
    const scenarios = Array.from({ length: 302 }, () => ({ firstMessages: [{ text: 'Hi' }] }))
    assert.isTrue(readByaf(byaf({ scenarios: scenarios.slice(1) }), options).ok)
    assert.isFalse(readByaf(byaf({ scenarios }), options).ok)
  })

  test('names the documents to read', ({ assert }) => {
    assert.deepEqual(byafPaths(byaf().manifest), {
      character: 'characters/m/character.json',
      scenarios: ['scenarios/1.json', 'scenarios/2.json'],
    })
    assert.deepEqual(byafPaths({ characters: ['c', 'd'], scenarios: [1, 's'] }), { character: 'c', scenarios: ['s'] })
    for (const manifest of [null, [], {}, { characters: [] }, { characters: [5] }]) assert.isNull(byafPaths(manifest))
  })
})

test.group('Reading entries of our own import files', () => {
  test('reads every field', ({ assert }) => {
    const { draft, report } = read({
      name: 'Mira',
      greeting: 'Hold this lamp.',
      backstory: 'Mira repairs lighthouses.',
      personality: 'Dry.',
      tags: ['sea'],
      scenario: 'A storm.',
      category: 'anime',
      isNsfw: true,
      likes: 3,
    })
    assert.deepInclude(draft, {
      name: 'Mira',
      firstMessage: 'Hold this lamp.',
      backstory: 'Mira repairs lighthouses.',
      tags: ['sea'],
      category: 'Anime',
      description: 'A storm.',
      isNsfw: true,
    })
    assert.deepEqual(report, { format: 'facet_entry', spec: null, kept: ['likes'], warnings: [] })
  })

  test('makes an unknown category a tag', ({ assert }) => {
    const draft = draftOf({
      name: 'Mira',
      backstory: 'Old.',
      description: 'Lamps.',
      category: 'Sea',
      firstMessage: 'A',
      greeting: 'B',
    })
    assert.deepInclude(draft, { category: 'General', tags: ['Sea'], description: 'Lamps.', firstMessage: 'A' })
  })
})

test.group('Refusals of values that aren’t characters', () => {
  for (const [value, because] of [
    [{ entries: [] }, 'This is a lorebook, not a character.'],
    [{ histories: {} }, 'This is a chat, not a character.'],
    [{ story_string: '' }, 'This is a preset for prompts, not a character. Facet doesn’t use presets.'],
    [{ type: 'risuModule' }, 'This is a RisuAI module, not a character. Facet doesn’t use modules.'],
    [[1, 2], 'This is a list of 2 items, not one character.'],
    [5, 'The file holds a number instead of a card.'],
  ] as const)
    test(`say “${because}”`, ({ assert }) => {
      assert.equal(refusalOf(value), because)
    })
})
