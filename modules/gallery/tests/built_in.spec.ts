import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import * as contentRules from '#config/content_rules'
import { Accounts } from '#modules/accounts/index'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { codePoints, isStorable } from '#modules/kernel/text'
import type { Jobs } from '#modules/jobs/index'
import { activate, emptyState, Lore, type LoreBook } from '#modules/lore/index'
import { parseLines, requiredKinds } from '#plugins/model-local/index'
import { createDatabase } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'
import { checkImportedCharacter, chips, furtherChips, limits, pictureWidths } from '../api.ts'
import {
  contentFolder,
  readBuiltIn,
  readBuiltInSet,
  readVoices,
  startersFor,
  slugsOf,
  type BuiltInCharacter,
} from '../src/built_in/content.ts'
import { readBuiltInPicture } from '../src/built_in/pictures.ts'
import { BuiltInImports } from '../index.ts'
import { ImportFifty, importFiftyKind } from '../src/actions/import_fifty.ts'
import { SeedBuiltIn } from '../src/actions/seed_built_in.ts'
import { moods } from '../src/domain/moods.ts'
import { allCategories, isPictureAddress, isPictureFocus } from '../src/domain/character_rules.ts'
import { database, putCharacters } from './support.ts'

const eight = readBuiltInSet('eight')
const fifty = readBuiltInSet('fifty')

/** Reads width and height from the header of a lossy WebP file. */
const sizeOf = (webp: Buffer) => {
  const at = webp.indexOf('VP8 ') + 14
  return [webp.readUInt16LE(at) & 0x3fff, webp.readUInt16LE(at + 2) & 0x3fff]
}

const words = (text: string) => text.split(/\s+/).length

const seeding = async (connection: Database, jobs: Pick<Jobs, 'enqueue'> | null = null) =>
  new SeedBuiltIn(connection, await app.container.make(Accounts), await app.container.make(Lore), jobs as Jobs, {
    importsFifty: jobs !== null,
  })

const connectTo = async (connectionString: string) => {
  const db = await database()
  const name = `seeding_${randomUUID().slice(0, 8)}`
  const { config } = db.manager.get('postgres')!
  db.manager.add(name, { ...config, connection: { connectionString } } as typeof config)
  return { db, name, close: () => db.manager.close(name, true) }
}

let migrated: Promise<string> | null = null

/** Creates a database with all tables and no characters, without connections. */
const migrate = async (): Promise<string> => {
  const url = await createDatabase()
  const { db, name, close } = await connectTo(url)
  const runner = new MigrationRunner(db, app, { direction: 'up', connectionName: name })
  await runner.run()
  if (runner.error) throw runner.error
  await close()
  return url
}

/** Opens a connection to a new database with all tables and no characters. */
const emptyGallery = async () => {
  const { db, name, close } = await connectTo(await createDatabase(await (migrated ??= migrate())))
  return { connection: db.connection(name) as unknown as Database, close }
}

interface Sizes {
  backstory: readonly [number, number]
  firstMessage: readonly [number, number]
  tags: readonly [number, number]
}

const entriesOf = ({ lorebook }: BuiltInCharacter) => lorebook?.entries ?? []

/** Asserts the rules for every built-in character. Sizes of texts are in words. */
const assertKeepsRules = (assert: Assert, one: BuiltInCharacter, sizes: Sizes) => {
  const texts = [
    one.name,
    one.description,
    one.category,
    one.personality,
    one.backstory,
    one.scenario,
    one.firstMessage,
    one.exampleDialogue,
    ...one.alternateGreetings,
    ...entriesOf(one).flatMap(({ name, keys, content }) => [name, ...keys, content]),
    ...one.tags,
  ]
  for (const text of texts) {
    assert.isTrue(isStorable(text))
    for (const word of contentRules.forbiddenWords) assert.notInclude(text.toLowerCase(), word)
    for (const [macro] of text.matchAll(/{{.*?}}/g)) assert.oneOf(macro, ['{{user}}', '{{char}}'])
  }
  assert.isTrue(checkImportedCharacter(contentRules, one).ok)
  assert.isAtMost(codePoints(one.name), limits.nameMax)
  assert.isAtMost(codePoints(one.description), limits.descriptionMax)
  for (const field of ['backstory', 'firstMessage'] as const) {
    const [least, most] = sizes[field]
    const count = words(one[field])
    assert.isTrue(count >= least && count <= most, `${field}: ${count} words`)
  }
  assert.isTrue(one.tags.length >= sizes.tags[0] && one.tags.length <= sizes.tags[1])
  assert.lengthOf(new Set(one.tags.map((tag) => tag.toLowerCase())), one.tags.length)
  for (const greeting of [one.firstMessage, ...one.alternateGreetings]) {
    assert.include(greeting, '{{user}}')
    assertActs(assert, greeting)
  }
  assert.isTrue(one.alternateGreetings.length === 1 || one.alternateGreetings.length === 2)
  for (const greeting of one.alternateGreetings)
    assert.isTrue(words(greeting) >= 60 && words(greeting) <= 160, `${words(greeting)} words: ${greeting.slice(0, 40)}`)
  assertIsDialogue(assert, one.exampleDialogue)
  if (one.lorebook) assertFires(assert, one.lorebook)
}

/** Asserts that the text has actions, all between asterisks. */
const assertActs = (assert: Assert, text: string) => {
  assert.match(text, /\*[^*]+\*/)
  assert.lengthOf(text.match(/\*/g)!, 2 * text.match(/\*[^*]+\*/g)!.length)
}

/** Asserts two or three exchanges, in which the user speaks first and the character last. */
const assertIsDialogue = (assert: Assert, text: string) => {
  const [before, ...exchanges] = text.split('<START>\n')
  assert.equal(before, '')
  assert.isTrue(exchanges.length === 2 || exchanges.length === 3)
  for (const exchange of exchanges) {
    const speakers = exchange.match(/^{{(user|char)}}: (?=\S)/gm)!
    assert.isTrue(exchange.startsWith('{{user}}: '), exchange)
    assert.deepEqual(
      speakers,
      speakers.map((_, n) => (n % 2 === 0 ? '{{user}}: ' : '{{char}}: ')),
      exchange
    )
    assert.equal(speakers.length % 2, 0, exchange)
  }
  assertActs(assert, text)
}

/** Asserts that the engine finds each entry by its keys, and none for a text without a key. */
const assertFires = (assert: Assert, { book, entries }: NonNullable<BuiltInCharacter['lorebook']>) => {
  assert.isTrue(book.name.length > 0 && book.description.length > 0)
  assert.isTrue(entries.length >= 3 && entries.length <= 8)
  assert.lengthOf(new Set(entries.map(({ name }) => name)), entries.length)
  const lore: LoreBook = {
    ...book,
    id: book.name,
    origin: 'character',
    entries: entries.map((entry) => ({ ...entry, id: entry.name })),
  }
  const usedBy = (text: string) =>
    activate({
      books: [lore],
      messages: [{ name: 'Robin', text, isAnswer: false }],
      state: emptyState,
      budget: { tokens: 10_000, countTokens: words },
      seed: { chat: 'a chat', message: 'a message' },
    }).used.map(({ entryId }) => entryId)
  assert.deepEqual(usedBy('It’s late. What do you think?'), [])
  for (const { name, keys, content, order, position, enabled, useRegex } of entries) {
    assert.isTrue(words(content) >= 30 && words(content) <= 80, `${name}: ${words(content)} words`)
    assert.deepEqual([position, enabled, useRegex], ['before_char', true, false], name)
    assert.isAbove(order, 0, name)
    assert.isAbove(keys.length, 0, name)
    for (const key of keys) assert.include(usedBy(`Tell me about ${key}, please… or not.`), name, key)
  }
}

test.group('The built-in eight', () => {
  test('have a category of their own each, and none is adult', ({ assert }) => {
    assert.lengthOf(eight, 8)
    for (const field of ['name', 'category'] as const)
      assert.lengthOf(new Set(eight.map((one) => one[field])), 8, field)
    assert.notInclude(
      eight.map(({ category }) => category),
      'Limitless'
    )
  })

  for (const slug of slugsOf('eight')) {
    const one = readBuiltIn(slug)
    test(`${one.name} keeps to the content rules and the sizes`, ({ assert }) => {
      assertKeepsRules(assert, one, { backstory: [300, 600], firstMessage: [60, 150], tags: [4, 8] })
    })

    test(`${one.name} has two pictures in every width, also by old addresses`, async ({ assert }) => {
      for (const kind of ['avatar', 'background']) {
        const address = kind === 'avatar' ? one.avatar : one.background
        assert.match(address, new RegExp(`^/pictures/builtin/${slug}-${kind}-[0-9a-f]{12}\\.webp$`))
        for (const width of pictureWidths) {
          const { webp, lasting } = (await readBuiltInPicture(address, width))!
          assert.isTrue(lasting)
          assert.deepEqual(sizeOf(webp), [width, kind === 'avatar' ? width : Math.round((width * 9) / 16)])
        }
        for (const earlier of [`${slug}-${kind}.webp`, `${slug}-${kind}-000000000000.webp`])
          assert.isFalse((await readBuiltInPicture(`/pictures/builtin/${earlier}`))!.lasting)
      }
    })
  }
})

test.group('The built-in fifty', () => {
  test('cover every category but the adult one, with unique names', ({ assert }) => {
    assert.lengthOf(fifty, 50)
    const names = [...fifty, ...eight].map(({ name }) => name.toLowerCase())
    assert.lengthOf(new Set(names), 58)
    assert.lengthOf(new Set([...slugsOf('fifty'), ...slugsOf('eight')]), 58)
    const categories = allCategories(contentRules).filter((category) => category !== contentRules.adultCategory)
    assert.sameMembers([...new Set(fifty.map(({ category }) => category))], categories)
  })

  test('begin each text differently', ({ assert }) => {
    const all = [...fifty, ...eight]
    const textsOf = {
      description: all.map(({ description }) => description),
      personality: all.map(({ personality }) => personality),
      scenario: all.map(({ scenario }) => scenario),
      greeting: all.flatMap(({ firstMessage, alternateGreetings }) => [firstMessage, ...alternateGreetings]),
      example: all.map(({ exampleDialogue }) => exampleDialogue.replace('<START>\n{{user}}: ', '')),
    }
    for (const [field, texts] of Object.entries(textsOf)) {
      const beginnings = texts.map((text) => text.toLowerCase().split(/\s+/).slice(0, 3).join(' '))
      const twice = beginnings.filter((beginning, index) => beginnings.indexOf(beginning) !== index)
      assert.deepEqual(twice, [], field)
    }
  })

  for (const one of fifty)
    test(`${one.name} keeps to the content rules and the sizes`, ({ assert }) => {
      assertKeepsRules(assert, one, { backstory: [150, 300], firstMessage: [80, 160], tags: [3, 7] })
    })

  test('have a portrait and a place in every width, by the addresses that earlier releases stored', async ({
    assert,
  }) => {
    const pictures = new Set<string>()
    for (const { avatar, background } of fifty) {
      assert.match(avatar, /^\/pictures\/drawn\/1[0-9a-z]{19}\.svg$/)
      assert.equal(background, avatar.replace('.svg', '-place.svg'))
      for (const address of [avatar, background]) {
        assert.isTrue(isPictureAddress(address))
        for (const width of pictureWidths) {
          const { webp, lasting } = (await readBuiltInPicture(address, width))!
          assert.isTrue(lasting)
          const wide = address === avatar ? Math.min(width, 1229) : width
          assert.deepEqual(sizeOf(webp), [wide, Math.round(address === avatar ? wide * 1.25 : (wide * 9) / 16)])
          pictures.add(webp.toString('base64'))
        }
      }
    }
    assert.lengthOf([...pictures], 100 * pictureWidths.length)
    assert.isNull(await readBuiltInPicture('/pictures/drawn/100000aaaaaaaaaaaaaa.svg'))
  })
})

test.group('Built-in content', () => {
  test('has at most 8 MB of pictures', async ({ assert }) => {
    const pictures = (await readdir(contentFolder, { recursive: true })).filter((file) => file.endsWith('.webp'))
    assert.lengthOf(pictures, 58 * 2 * pictureWidths.length)
    const sizes = await Promise.all(pictures.map(async (file) => (await stat(new URL(file, contentFolder))).size))
    assert.isAtMost(
      sizes.reduce((total, size) => total + size),
      8_000_000
    )
  })

  test('has a character for each chip but Limitless, and a shelf for each mood', ({ assert }) => {
    const countOf = (chip: string) =>
      [...eight, ...fifty].filter(({ category, tags }) =>
        [category, ...tags].some((one) => one.toLowerCase() === chip.toLowerCase())
      ).length
    const allChips = [...chips, ...furtherChips]
    for (const { label, value } of allChips)
      if (value !== '' && value !== 'Limitless') assert.isAtLeast(countOf(value), 1, label)
    for (const { title, chip } of moods) assert.isAtLeast(countOf(chip), limits.shelfMin, title)
    const categories = allCategories(contentRules).filter(
      (category) => !allChips.some(({ value }) => value === category)
    )
    assert.deepEqual(categories, [])
  })

  test('has a lorebook for each of twenty characters', ({ assert }) => {
    const books = [...eight, ...fifty].flatMap(({ lorebook }) => lorebook ?? [])
    assert.lengthOf(books, 20)
    assert.lengthOf(new Set(books.map(({ book }) => book.name)), 20)
  })

  test('has a valid V3 card in each of the 58 folders', async ({ assert }) => {
    const folders = (await readdir(contentFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
    assert.sameMembers(
      folders.map(({ name }) => name),
      [...slugsOf('eight'), ...slugsOf('fifty')]
    )
    for (const { name: slug } of folders) {
      const card = JSON.parse(await readFile(new URL(`${slug}/card.json`, contentFolder), 'utf8'))
      assert.include(card, { spec: 'chara_card_v3', spec_version: '3.0' }, slug)
      assert.sameMembers(Object.keys(card), ['spec', 'spec_version', 'data'], slug)
      const { data } = card
      for (const field of [
        'name',
        'description',
        'personality',
        'scenario',
        'first_mes',
        'mes_example',
        'creator_notes',
        'system_prompt',
        'post_history_instructions',
        'creator',
        'character_version',
      ])
        assert.isString(data[field], `${slug} ${field}`)
      for (const field of ['tags', 'alternate_greetings', 'group_only_greetings'])
        assert.isArray(data[field], `${slug} ${field}`)
      if (data.character_book) {
        assert.isObject(data.character_book.extensions, slug)
        for (const entry of data.character_book.entries) {
          assert.isArray(entry.keys, slug)
          assert.isString(entry.content, slug)
          assert.isObject(entry.extensions, slug)
          assert.isBoolean(entry.enabled, slug)
          assert.isNumber(entry.insertion_order, slug)
          assert.isBoolean(entry.use_regex, slug)
        }
      }
      assert.isString(data.extensions.facet.category, slug)
      assert.isTrue(isPictureFocus(data.extensions.facet.avatarFocus), slug)
    }
  })
})

/** Asserts that a stored built-in character has its greetings, its example dialogue and its lorebook, which its owner owns. */
const assertHasParts = async (
  assert: Assert,
  connection: Database,
  { id, name, owner }: { id: string; name: string; owner: string }
) => {
  const one = eight.find((character) => character.name === name)!
  const parts = await connection.from('character_parts').where({ character_id: id }).firstOrFail()
  assert.deepInclude(parts, { alternate_greetings: one.alternateGreetings, example_dialogue: one.exampleDialogue })
  assert.lengthOf(parts.lorebook_ids, one.lorebook ? 1 : 0, name)
  const books = await connection.from('lorebooks').whereIn('id', parts.lorebook_ids)
  assert.deepEqual(
    books.map(({ name: title, user_id, entry_count }) => [title, user_id, entry_count]),
    one.lorebook ? [[one.lorebook.book.name, owner, one.lorebook.entries.length]] : []
  )
}

const countedJobs = () => {
  const kinds: string[] = []
  return { kinds, enqueue: async ({ kind }: { kind: string }) => (kinds.push(kind), { id: kind }) }
}

test.group('Seeding', () => {
  test('fills an empty gallery once when several processes seed it', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const seed = await seeding(connection)
    const inserted = await Promise.all([seed.run(), seed.run(), seed.run(), seed.run()])
    assert.deepEqual(inserted.sort(), [0, 0, 0, 8])
    assert.equal(await seed.run(), 0)
    const rows = await connection.from('characters').select('*')
    assert.sameMembers(
      rows.map(({ name }) => name),
      eight.map(({ name }) => name)
    )
    assert.lengthOf(new Set(rows.map(({ created_by }) => created_by)), 1)
    const owner = await connection.from('users').where('id', rows[0].created_by).firstOrFail()
    assert.isNull(owner.password_hash)
    for (const { avatar } of rows) assert.isTrue((await readBuiltInPicture(avatar))!.lasting)
    for (const { id, name, created_by, version_number } of rows) {
      assert.equal(version_number, 1)
      await assertHasParts(assert, connection, { id, name, owner: created_by })
    }
    assert.lengthOf(await connection.from('lorebooks').select('id'), eight.filter(({ lorebook }) => lorebook).length)
    await close()
  }).tags(longRun)

  test('gives the eight of an earlier release their parts once, as a new version', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const seed = await seeding(connection)
    await seed.run()
    // Restores the state of an earlier release. One character has parts, and one name is also that of another owner's character.
    const edited = await connection.from('characters').where({ name: 'Ninety' }).firstOrFail()
    await connection.from('character_parts').whereNot('character_id', edited.id).delete()
    await connection
      .from('character_parts')
      .update({ example_dialogue: 'Mine.', alternate_greetings: [], lorebook_ids: [] })
    await connection.from('lorebooks').delete()
    const [other] = await putCharacters([{ name: 'Noor Zabelle' }], connection)

    await Promise.all([seed.run(), seed.run()])
    const rows = await connection.from('characters').whereNot('id', other!).select('*')
    assert.lengthOf(rows, 8)
    for (const { id, name, created_by, version_number } of rows) {
      if (id === edited.id) continue
      assert.equal(version_number, 2, name)
      await assertHasParts(assert, connection, { id, name, owner: created_by })
      const kept = await connection.from('character_versions').where({ character_id: id }).select('*')
      assert.lengthOf(kept, 1)
      assert.deepInclude(kept[0], { number: 1, alternate_greetings: [], example_dialogue: '' })
    }
    const parts = await connection.from('character_parts').where({ character_id: edited.id }).firstOrFail()
    assert.deepInclude(parts, { example_dialogue: 'Mine.', alternate_greetings: [], lorebook_ids: [] })
    const withBooks = eight.filter(({ name, lorebook }) => lorebook && name !== 'Ninety')
    assert.lengthOf(await connection.from('lorebooks').select('id'), withBooks.length)
    assert.isNull(await connection.from('character_parts').where({ character_id: other! }).first())
    await close()
  }).tags(longRun)

  test('replaces the address of an earlier built-in picture and leaves any other picture', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const seed = await seeding(connection)
    await seed.run()
    const set = (name: string, avatar: string) => connection.from('characters').where({ name }).update({ avatar })
    await set('Ninety', '/pictures/builtin/ninety-avatar-000000000000.svg')
    await set('Gerald of Ashby Moor', 'https://example.com/pictures/builtin/gerald-avatar.png')
    await seed.run()
    const rows = await connection.from('characters').select('name', 'avatar', 'background')
    const of = (name: string) => rows.find((row) => row.name === name)
    const { avatar, background } = readBuiltIn('ninety')
    assert.deepInclude(of('Ninety'), { avatar, background })
    assert.equal(of('Gerald of Ashby Moor').avatar, 'https://example.com/pictures/builtin/gerald-avatar.png')
    await close()
  })

  test('shows the eight on the landing page, and keeps those hidden that an admin hides', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const seed = await seeding(connection)
    await seed.run()
    const landing = async () =>
      (await connection.from('characters').where({ on_landing: true })).map(({ name }) => name as string)
    const names = eight.map(({ name }) => name)
    assert.sameMembers(await landing(), names)
    // Simulates a gallery of an earlier release, in which an admin then hid a character.
    await connection.from('characters').update({ on_landing: null })
    await connection.from('characters').where({ name: names[0] }).update({ on_landing: false })
    await putCharacters([{ name: names[1] }], connection)
    await seed.run()
    assert.sameMembers(await landing(), names.slice(1))
    await close()
  })

  test('gives built-in portraits without a focus theirs, and keeps what owners chose', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const seed = await seeding(connection)
    await seed.run()
    const set = (name: string, avatar_focus: object | null) =>
      connection.from('characters').where({ name }).update({ avatar_focus })
    await set('Ninety', null)
    await set('Gerald of Ashby Moor', { x: 0, y: 1 })
    const [kiln] = fifty
    const [id] = await putCharacters([{ name: kiln!.name }], connection)
    await connection.from('characters').where({ id }).update({ avatar: kiln!.avatar })
    await seed.run()
    const rows = await connection.from('characters').select('name', 'avatar_focus')
    const focusOf = (name: string) => rows.find((row) => row.name === name).avatar_focus
    for (const { name, avatarFocus } of [...eight, kiln!])
      assert.deepEqual(focusOf(name), name === 'Gerald of Ashby Moor' ? { x: 0, y: 1 } : avatarFocus, name)
    await close()
  })

  test('leaves a gallery that ever had a character', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const jobs = countedJobs()
    await putCharacters([{ deleted_at: '2026-01-01T00:00:00Z' }], connection)
    assert.equal(await (await seeding(connection, jobs)).run(), 0)
    assert.deepEqual(jobs.kinds, [])
    await close()
  })

  test('queues the fifty once, which follow people’s own and stay away after a deletion', async ({ assert }) => {
    const { connection, close } = await emptyGallery()
    const jobs = countedJobs()
    const seed = await seeding(connection, jobs)
    await seed.run()
    await seed.run()
    assert.deepEqual(jobs.kinds, [importFiftyKind])

    const [own] = await putCharacters([{ created_at: '2025-01-01T00:00:00.000Z' }], connection)
    const { container } = app
    const [accounts, imports] = [await container.make(Accounts), await container.make(BuiltInImports)]
    const builtIn = { builtInAccount: (trx?: TransactionClientContract) => accounts.builtInAccount(trx) }
    const importing = new ImportFifty(connection, builtIn as Accounts, imports)
    assert.equal(await importing.run(), 50)
    assert.equal(await importing.run(), 0)
    const rows = await connection.from('characters').orderBy('created_at', 'desc').orderBy('id', 'desc')
    assert.lengthOf(rows, 59)
    assert.equal(rows[8].id, own)
    assert.lengthOf(new Set(rows.filter(({ id }) => id !== own).map(({ created_by }) => created_by)), 1)
    const ids = rows.slice(9).map(({ id }) => id as string)
    assert.isTrue(ids.every((id) => id < own!))
    // Like the eight, the fifty are in the reversed order of their set.
    assert.deepEqual(
      rows.slice(9).map(({ name }) => name),
      fifty.map(({ name }) => name).reverse()
    )

    await connection.from('characters').whereIn('id', ids.slice(1)).delete()
    await connection.from('characters').where('id', ids[0]!).update({ deleted_at: new Date() })
    assert.equal(await importing.run(), 0)
    await close()
  })
})

test.group('Lines of built-in characters', () => {
  const voices = readVoices().map((voice) => ({ ...voice, lines: parseLines(voice.lines) }))
  const isOfEight = (name: string) => eight.some((one) => one.name === name)

  test('exist for every character, of each kind', ({ assert }) => {
    assert.lengthOf(voices, 58)
    for (const { name, lines } of voices) {
      const kinds = new Set(lines.map(({ kind }) => kind))
      assert.deepEqual(
        requiredKinds.filter((kind) => !kinds.has(kind)),
        [],
        name
      )
      assert.isAtLeast(lines.length, isOfEight(name) ? 40 : 20, name)
      assert.isAtMost(lines.length, isOfEight(name) ? 90 : 25, name)
      // Without keywords, a line answers every message of its kind.
      for (const kind of ['who', 'place', 'work', 'unknown', 'lost', 'chat', 'sad'] as const)
        assert.isTrue(
          lines.some((line) => line.kind === kind && line.keywords.length === 0),
          `${name}, ${kind}`
        )
    }
  })

  test('keep to the rules of texts', ({ assert }) => {
    for (const { name, lines } of voices) {
      assert.lengthOf(new Set(lines.map(({ text }) => text)), lines.length, name)
      for (const { text } of lines) {
        assert.isAtMost(text.length, 400, text)
        assert.isTrue(isStorable(text), text)
        assert.equal((text.match(/\*/g) ?? []).length % 2, 0, text)
        assert.notInclude(text, '—', text)
        assert.notMatch(text.replaceAll('{{user}}', ''), /[{}]/, text)
        // Users without a name are called by none.
        assert.notMatch(text.replace(/,? \{\{user\}\}(?=[,.!?])/g, ''), /(?<!^)\{\{/, text)
        for (const word of contentRules.forbiddenWords) assert.notInclude(text.toLowerCase(), word, text)
      }
    }
  })

  test('quote no text that only the model reads', ({ assert }) => {
    const runs = (text: string, length: number) => {
      const all = text.toLowerCase().match(/[\p{L}\d’']+/gu) ?? []
      return all.slice(length - 1).map((_, index) => all.slice(index, index + length).join(' '))
    }
    const cards = new Map([...eight, ...fifty].map((card) => [card.name, card]))
    for (const { name, lines } of voices) {
      const { personality, backstory, scenario } = cards.get(name)!
      const hidden = new Set(runs(`${backstory}\n${personality}\n${scenario}`, 8))
      const quoted = lines.filter(({ text }) => runs(text, 8).some((run) => hidden.has(run)))
      assert.deepEqual(
        quoted.map(({ text }) => text),
        [],
        name
      )
    }
  })
})

test.group('Starters of built-in characters', () => {
  test('are three short texts of the user, for the first message of the card alone', ({ assert }) => {
    const seen = new Set<string>()
    for (const character of [...eight, ...fifty]) {
      const starters = startersFor(character) ?? []
      assert.lengthOf(starters, 3, character.name)
      for (const text of starters) {
        assert.isAtMost(codePoints(text), 90, text)
        assert.equal((text.match(/\*/g) ?? []).length % 2, 0, text)
        assert.notMatch(text, /[{}]/, text)
        for (const word of contentRules.forbiddenWords) assert.notInclude(text.toLowerCase(), word, text)
        seen.add(text)
      }
      assert.isNull(startersFor({ ...character, firstMessage: 'Another scene.' }))
      assert.isNull(startersFor({ ...character, name: 'Somebody' }))
    }
    assert.isAbove(seen.size, 160)
  })
})
