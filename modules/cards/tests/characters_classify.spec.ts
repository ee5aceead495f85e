import { test } from '@japa/runner'
import { classify, type JsonContent } from '../formats/characters/classify.ts'
import { v1, v2, v2Data, v3 } from './support/character_cards.ts'

const character = (format: string) => `character ${format}`
const named = (content: JsonContent): string =>
  content.holds === 'unknown'
    ? 'unknown'
    : content.holds === 'list'
      ? `list of ${content.itemCount}`
      : `${content.holds} ${content.format}`

const cases: [title: string, value: unknown, expected: string][] = [
  ['a V3 card', v3, character('v3')],
  ['a V2 card', v2, character('v2')],
  ['a V2 card with the fields of V1 at the root', { ...v1, ...v2 }, character('v2')],
  ['a V2 card without data', { spec: 'chara_card_v2', ...v1 }, character('v2')],
  ['a V3 lorebook', { spec: 'lorebook_v3', data: { entries: [] } }, 'lorebook v3'],
  ['a NovelAI lorebook', { lorebookVersion: 5, entries: [] }, 'lorebook novelai'],
  ['an Agnai lorebook', { kind: 'memory', name: 'Sea', entries: [] }, 'lorebook agnai'],
  ['a RisuAI lorebook', { type: 'risu', ver: 1, data: [] }, 'lorebook risu'],
  ['a RisuAI chat', { type: 'risuChat', ver: 1, data: {} }, 'chat risu'],
  ['all chats of RisuAI', { type: 'risuAllChats', ver: 1, data: [] }, 'chat risu'],
  ['a RisuAI module', { type: 'risuModule', module: {} }, 'module risu'],
  ['a chat of the web interface', { internal: [], visible: [] }, 'chat ooba'],
  ['an old chat of the web interface', { data: [], data_visible: [] }, 'chat ooba'],
  ['a Character.AI dump', { histories: { histories: [] } }, 'chat character_ai'],
  ['a Kobold Lite session', { savedsettings: {}, prompt: '', actions: [] }, 'chat kobold_lite'],
  ['an Agnai chat', { name: 'Sea', greeting: 'Hm.', messages: [{ msg: 'Hello' }] }, 'chat agnai'],
  ['the header of a SillyTavern chat', { user_name: 'unused', character_name: 'unused' }, 'chat sillytavern'],
  ['a SillyTavern message', { name: 'Mira', is_user: false, mes: 'Hello' }, 'chat sillytavern'],
  ['a SillyTavern group', { id: 1, name: 'Crew', members: [], chat_id: 'a', chats: [] }, 'group sillytavern'],
  ['a chat completion preset', { prompts: [], prompt_order: [], temperature: 1 }, 'preset chat_completion'],
  ['an instruct template', { name: 'Alpaca', input_sequence: '###' }, 'preset instruct'],
  ['a context template', { name: 'Alpaca', story_string: '{{description}}' }, 'preset context'],
  ['an Agnai character', { kind: 'character', name: 'Mira', persona: {} }, character('agnai')],
  ['an Agnai character by its fields', { name: 'M', persona: {}, greeting: '', sampleChat: '' }, character('agnai')],
  ['a Backyard export', { version: 4, character: { aiName: 'Mira' } }, character('backyard')],
  ['a SillyTavern lorebook', { entries: { 0: { uid: 0, key: ['lamp'] } } }, 'lorebook sillytavern'],
  ['a damaged SillyTavern lorebook', { entries: { 0: null, 1: { uid: 1, key: ['lamp'] } } }, 'lorebook sillytavern'],
  ['an empty SillyTavern lorebook', { entries: {} }, 'lorebook sillytavern'],
  ['a lorebook of a card alone', { name: 'Sea', entries: [] }, 'lorebook book'],
  ['a V1 card', v1, character('v1')],
  ['a V1 card beside the fields of Pygmalion', { ...v1, char_name: 'Mira', char_persona: '' }, character('v1')],
  ['a V1 card of a name and a greeting', { name: 'Mira', first_mes: 'Hello' }, character('v1')],
  ['a V1 card without a name', { first_mes: 'Hello', description: '' }, character('v1')],
  [
    'an entry of our own import files',
    { name: 'Mira', backstory: 'Old.', personality: 'Dry.' },
    character('facet_entry'),
  ],
  ['a Pygmalion character', { char_name: 'Mira', char_persona: 'Dry.' }, character('pygmalion')],
  ['a V2 card that does not say so', { data: v2Data }, character('v2')],
  ['a card of a specification to come', { spec: 'chara_card_v9', data: v2Data }, character('v2')],
  ['a list of cards', [v1, v2], 'list of 2'],
  ['a Kobold lorebook', [{ key: 'lamp', content: 'Old.' }], 'lorebook kobold'],
  ['an empty list', [], 'unknown'],
  ['a list longer than an import', Array(10_001).fill(v1), 'unknown'],
  ['an empty object', {}, 'unknown'],
  ['a text', 'Mira', 'unknown'],
  ['a number', 5, 'unknown'],
  ['null', null, 'unknown'],
  ['any other object', { compilerOptions: {} }, 'unknown'],
  ['a name alone', { name: 'package', version: '1.0.0' }, 'unknown'],
  ['a part of an archive', { schemaVersion: 1, persona: 'Dry.' }, 'unknown'],
  ['keys of every object', { constructor: 1, toString: 2 }, 'unknown'],
  ['a prototype as data', JSON.parse('{"__proto__": {"spec": "chara_card_v2"}}'), 'unknown'],
]

test.group('Classifying JSON', () => {
  for (const [title, value, expected] of cases)
    test(`recognises ${title}`, ({ assert }) => {
      assert.equal(named(classify(value)), expected)
    })

  test('says why a value is unknown', ({ assert }) => {
    const because = (value: unknown) => {
      const content = classify(value)
      return content.holds === 'unknown' ? content.because : ''
    }
    assert.include(because('Mira'), 'a text instead of a card')
    assert.include(because({ ' data ': {} }), 'The field " data " has blanks around its name. Rename it to "data".')
    assert.include(because({ spec: 'my_card' }), 'the specification "my_card"')
    assert.include(because({ schemaVersion: 1 }), '.byaf')
    const keys = Object.fromEntries([...'abcdefgh'].map((key) => [key.repeat(500), 1]))
    assert.match(because(keys), /"a{60}…", .* and 3 more\.$/)
    assert.isBelow(because(keys).length, 500)
  })
})
