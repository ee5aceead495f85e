import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { Hook } from '#modules/kernel/hook'
import { newId } from '#modules/kernel/ids'
import type { Gallery } from '../index.ts'
import { violatedConstraint } from '#modules/kernel/sql'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { limits } from '../api.ts'
import { DeleteCharacter } from '../src/actions/delete_character.ts'
import { deleteUserData } from '../src/actions/delete_user_data.ts'
import { PurgeDeletedCharacters } from '../src/actions/purge_deleted_characters.ts'
import { CharacterVersions } from '../src/queries/character_versions.ts'
import { aDraft, aViewer, database, newWord, putCharacters } from './support.ts'

let people: Promise<Client[]> | null = null

/** All tests have the same users, and their own characters. */
const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const [author, another, admin] = await (people ??= Promise.all([1, 2, 3].map(() => new Client(url).register())))
  await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin!.user.id])
  const make = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const { status, body, text } = await author!.post('/api/characters', { ...aDraft(), ...fields })
    if (status !== 201) throw new Error(text)
    return body.id
  }
  const edit = (id: string, fields: Record<string, unknown>) => author!.put(`/api/characters/${id}`, fields)
  const numbers = async (id: string) =>
    (await author!.get(`/api/characters/${id}/versions`)).body.map(({ number }: { number: number }) => number)
  return { author: author!, another: another!, admin: admin!, visitor: new Client(url), run, make, edit, numbers }
}

test.group('Versions of a character', () => {
  test('begin with the first one', async ({ assert }) => {
    const { author, make } = await setUp()
    const id = await make()
    const { createdAt } = (await author.get(`/api/characters/${id}`)).body
    const { status, body } = await author.get(`/api/characters/${id}/versions`)
    assert.equal(status, 200)
    assert.deepEqual(body, [{ number: 1, createdAt, isPresent: true }])
  })

  for (const [field, value] of [
    ['name', 'Mona'],
    ['nickname', 'Momo'],
    ['description', 'Mends sails.'],
    ['personality', 'Wild.'],
    ['backstory', 'Was born inland.'],
    ['scenario', 'A pier.'],
    ['firstMessage', 'Ahoy.'],
    ['greeting', 'Hi.'],
    ['alternateGreetings', ['Ahoy.']],
    ['groupGreetings', ['All.']],
    ['exampleDialogue', 'Mo: Hi.'],
    ['systemPrompt', 'Stay.'],
    ['postHistoryInstructions', 'Be brief.'],
    ['depthNote', { text: 'It rains.', depth: 4, role: 'system' }],
  ] as const)
    test(`get another one when ${field} changes, and none when it is saved again`, async ({ assert }) => {
      const { author, make, edit, numbers } = await setUp()
      const id = await make()
      const { body: before } = await author.get(`/api/characters/${id}`)
      assert.equal((await edit(id, { [field]: value })).status, 200)
      assert.deepEqual(await numbers(id), [2, 1])
      assert.equal((await edit(id, { [field]: value })).status, 200)
      assert.deepEqual(await numbers(id), [2, 1])
      const first = (await author.get(`/api/characters/${id}/versions/1`)).body
      const second = (await author.get(`/api/characters/${id}/versions/2`)).body
      assert.deepEqual(first.texts[field], before[field])
      assert.deepEqual(second.texts[field], value)
      assert.deepEqual([first.isPresent, second.isPresent], [false, true])
      for (const [other, text] of Object.entries(first.texts))
        if (other !== field) assert.deepEqual([text, second.texts[other]], [before[other], before[other]], other)
    })

  test('get none when something else changes', async ({ assert }) => {
    const { make, edit, numbers } = await setUp()
    const id = await make()
    const fields = {
      tags: ['Net'],
      category: 'Drama',
      avatar: 'https://pictures.example.test/other.png',
      isPublic: false,
      isNsfw: true,
      allowForks: true,
      definitionPublic: false,
      creatorNotes: 'Mine.',
      creatorName: 'Ann',
      version: '2',
      source: ['https://example.test/'],
      assets: [{ type: 'icon', name: 'main', address: 'https://pictures.example.test/icon.png' }],
    }
    assert.equal((await edit(id, fields)).status, 200)
    assert.deepEqual(await numbers(id), [1])
  })

  test('begin when the one before ends', async ({ assert }) => {
    const { author, make, edit, run } = await setUp()
    const id = await make()
    await edit(id, { name: 'Two' })
    await edit(id, { name: 'Three' })
    const { body } = await author.get(`/api/characters/${id}/versions`)
    const rows = await run('SELECT replaced_at FROM character_versions WHERE character_id = $1 ORDER BY number', [id])
    const { createdAt } = (await author.get(`/api/characters/${id}`)).body
    assert.deepEqual(
      body.map((version: { createdAt: string }) => version.createdAt),
      [rows[1].replaced_at.toISOString(), rows[0].replaced_at.toISOString(), createdAt]
    )
  })

  test('are made by admins’ changes of the first message, too', async ({ assert }) => {
    const { admin, make, numbers } = await setUp()
    const id = await make()
    const answer = await admin.put(`/api/admin/characters/${id}/first-message`, { firstMessage: 'By an admin.' })
    assert.equal(answer.status, 200)
    assert.deepEqual(await numbers(id), [2, 1])
  })

  test('of concurrent edits are complete', async ({ assert }) => {
    const { author, make, edit, numbers } = await setUp()
    const id = await make()
    const fields = ['scenario', 'greeting', 'systemPrompt', 'exampleDialogue', 'backstory']
    const answers = await Promise.all(fields.map((field) => edit(id, { [field]: `new ${field}` })))
    assert.isTrue(answers.every(({ status }) => status === 200))
    assert.deepEqual(await numbers(id), [6, 5, 4, 3, 2, 1])
    const { texts } = (await author.get(`/api/characters/${id}/versions/6`)).body
    for (const field of fields) assert.equal(texts[field], `new ${field}`)
    let changed = 0
    for (const number of [1, 2, 3, 4, 5]) {
      const earlier = (await author.get(`/api/characters/${id}/versions/${number}`)).body.texts
      const here = fields.filter((field) => earlier[field] === `new ${field}`).length
      assert.equal(here, changed++)
    }
  })

  test('never change in the database', async ({ assert }) => {
    const { make, edit, run } = await setUp()
    const id = await make()
    await edit(id, { name: 'Two' })
    const rewriting = run(`UPDATE character_versions SET name = 'Forged' WHERE character_id = $1`, [id])
    await assert.rejects(() => rewriting)
    await rewriting.catch((error) => assert.equal(violatedConstraint(error), 'character_versions_append_only'))
  })

  test('are for the owner and admins, and restored by the owner only', async ({ assert }) => {
    const { author, another, admin, visitor, make, edit } = await setUp()
    const id = await make({ allowForks: true })
    const secret = await make({ isPublic: false })
    await edit(id, { name: 'Two' })
    for (const [caller, read, restore, secretly] of [
      [author, 200, 200, 200],
      [admin, 200, 403, 200],
      [another, 403, 403, 404],
      [visitor, 401, 401, 401],
    ] as const) {
      assert.equal((await caller.get(`/api/characters/${id}/versions`)).status, read)
      assert.equal((await caller.get(`/api/characters/${id}/versions/1`)).status, read)
      assert.equal((await caller.post(`/api/characters/${id}/versions/1/restore`)).status, restore)
      assert.equal((await caller.get(`/api/characters/${secret}/versions`)).status, secretly)
    }
    for (const number of ['0', '4', '999999', '1000000', 'x', '-1', '1.5'])
      assert.equal((await author.get(`/api/characters/${id}/versions/${number}`)).status, 404, number)
    assert.equal((await author.post(`/api/characters/${id}/versions/9/restore`)).body.code, 'no_such_version')
    assert.equal((await author.get(`/api/characters/${newId()}/versions`)).status, 404)
  })
})

test.group('Restoring a version', () => {
  test('makes a new one with all its texts, and keeps everything else', async ({ assert }) => {
    const { author, make, edit, numbers } = await setUp()
    const first = {
      nickname: 'Momo',
      scenario: 'A pier.',
      alternateGreetings: ['Ahoy.'],
      systemPrompt: 'Stay.',
      depthNote: { text: 'It rains.', depth: 2, role: 'user' },
    }
    const id = await make({ ...first, creatorName: 'Ann' })
    const { body: before } = await author.get(`/api/characters/${id}`)
    const cleared = { nickname: null, scenario: '', alternateGreetings: null, systemPrompt: null, depthNote: null }
    await edit(id, { ...cleared, name: 'Mona', greeting: 'Hi.', tags: ['Net'], isPublic: false, creatorName: 'Bo' })
    const { status, body } = await author.post(`/api/characters/${id}/versions/1/restore`)
    assert.equal(status, 200)
    assert.deepEqual(body, { ...before, tags: ['Net'], isPublic: false, creatorName: 'Bo' })
    assert.deepEqual(await numbers(id), [3, 2, 1])
    const again = await author.post(`/api/characters/${id}/versions/3/restore`)
    assert.deepEqual([again.status, again.body], [200, body])
    assert.deepEqual(await numbers(id), [3, 2, 1])
  })

  test('checks the texts by the present rules', async ({ assert }) => {
    const { author, make, edit, run } = await setUp()
    const id = await make()
    await edit(id, { name: 'Two' })
    await run(
      `INSERT INTO character_versions SELECT character_id, 7, replaced_at, bytes, name, nickname, description, personality, 'Gory.', scenario,
         first_message, greeting, example_dialogue, system_prompt, post_history_instructions, alternate_greetings, group_greetings, depth_note
       FROM character_versions WHERE character_id = $1`,
      [id]
    )
    const { status, body } = await author.post(`/api/characters/${id}/versions/7/restore`)
    assert.deepEqual([status, body.code], [422, 'content_not_allowed'])
  })
})

test.group('Expressions of a version', () => {
  const asset = (type: string, name: string) => ({ type, name, address: `https://pictures.example.test/${name}.png` })
  const [icon, joy, sad] = [asset('icon', 'main'), asset('emotion', 'joy'), asset('x-risu-asset', 'sad')] as const

  test('make one when they change, and come back with it, beside the present other assets', async ({ assert }) => {
    const { author, make, edit, numbers } = await setUp()
    const assetsOf = async () => (await author.get(`/api/characters/${id}`)).body.assets
    const id = await make({ assets: [joy, sad] })
    assert.equal((await edit(id, { assets: [joy, icon, sad] })).status, 200)
    assert.deepEqual(await numbers(id), [1])
    assert.equal((await edit(id, { assets: [icon, { ...joy, isDefault: true }] })).status, 200)
    assert.deepEqual(await numbers(id), [2, 1])
    assert.equal((await edit(id, { name: 'Mona' })).status, 200)
    const restore = (number: number) => author.post(`/api/characters/${id}/versions/${number}/restore`)
    assert.equal((await restore(1)).status, 200)
    assert.deepEqual(await assetsOf(), [icon, joy, sad])
    assert.deepEqual(await numbers(id), [4, 3, 2, 1])
    assert.equal((await restore(3)).body.name, 'Mona')
    assert.deepEqual(await assetsOf(), [icon, { ...joy, isDefault: true }])
  })

  test('are the present ones for a version of the previous release', async ({ assert }) => {
    const { author, make, edit, run } = await setUp()
    const id = await make({ assets: [joy] })
    await edit(id, { name: 'Mona', assets: [sad] })
    await run(
      `INSERT INTO character_versions SELECT (jsonb_populate_record(earlier, '{"number": 7, "expressions": null}')).*
       FROM character_versions AS earlier WHERE character_id = $1`,
      [id]
    )
    const { body } = await author.post(`/api/characters/${id}/versions/7/restore`)
    assert.deepEqual([body.name, body.assets], [aDraft().name, [sad]])
  })

  test('count in the storage and in the limit of versions, with the most that a character may have', async ({
    assert,
  }) => {
    const { author, make, edit, run } = await setUp()
    const faces = Array.from({ length: 64 }, (_, n) => asset('emotion', `${n}`.padEnd(40, '_')))
    const id = await make({ assets: faces })
    await edit(id, { assets: [] })
    const [{ bytes, expressions }] = await run(
      'SELECT bytes, expressions FROM character_versions WHERE character_id = $1',
      [id]
    )
    assert.deepEqual(expressions, faces)
    assert.isAbove(bytes, 500)
    const exported = (await author.get('/api/user/export')).body.characterVersions
    assert.deepEqual(exported.find(({ characterId }: { characterId: string }) => characterId === id).expressions, faces)
    await run(
      `INSERT INTO character_versions SELECT (jsonb_populate_record(earlier, jsonb_build_object('number', n))).*
       FROM character_versions AS earlier, generate_series(10, ${limits.versionsMax + 7}) AS n WHERE character_id = $1 AND number = 1`,
      [id]
    )
    assert.equal((await edit(id, { assets: [joy] })).body.code, 'too_many_versions')
    assert.equal((await edit(id, { assets: [icon] })).status, 200)
  })
})

test.group('The limit of versions', () => {
  test('refuses changes of texts, and no others', async ({ assert }) => {
    const { make, edit, run } = await setUp()
    const id = await make()
    await edit(id, { name: 'Two' })
    const copy = (numbers: string, bytes: string) =>
      run(
        `INSERT INTO character_versions SELECT character_id, n, replaced_at, ${bytes}, name, nickname, description, personality, backstory, scenario,
           first_message, greeting, example_dialogue, system_prompt, post_history_instructions, alternate_greetings, group_greetings, depth_note
         FROM character_versions, ${numbers} AS n WHERE character_id = $1 AND number = 1`,
        [id]
      )
    await copy(`generate_series(10, ${limits.versionsMax + 6})`, 'bytes')
    assert.equal((await edit(id, { name: 'Still fits' })).status, 200)
    const refused = await edit(id, { name: 'One too many' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_versions'])
    assert.equal((await edit(id, { tags: ['Net'] })).status, 200)
    await run('DELETE FROM character_versions WHERE character_id = $1 AND number > 1', [id])
    assert.equal((await edit(id, { name: 'Fits again' })).status, 200)
    await run('DELETE FROM character_versions WHERE character_id = $1 AND number > 1', [id])
    await copy('generate_series(2, 2)', String(limits.versionsBytesMax))
    assert.equal((await edit(id, { name: 'Too large' })).status, 409)
  })
})

/** Creates a character with an earlier version and parts, and with a word in every text. */
const withHistory = async (fields: Record<string, unknown> = {}) => {
  const db = await database()
  const word = newWord()
  const texts = {
    name: word,
    description: word,
    backstory: word,
    personality: word,
    scenario: word,
    first_message: word,
  }
  const [id] = await putCharacters([{ ...texts, ...fields } as never])
  await db.rawQuery(
    `INSERT INTO character_parts (character_id, alternate_greetings, group_greetings, example_dialogue, system_prompt,
       post_history_instructions, creator_name, card_version, source, lorebook_ids, assets)
     VALUES (?, ARRAY[?], '{}', '', ?, '', ?, '', '{}', '{}', '[]')`,
    [id!, word, word, word]
  )
  /** Writes the word into all texts of a table, also into those of columns that are added later. */
  const fill = async (table: string, key: string) => {
    const { rows } = await db.rawQuery(
      `SELECT column_name AS name, udt_name = '_text' AS "isList" FROM information_schema.columns
       WHERE table_name = ? AND udt_name IN ('text', '_text') AND is_generated = 'NEVER' AND column_name <> 'review'`,
      [table]
    )
    const sets = rows.map(({ name, isList }: any) => `${name} = ${isList ? 'ARRAY[:word]' : ':word'}`)
    await db.rawQuery(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${key} = :id`, { word, id: id! })
  }
  await fill('character_parts', 'character_id')
  await db.rawQuery('INSERT INTO character_scripts VALUES (?, 1, ?::jsonb)', [id!, JSON.stringify([{ name: word }])])
  await fill('characters', 'id')
  await db.rawQuery(
    `INSERT INTO publication_reviews (user_id, character_id, state, causes, reason)
     SELECT created_by, id, 'refused', '{hate}', ? FROM characters WHERE id = ?`,
    [word, id!]
  )
  const traces = async () => {
    const counts: Record<string, number> = {}
    for (const table of [
      'characters',
      'character_parts',
      'character_scripts',
      'character_versions',
      'publication_reviews',
    ]) {
      const { rows } = await db.rawQuery(
        `SELECT count(*)::int AS count FROM ${table} AS line WHERE line::text LIKE '%' || ? || '%'`,
        [word]
      )
      if (rows[0].count > 0) counts[table] = rows[0].count
    }
    return counts
  }
  return { db, id: id!, traces }
}

test.group('Emptying versions', () => {
  for (const is_public of [true, false])
    test(`deleting the account removes those of a ${is_public ? 'public' : 'private'} character`, async ({
      assert,
    }) => {
      const created_by = newId()
      const { db, traces } = await withHistory({ is_public, created_by })
      assert.deepEqual(await traces(), {
        characters: 1,
        character_parts: 1,
        character_scripts: 1,
        character_versions: 1,
        publication_reviews: 1,
      })
      await db.transaction((trx) => deleteUserData(created_by, trx))
      assert.deepEqual(await traces(), {})
    })

  test('purging removes those of characters that were deleted long ago', async ({ assert }) => {
    const created_by = newId()
    const gallery = { charactersPurged: new Hook() } as unknown as Gallery
    const retention = { deletedDays: 30, promptDays: 0 }
    const purge = new PurgeDeletedCharacters(await database(), gallery, retention, systemTimers)
    const { db, id, traces } = await withHistory({ created_by })
    const whole = {
      characters: 1,
      character_parts: 1,
      character_scripts: 1,
      character_versions: 1,
      publication_reviews: 1,
    }
    await purge.run()
    assert.deepEqual(await traces(), whole)
    await new DeleteCharacter(db).run(id, aViewer({ id: created_by }))
    await purge.run()
    assert.deepEqual(await traces(), whole)
    await db.rawQuery(`UPDATE characters SET deleted_at = now() - INTERVAL '31 days' WHERE id = ?`, [id])
    assert.isAtLeast(await purge.run(), 1)
    assert.deepEqual(await traces(), {})
    const { rows } = await db.rawQuery('SELECT name, created_by, purged_at FROM characters WHERE id = ?', [id])
    assert.deepInclude(rows[0], { name: 'Deleted Character', created_by })
    assert.isNotNull(rows[0].purged_at)
    assert.equal(await purge.run(), 0)
  })

  test('a deleted character has no versions to read', async ({ assert }) => {
    const created_by = newId()
    const { db, id } = await withHistory({ created_by })
    const versions = new CharacterVersions(db)
    assert.lengthOf((await versions.list(id))!, 2)
    await new DeleteCharacter(db).run(id, aViewer({ id: created_by }))
    const { rows } = await db.rawQuery('SELECT * FROM gallery_sheet(?, ?, true, true, 1)', [id, created_by])
    assert.isEmpty(rows)
  })
})

test.group('The sheet of a version', () => {
  const sheetOf = async (id: string, version: number | null) => {
    const { rows } = await (
      await database()
    ).rawQuery('SELECT * FROM gallery_sheet(?::uuid, ?::uuid, false, false, ?::int)', [id, newId(), version])
    return rows[0]
  }

  test('has its texts, and the present settings of the character', async ({ assert }) => {
    const db = await database()
    const [id] = await putCharacters([{ name: 'First', first_message: 'One.' }])
    await db.rawQuery(`UPDATE characters SET name = 'Second', nickname = 'Two' WHERE id = ?`, [id!])
    assert.deepInclude((await sheetOf(id!, 1)).sheet, { version: 1, name: 'First', nickname: '', firstMessage: 'One.' })
    for (const version of [2, null, 7]) {
      const { sheet, version: number } = await sheetOf(id!, version)
      assert.deepInclude(sheet, { version: 2, name: 'Second', nickname: 'Two', firstMessage: 'One.' })
      assert.equal(number, 2)
    }
    await db.rawQuery('UPDATE characters SET is_nsfw = true WHERE id = ?', [id!])
    assert.equal((await sheetOf(id!, 1)).sight, 'adult_gate')
    await db.rawQuery('UPDATE characters SET is_public = false WHERE id = ?', [id!])
    assert.equal((await sheetOf(id!, 1)).sight, 'hidden')
    await db.rawQuery('UPDATE characters SET deleted_at = now() WHERE id = ?', [id!])
    assert.isUndefined(await sheetOf(id!, 1))
  })

  test('reads versions only for an earlier one', async ({ assert }) => {
    const db = await database()
    const [id] = await putCharacters([{ name: 'First' }])
    await db.rawQuery(`UPDATE characters SET name = 'Second' WHERE id = ?`, [id!])
    const pagesOf = (version: number) =>
      db.transaction(async (trx) => {
        await trx.rawQuery('SET LOCAL enable_seqscan = off')
        const { rows } = await trx.rawQuery(
          `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF, FORMAT JSON)
           SELECT sheet FROM gallery_sheet('${id}', '${newId()}', false, false, ${version})`
        )
        const nodes = [rows[0]['QUERY PLAN'][0].Plan]
        for (const node of nodes) nodes.push(...(node.Plans ?? []))
        const versions = nodes.find((node) => node['Relation Name'] === 'character_versions')
        assert.equal(versions['Node Type'], 'Index Scan')
        return versions['Shared Hit Blocks'] + versions['Shared Read Blocks']
      })
    assert.equal(await pagesOf(2), 0)
    assert.isAbove(await pagesOf(1), 0)
  })
})
