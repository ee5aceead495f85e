import { randomBytes } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import * as contentRules from '#config/content_rules'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { sharedServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import {
  blankParts,
  checkEditedCharacter,
  checkImportedCharacter,
  checkNewCharacter,
  limits,
  partFields,
} from '../api.ts'
import { Gallery } from '../index.ts'
import { saveParts } from '../src/character_parts_table.ts'
import { toPartsRow } from '../src/domain/draft_rows.ts'
import { aDraft, database, putCharacters } from './support.ts'

const check = (fields: Record<string, unknown>) => checkNewCharacter(contentRules, { ...aDraft(), ...fields })

const valueOf = (fields: Record<string, unknown>) => {
  const checked = check(fields)
  if (!checked.ok) throw new Error(JSON.stringify(checked.failure))
  return checked.value
}
const problemsOf = (fields: Record<string, unknown>) => {
  const checked = check(fields)
  return checked.ok ? [] : checked.failure.map(({ field, rule }) => `${field} ${rule}`)
}

const emoji = '🦊'
const someId = '0198c5a6-0000-7000-8000-00000000000A'
const asset = { type: 'emotion', name: 'happy', address: 'https://pictures.example.test/happy.png' }

const everyPart = {
  nickname: 'Mo the Brave',
  alternateGreetings: ['Ahoy.', 'You again?'],
  groupGreetings: ['Hello, all.'],
  exampleDialogue: '<START>\n{{user}}: Hi.',
  systemPrompt: 'Stay at sea.',
  postHistoryInstructions: 'Be brief.',
  depthNote: { text: 'It rains.', depth: 2, role: 'user' },
  creatorNotes: { text: 'My first.', translations: { de: 'Meine erste.', 'pt-BR': 'Minha primeira.' } },
  creatorName: 'Ann',
  version: '1.2',
  source: ['https://example.test/mo'],
  lorebookIds: [],
  assets: [asset],
  allowForks: true,
  definitionPublic: false,
}

/** Runs a check, and returns its problems and how many UTF-16 units it tidied. */
const tidiedBy = (fields: Record<string, unknown>) => {
  const { replace } = String.prototype
  let units = 0
  String.prototype.replace = function (this: string, ...given: unknown[]) {
    units += this.length
    return replace.apply(this, given as never)
  } as typeof replace
  try {
    return { problems: problemsOf(fields), units }
  } finally {
    String.prototype.replace = replace
  }
}

test.group('A field that takes the whole body of a request', () => {
  const long = 'a b'.repeat(limits.editBytesMax / 3)
  const many = Array.from({ length: 1_000 }, () => 'a b'.repeat(limits.editBytesMax / 3_000))
  for (const [title, fields] of Object.entries({
    name: { name: long },
    nickname: { nickname: long },
    'name of the creator': { creatorName: long },
    version: { version: long },
    source: { source: [long] },
    tag: { tags: [long] },
    'list of tags': { tags: many },
    'list of assets': { assets: many.map((name) => ({ ...asset, name })) },
  }))
    test(`is refused without being tidied: ${title}`, ({ assert }) => {
      const { problems, units } = tidiedBy(fields)
      assert.deepEqual(problems, [`${Object.keys(fields)[0]} maxLength`])
      assert.isBelow(units, 10_000)
    })

  test('is refused before its translations are read', ({ assert }) => {
    const { test: matches } = RegExp.prototype
    let units = 0
    const translations = Object.fromEntries(many.map((text, n) => [`aa-${1_000 + n}`, ` ${text}`]))
    RegExp.prototype.test = function (this: RegExp, text: string) {
      units += text.length
      return matches.call(this, text)
    }
    try {
      assert.deepEqual(problemsOf({ creatorNotes: { translations } }), ['creatorNotes maxLength'])
    } finally {
      RegExp.prototype.test = matches
    }
    assert.isBelow(units, 50_000)
  })
})

test.group('The rules for the parts of a character', () => {
  for (const [field, max] of [
    ['nickname', limits.nameMax],
    ['exampleDialogue', limits.exampleDialogueMax],
    ['systemPrompt', limits.systemPromptMax],
    ['postHistoryInstructions', limits.postHistoryInstructionsMax],
    ['creatorName', limits.creatorNameMax],
    ['version', limits.cardVersionMax],
  ] as const)
    test(`limits ${field} to ${max} code points`, ({ assert }) => {
      assert.equal(valueOf({ [field]: emoji.repeat(max) })[field], emoji.repeat(max))
      assert.deepEqual(problemsOf({ [field]: `${emoji.repeat(max)}x` }), [`${field} maxLength`])
      assert.deepEqual(problemsOf({ [field]: 7 }), [`${field} type`])
      assert.deepEqual(problemsOf({ [field]: 'a\ud800b' }), [`${field} type`])
      assert.equal(valueOf({ [field]: null })[field], '')
      assert.equal(valueOf({ [field]: ' \n' })[field], '')
    })

  for (const [field, countMax, max] of [
    ['alternateGreetings', limits.greetingsMax, limits.firstMessageMax],
    ['groupGreetings', limits.greetingsMax, limits.firstMessageMax],
    ['source', limits.sourcesMax, limits.sourceMax],
  ] as const)
    test(`limits ${field} to ${countMax} texts of ${max} code points`, ({ assert }) => {
      const texts = Array.from({ length: countMax }, (_, n) => `text ${n}`)
      assert.deepEqual(valueOf({ [field]: texts })[field], texts)
      assert.deepEqual(problemsOf({ [field]: [...texts, 'one more'] }), [`${field} maxLength`])
      assert.deepEqual(valueOf({ [field]: [emoji.repeat(max)] })[field], [emoji.repeat(max)])
      assert.deepEqual(problemsOf({ [field]: [`${emoji.repeat(max)}x`] }), [`${field} maxLength`])
      assert.deepEqual(valueOf({ [field]: ['one', '', ' \u200b', 'one'] })[field], ['one', 'one'])
      assert.deepEqual(valueOf({ [field]: null })[field], [])
      for (const bad of ['one', [7], [null], {}, [['one']]])
        assert.deepEqual(problemsOf({ [field]: bad }), [`${field} type`])
    })

  test('takes a depth note with its defaults, and none without text', ({ assert }) => {
    const noteOf = (depthNote: unknown) => valueOf({ depthNote }).depthNote
    assert.deepEqual(noteOf({ text: 'It rains.' }), { text: 'It rains.', depth: 4, role: 'system' })
    assert.deepEqual(noteOf({ text: 'It rains.', depth: 0, role: 'assistant', more: 1 }), {
      text: 'It rains.',
      depth: 0,
      role: 'assistant',
    })
    for (const none of [null, {}, { text: ' ' }, { text: null, depth: 3 }]) assert.isNull(noteOf(none))
    assert.isNotNull(noteOf({ text: emoji.repeat(limits.depthNoteMax) }))
    assert.deepEqual(problemsOf({ depthNote: { text: `${emoji.repeat(limits.depthNoteMax)}x` } }), [
      'depthNote maxLength',
    ])
    for (const bad of [
      'It rains.',
      [],
      { text: 7 },
      { text: 'a', depth: -1 },
      { text: 'a', depth: 1.5 },
      { text: 'a', depth: 10_001 },
      { text: 'a', role: 'god' },
    ])
      assert.deepEqual(problemsOf({ depthNote: bad }), ['depthNote type'])
  })

  test('takes the creator’s notes as text or with translations', ({ assert }) => {
    const notesOf = (creatorNotes: unknown) => valueOf({ creatorNotes }).creatorNotes
    assert.deepEqual(notesOf('Mine.'), { text: 'Mine.', translations: {} })
    assert.deepEqual(notesOf({ translations: { de: 'Meine.', fr: ' ' } }), { text: '', translations: { de: 'Meine.' } })
    for (const none of [null, '', ' ', {}, { text: '', translations: { de: '' } }]) assert.isNull(notesOf(none))
    for (const bad of [
      7,
      [],
      { text: 7 },
      { translations: [] },
      { translations: { de: 7 } },
      { translations: { 'not a language': 'x' } },
    ])
      assert.deepEqual(problemsOf({ creatorNotes: bad }), ['creatorNotes type'])
    const long = `${emoji.repeat(limits.creatorNotesMax)}x`
    for (const bad of [long, { translations: { de: long } }])
      assert.deepEqual(problemsOf({ creatorNotes: bad }), ['creatorNotes maxLength'])
    const many = Object.fromEntries(Array.from({ length: limits.translationsMax + 1 }, (_, n) => [`de-x${n}y`, 'x']))
    assert.deepEqual(problemsOf({ creatorNotes: { translations: many } }), ['creatorNotes maxLength'])
  })

  test('takes assets with addresses of pictures', ({ assert }) => {
    assert.deepEqual(valueOf({ assets: [{ ...asset, name: ' so\nhappy ', more: 1 }] }).assets, [
      { ...asset, name: 'so happy' },
    ])
    for (const type of ['icon', 'background', 'user_icon', 'other', 'x_own', 'x-risu-asset'])
      assert.equal(valueOf({ assets: [{ ...asset, type }] }).assets[0]!.type, type)
    const other = { ...asset, type: 'other' }
    const thousand = Array.from({ length: limits.assetsMax }, () => other)
    assert.lengthOf(valueOf({ assets: thousand }).assets, 1_000)
    assert.deepEqual(problemsOf({ assets: [...thousand, other] }), ['assets maxLength'])
    assert.lengthOf(valueOf({ assets: [{ ...other, name: 'x'.repeat(limits.assetNameMax) }] }).assets, 1)
    assert.deepEqual(problemsOf({ assets: [{ ...asset, name: 'x'.repeat(limits.assetNameMax + 1) }] }), [
      'assets maxLength',
    ])
    for (const bad of [
      asset,
      [null],
      [{ ...asset, type: 'script' }],
      [{ ...asset, name: 7 }],
      [{ type: 'icon', name: 'main' }],
    ])
      assert.deepEqual(problemsOf({ assets: bad }), ['assets type'])
    for (const address of ['', 'javascript:alert(1)', 'embeded://a.png', '/api/logout', 'data:image/png;base64,AAAA'])
      assert.deepEqual(problemsOf({ assets: [{ ...asset, address }] }), ['assets address'])
  })

  test('takes ids of lorebooks once each', ({ assert }) => {
    assert.deepEqual(valueOf({ lorebookIds: [someId, someId.toLowerCase()] }).lorebookIds, [someId.toLowerCase()])
    const many = Array.from({ length: limits.lorebooksMax + 1 }, () => newId())
    assert.deepEqual(problemsOf({ lorebookIds: many }), ['lorebookIds maxLength'])
    for (const bad of ['x', ['x'], [7], [`${someId}0`]])
      assert.deepEqual(problemsOf({ lorebookIds: bad }), ['lorebookIds type'])
  })

  test('hides the definition of an imported character, unless the entry says otherwise', ({ assert }) => {
    const imported = (fields: Record<string, unknown>) => {
      const checked = checkImportedCharacter(contentRules, { ...aDraft(), ...fields })
      return checked.ok && checked.value.definitionPublic
    }
    assert.isFalse(imported({}))
    assert.isFalse(imported({ definitionPublic: null }))
    assert.isTrue(imported({ definitionPublic: true }))
    assert.isTrue(valueOf({}).definitionPublic)
    assert.isFalse(valueOf({}).allowForks)
  })

  test('keeps stored parts that an edit doesn’t send', ({ assert }) => {
    const stored = valueOf(everyPart)
    const edited = checkEditedCharacter(contentRules, { name: 'New' }, stored)
    assert.deepEqual(edited.ok && edited.value, { ...stored, name: 'New' })
    const switched = checkEditedCharacter(contentRules, { allowForks: null, definitionPublic: null }, stored)
    assert.deepEqual(switched.ok && switched.value, stored)
  })
})

test.group('Pictures in use', () => {
  test('include assets of other users’ characters', async ({ assert }) => {
    const db = await database()
    const gallery = await app.container.make(Gallery)
    const [used, own, gone] = Array.from({ length: 3 }, () => randomBytes(32).toString('hex')) as [
      string,
      string,
      string,
    ]
    const [other, user] = [newId(), newId()]
    for (const [hash, created_by, deleted_at] of [
      [used, other, null],
      [own, user, null],
      [gone, other, '2026-01-02T00:00:00Z'],
    ] as const) {
      const [id] = await putCharacters([{ created_by, deleted_at }])
      const assets = [asset, { ...asset, address: `/pictures/uploads/${hash}.webp` }]
      await db.transaction((trx) => saveParts(id!, { ...toPartsRow(blankParts), assets }, trx))
    }
    const found = await db.transaction((trx) => gallery.picturesInUse([used, own, gone], user, trx))
    assert.deepEqual(found, [used])
  })
})

const setUp = async () => {
  const { url } = await sharedServer()
  const author = await new Client(url).register()
  const make = async (fields: Record<string, unknown> = {}) => {
    const { status, body, text } = await author.post('/api/characters', { ...aDraft(), ...fields })
    if (status !== 201) throw new Error(text)
    return body
  }
  return { author, make, register: () => new Client(url).register(), visitor: new Client(url) }
}

test.group('The parts of a character over HTTP', () => {
  test('are stored and returned as sent', async ({ assert }) => {
    const { author, make } = await setUp()
    const made = await make(everyPart)
    assert.deepInclude(made, everyPart)
    assert.deepEqual((await author.get(`/api/characters/${made.id}`)).body, made)
  })

  test('are blank in characters without them', async ({ assert }) => {
    const { make } = await setUp()
    const blank = Object.fromEntries(
      Object.entries(blankParts).map(([field, value]) => [field, value === '' ? null : value])
    )
    assert.deepInclude(await make(), blank)
  })

  test('stay as they are when an edit doesn’t send them, and null clears them', async ({ assert }) => {
    const { author, make } = await setUp()
    const made = await make(everyPart)
    const address = `/api/characters/${made.id}`
    const { body: renamed } = await author.put(address, { name: 'Mona' })
    assert.deepEqual(renamed, { ...made, name: 'Mona' })
    const nulls = Object.fromEntries(partFields.map((field) => [field, null]))
    const { body: cleared } = await author.put(address, nulls)
    const blank = Object.fromEntries(
      Object.entries(blankParts).map(([field, value]) => [field, value === '' ? null : value])
    )
    assert.deepEqual(cleared, { ...renamed, ...blank, allowForks: true, definitionPublic: false })
    const { body: again } = await author.put(address, { systemPrompt: 'Again.', allowForks: false })
    assert.deepEqual(again, { ...cleared, systemPrompt: 'Again.', allowForks: false })
  })

  test('can name the author’s own lorebooks, and no others', async ({ assert }) => {
    const { author, make, register } = await setUp()
    const made = await make()
    const other = await register()
    const [own, another] = await Promise.all(
      [author, other].map(async (owner) => (await owner.post('/api/lorebooks', { name: 'Harrow Point' })).body.id)
    )
    const { status, body } = await author.put(`/api/characters/${made.id}`, { lorebookIds: [own] })
    assert.equal(status, 200)
    assert.deepEqual(body.lorebookIds, [own])
    for (const unknown of [someId, another])
      for (const { status, body } of [
        await author.post('/api/characters', { ...aDraft(), lorebookIds: [own, unknown] }),
        await author.put(`/api/characters/${made.id}`, { lorebookIds: [own, unknown] }),
      ]) {
        assert.equal(status, 422)
        assert.deepInclude(body.errors[0], { field: 'lorebookIds', rule: 'unknown' })
      }
  })

  test('have the author’s own lorebooks until these are deleted', async ({ assert }) => {
    const { author, visitor, make } = await setUp()
    const book = async (by: typeof author, name: string): Promise<{ id: string }> =>
      (await by.post('/api/lorebooks', { name })).body
    const [sea, land, foreign] = await Promise.all([book(author, 'Sea'), book(author, 'Land'), book(visitor, 'Theirs')])
    const made = await make({ lorebookIds: [land.id, sea.id] })
    const address = `/api/characters/${made.id}`
    assert.deepEqual(made.lorebookIds, [land.id, sea.id])
    assert.equal((await author.put(address, { lorebookIds: [sea.id, foreign.id] })).status, 422)
    await author.put(address, { name: 'Mo the First' })
    const names = async (id: string) => {
      const { body } = await author.get(`/api/lorebooks/${id}`)
      return [body.usedBy.count, ...body.usedBy.characters.map(({ name }: { name: string }) => name)]
    }
    assert.deepEqual(await names(sea.id), [1, 'Mo the First'])
    const twins = await Promise.all(['D', 'B', 'C'].map((name) => make({ name, lorebookIds: [sea.id] })))
    assert.deepEqual(await names(sea.id), [4, 'B', 'C', 'D'])
    await author.delete(`/api/characters/${twins[0]!.id}`)
    assert.deepEqual(await names(sea.id), [3, 'B', 'C', 'Mo the First'])
    assert.deepEqual(await names(land.id), [1, 'Mo the First'])

    await author.delete(`/api/lorebooks/${land.id}`)
    assert.deepEqual((await author.get(address)).body.lorebookIds, [sea.id])
    assert.deepEqual((await author.get(`${address}?edit=true`)).body.lorebookIds, [sea.id])
    const { status, body } = await author.put(address, { lorebookIds: [sea.id], name: 'Mo' })
    assert.deepEqual([status, body.lorebookIds], [200, [sea.id]])
  })

  test('may have up to 8 MiB in an edit of a signed-in user', async ({ assert }) => {
    const { author, make, visitor } = await setUp()
    const made = await make()
    const address = `/api/characters/${made.id}`
    const greetings = Array.from({ length: 150 }, (_, n) => `${n} ${'x'.repeat(limits.firstMessageMax - 10)}`)
    const { status, body } = await author.put(address, { alternateGreetings: greetings })
    assert.equal(status, 200)
    assert.deepEqual(body.alternateGreetings, greetings)
    const tooLarge = { alternateGreetings: [...greetings, ...greetings] }
    assert.equal((await author.put(address, tooLarge)).status, 413)
    assert.equal((await visitor.put(address, { alternateGreetings: greetings })).status, 401)
    assert.equal((await author.post('/api/characters', { ...aDraft(), alternateGreetings: greetings })).status, 413)
  }).tags(longRun)
})
