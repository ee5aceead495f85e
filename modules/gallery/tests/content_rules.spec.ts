import { test } from '@japa/runner'
import * as contentRules from '#config/content_rules'
import {
  allCategories,
  blankParts,
  checkEditedCharacter,
  checkImportedCharacter,
  checkNewCharacter,
  isPictureAddress,
  limits,
  type CharacterDraft,
  type CheckedCharacter,
} from '../api.ts'
import { demoCharacter } from '../src/demo/demo_character.ts'
import { dice } from '#tests/support/dice'
import { aDraft } from './support.ts'

const stored = (): CharacterDraft => {
  const made = checkNewCharacter(contentRules, aDraft())
  if (!made.ok) throw new Error(JSON.stringify(made.failure))
  return made.value
}

/** Checks the same fields for each source. */
const checksBySource: Record<string, (fields: Record<string, unknown>) => CheckedCharacter> = {
  create: (fields) => checkNewCharacter(contentRules, { ...aDraft(), ...fields }),
  edit: (fields) => checkEditedCharacter(contentRules, fields, stored()),
  import: (fields) => checkImportedCharacter(contentRules, { ...aDraft(), ...fields }),
}

const valueOf = (checked: CheckedCharacter) => {
  if (!checked.ok) throw new Error(JSON.stringify(checked.failure))
  return checked.value
}
const problemsOf = (checked: CheckedCharacter) =>
  checked.ok ? [] : checked.failure.map(({ field, rule }) => `${field} ${rule}`)

const emoji = '🦊'

for (const [source, check] of Object.entries(checksBySource)) {
  test.group(`The rules for characters: ${source}`, () => {
    for (const word of contentRules.forbiddenWords)
      test(`finds ${word} anywhere in four fields, ignoring case`, ({ assert }) => {
        const hidden = `Some${word.toUpperCase()}where`
        for (const [field, value] of [
          ['description', hidden],
          ['backstory', `Born ${hidden}.`],
          ['personality', hidden],
          ['tags', ['Kind', hidden]],
        ] as const) {
          const checked = check({ [field]: value })
          assert.deepEqual(problemsOf(checked), [`${field} forbidden`])
          if (!checked.ok) {
            const found = contentRules.forbiddenWords.filter((forbidden) => word.includes(forbidden))
            const quoted = field === 'backstory' ? `Born ${hidden}.` : hidden
            const place = `${field}: “${quoted}”`
            assert.equal(checked.failure[0]!.message, `Characters cannot contain: ${found.join(', ')} (${place})`)
          }
        }
        assert.isTrue(check({ name: hidden, scenario: hidden, firstMessage: hidden, greeting: hidden }).ok)
      })

    for (const [field, max] of [
      ['name', limits.nameMax],
      ['description', limits.descriptionMax],
      ['personality', limits.personalityMax],
      ['scenario', limits.scenarioMax],
      ['firstMessage', limits.firstMessageMax],
      ['backstory', limits.backstoryMax],
    ] as const)
      test(`limits ${field} to ${max} code points`, ({ assert }) => {
        assert.equal(valueOf(check({ [field]: emoji.repeat(max) }))[field], emoji.repeat(max))
        assert.deepEqual(problemsOf(check({ [field]: emoji.repeat(max) + 'x' })), [`${field} maxLength`])
      })

    test('trims tags, removes blank and duplicate ones, and keeps the first spelling', ({ assert }) => {
      const { tags } = valueOf(
        check({ tags: ['  Kind ', 'kind', '', '\u200b', 'Slow\n\tburn', 'KIND', 'Élan', 'élan'] })
      )
      assert.deepEqual(tags, ['Kind', 'Slow burn', 'Élan'])
      const twenty = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
      assert.deepEqual(valueOf(check({ tags: [...twenty, ' TAG 3 '] })).tags, twenty)
      assert.deepEqual(problemsOf(check({ tags: [...twenty, 'one more'] })), ['tags maxLength'])
      assert.deepEqual(valueOf(check({ tags: [emoji.repeat(40)] })).tags, [emoji.repeat(40)])
      assert.deepEqual(problemsOf(check({ tags: [`${emoji.repeat(40)}x`] })), ['tags maxLength'])
    })

    test('removes the mark of adult chips from names and tags', ({ assert }) => {
      const { name, tags } = valueOf(check({ name: 'A\u001fB', tags: ['\u001fsecret'] }))
      assert.deepEqual([name, tags], ['A B', ['secret']])
    })

    test('accepts the categories of both forms, ignoring case, and makes Limitless adult', ({ assert }) => {
      for (const category of allCategories(contentRules)) {
        const draft = valueOf(check({ category: ` ${category.toUpperCase()} `, isNsfw: false }))
        assert.equal(draft.category, category)
        assert.equal(draft.isNsfw, category === 'Limitless')
      }
      assert.deepEqual(allCategories(contentRules), [
        'General',
        'Anime',
        'Fantasy',
        'Romance',
        'Adventure',
        'Sci-Fi',
        'Mystery',
        'Limitless',
        'Comedy',
        'Drama',
      ])
    })

    for (const [field, bad] of [
      ['name', 7],
      ['description', ['a']],
      ['backstory', {}],
      ['personality', true],
      ['scenario', 1],
      ['firstMessage', {}],
      ['avatar', 5],
      ['background', []],
      ['category', 3],
      ['tags', 'one, two'],
      ['tags', ['one', 2]],
      ['tags', { 0: 'one' }],
      ['isNsfw', 'true'],
      ['isPublic', 1],
      ['name', 'half \ud800'],
      ['scenario', 'nul \u0000'],
      ['tags', ['half \udc00']],
    ] as const)
      test(`refuses ${JSON.stringify(bad)} as ${field}`, ({ assert }) => {
        assert.deepEqual(problemsOf(check({ [field]: bad })), [`${field} type`])
      })

    test('refuses other picture addresses than http, https and own pictures', ({ assert }) => {
      for (const field of ['avatar', 'background'])
        for (const address of [
          'javascript:alert(1)',
          'data:image/png;base64,AAAA',
          '//evil.test/a.png',
          'pictures/a.png',
        ])
          assert.deepEqual(problemsOf(check({ [field]: address })), [`${field} address`])
    })

    test('ignores fields that authors can’t set', ({ assert }) => {
      const draft = valueOf(check({ likes: 99, createdBy: 'me', id: 'x', popularity: 7, deletedAt: 1 }))
      assert.sameMembers(Object.keys(draft), Object.keys(stored()))
    })

    for (const nothing of [null, undefined, 7, 'a character', [], [aDraft()]])
      test(`refuses ${JSON.stringify(nothing)} as a character`, ({ assert }) => {
        const checked = {
          create: () => checkNewCharacter(contentRules, nothing),
          edit: () => checkEditedCharacter(contentRules, nothing, stored()),
          import: () => checkImportedCharacter(contentRules, nothing),
        }[source]!()
        assert.deepEqual(problemsOf(checked), ['character type'])
      })
  })
}

test.group('A new character', () => {
  test('requires five fields and reports each with the same message', ({ assert }) => {
    const checked = checkNewCharacter(contentRules, { name: ' \u200b ', description: '', backstory: null })
    assert.deepEqual(problemsOf(checked), [
      'name required',
      'description required',
      'backstory required',
      'personality required',
      'avatar required',
    ])
    if (!checked.ok)
      for (const { message } of checked.failure)
        assert.equal(message, 'Please fill in all required fields including avatar')
  })

  test('gets the defaults, and the avatar as its background', ({ assert }) => {
    const { name, description, backstory, personality, avatar } = aDraft()
    const draft = valueOf(
      checkNewCharacter(contentRules, { name, description, backstory, personality, avatar, category: '' })
    )
    assert.deepInclude(draft, { category: 'General', isPublic: true, isNsfw: false, background: avatar, tags: [] })
    const background = 'https://pictures.example.test/b.png'
    assert.equal(valueOf(checkNewCharacter(contentRules, { ...aDraft(), background })).background, background)
    assert.equal(valueOf(checkNewCharacter(contentRules, { ...aDraft(), background: ' ' })).background, avatar)
  })

  test('reports missing fields first, then forbidden words, then the rest', ({ assert }) => {
    const sent = { ...aDraft(), name: '', backstory: 'gory', scenario: 'x'.repeat(50_001) }
    assert.deepEqual(problemsOf(checkNewCharacter(contentRules, sent)), [
      'name required',
      'backstory forbidden',
      'scenario maxLength',
    ])
  })

  test('refuses an unknown category', ({ assert }) => {
    assert.deepEqual(problemsOf(checksBySource.create!({ category: 'Cooking' })), ['category category'])
  })
})

test.group('An edit', () => {
  test('requires name and description, and may clear the rest', ({ assert }) => {
    const edit = (fields: unknown) => checkEditedCharacter(contentRules, fields, stored())
    assert.deepEqual(valueOf(edit({})), stored())
    const checked = edit({ name: ' ', description: null, backstory: '', personality: '' })
    assert.deepEqual(problemsOf(checked), ['name required', 'description required'])
    if (!checked.ok) assert.equal(checked.failure[0]!.message, 'Please fill in at least the name and description')
    const emptied = valueOf(edit({ backstory: '', personality: null, avatar: null, background: null, tags: null }))
    assert.deepInclude(emptied, { backstory: '', personality: '', avatar: null, background: null, tags: [] })
  })

  test('keeps a category that is no longer offered, but refuses a new use', ({ assert }) => {
    const old = { ...stored(), category: 'Western' }
    assert.equal(valueOf(checkEditedCharacter(contentRules, { category: 'Western' }, old)).category, 'Western')
    assert.equal(valueOf(checkEditedCharacter(contentRules, { name: 'New' }, old)).category, 'Western')
    assert.deepEqual(problemsOf(checkEditedCharacter(contentRules, { category: 'Noir' }, old)), ['category category'])
  })

  test('keeps Limitless adult', ({ assert }) => {
    const adult = valueOf(checkEditedCharacter(contentRules, { category: 'limitless' }, stored()))
    assert.isTrue(valueOf(checkEditedCharacter(contentRules, { isNsfw: false }, adult)).isNsfw)
    assert.isTrue(valueOf(checkEditedCharacter(contentRules, { category: 'Anime' }, adult)).isNsfw)
    assert.isFalse(valueOf(checkEditedCharacter(contentRules, { category: 'Anime', isNsfw: false }, adult)).isNsfw)
  })
})

test.group('An imported entry', () => {
  const entry = (fields: Record<string, unknown> = {}) => ({
    name: 'Mo',
    greeting: 'Hello.',
    backstory: 'Mo was born at sea. Nobody knows when.',
    personality: 'Calm.',
    tags: ['Sea'],
    scenario: 'A pier.',
    category: 'Adventure',
    ...fields,
  })
  const imported = (fields: Record<string, unknown> = {}) =>
    valueOf(checkImportedCharacter(contentRules, entry(fields)))

  test('may omit avatar, description and first message', ({ assert }) => {
    assert.deepInclude(imported(), {
      description: 'Mo was born at sea.',
      firstMessage: 'Hello.',
      greeting: 'Hello.',
      avatar: null,
      background: null,
      isNsfw: false,
      isPublic: true,
    })
    assert.deepInclude(imported({ description: 'Mine.', firstMessage: 'Hey.', isNsfw: true, isPublic: false }), {
      description: 'Mine.',
      firstMessage: 'Hey.',
      greeting: 'Hello.',
      isNsfw: true,
      isPublic: false,
    })
    assert.isAtMost([...imported({ backstory: 'endless '.repeat(1_900) }).description].length, limits.descriptionMax)
  })

  test('keeps the focus of its avatar', ({ assert }) => {
    const avatarFocus = { x: 0.5, y: 0.25 }
    const avatar = 'https://pictures.example.test/mo.png'
    assert.deepEqual(imported({ avatar, avatarFocus }).avatarFocus, avatarFocus)
    assert.isNull(imported({ avatarFocus }).avatarFocus)
  })

  test('accepts a forbidden word in a tag that was an unknown category, now and in later edits', ({ assert }) => {
    const imported = valueOf(
      checkImportedCharacter(contentRules, { ...aDraft(), tags: [], category: 'Weird Category' })
    )
    assert.deepEqual(imported.tags, ['Weird Category'])
    const edited = checkEditedCharacter(contentRules, { description: 'New.', tags: ['Weird Category'] }, imported)
    assert.deepEqual(valueOf(edited).tags, ['Weird Category'])
    const written = checkImportedCharacter(contentRules, {
      ...aDraft(),
      tags: ['Weird Category'],
      category: 'Weird Category',
    })
    assert.deepEqual(problemsOf(written), ['tags forbidden'])
    const added = checkEditedCharacter(contentRules, { tags: ['Weird Category', 'Gory'] }, imported)
    assert.deepEqual(problemsOf(added), ['tags forbidden'])
  })

  test('quotes the text around a forbidden word', ({ assert }) => {
    const backstory = `${'A long story. '.repeat(50)}Then came vore, ${'and more. '.repeat(50)}`
    const checked = checkNewCharacter(contentRules, { ...aDraft(), backstory })
    assert.equal(
      checked.ok || checked.failure[0]!.message,
      'Characters cannot contain: vore (backstory: “…tory. A long story. Then came vore, and more. and more. and…”)'
    )
  })

  test('turns an unknown category into a tag', ({ assert }) => {
    assert.deepInclude(imported({ category: 'Furry' }), { category: 'General', tags: ['Sea', 'Furry'] })
    assert.deepInclude(imported({ category: 'sea' }), { category: 'General', tags: ['Sea'] })
    assert.deepInclude(imported({ category: 'Furry', tags: undefined }), { category: 'General', tags: ['Furry'] })
    assert.deepInclude(imported({ category: undefined }), { category: 'General', tags: ['Sea'] })
    assert.deepInclude(imported({ category: 'limitless' }), { category: 'Limitless', isNsfw: true })
  })

  test('is refused without name, backstory or personality', ({ assert }) => {
    for (const field of ['name', 'backstory', 'personality'])
      assert.deepEqual(problemsOf(checkImportedCharacter(contentRules, entry({ [field]: ' ' }))), [`${field} required`])
  })
})

test.group('Picture addresses', () => {
  for (const good of [
    'https://pictures.example.test/a.png?x=1#y',
    'http://localhost:3000/a.png',
    'HTTPS://example.test',
    '/pictures/builtin/wenna-avatar-0123456789ab.webp',
    '/pictures/made/abc.webp?w=96',
  ])
    test(`accepts ${good}`, ({ assert }) => assert.isTrue(isPictureAddress(good)))

  for (const bad of [
    'ftp://example.test/a.png',
    'file:///etc/passwd',
    'https://',
    'https:///a.png',
    'https://exa mple.test/a.png',
    'https://example.test/"onerror="x',
    'https://example.test/\u0000',
    'https://example.test/\ud800',
    `https://example.test/${'a'.repeat(limits.pictureAddressMax)}`,
    '/pictures/../api/logout',
    '/pictures//evil.test',
    '/api/logout',
    '\\\\evil.test\\a.png',
    'blob:https://example.test/1',
    'vbscript:x',
  ])
    test(`refuses ${JSON.stringify(bad.slice(0, 60))}`, ({ assert }) => assert.isFalse(isPictureAddress(bad)))
})

test.group('Demo characters', () => {
  test('follow the rules', ({ assert }) => {
    const random = dice(7)
    for (let n = 0; n < 2_000; n++) {
      const { draft } = demoCharacter(random)
      const whole = { ...blankParts, ...draft, definitionPublic: false }
      assert.deepEqual(valueOf(checkImportedCharacter(contentRules, draft)), whole)
    }
  })
})
