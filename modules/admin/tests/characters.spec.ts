import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { AdminCharacters, BuiltInImports, CharacterImports, type ReadEntry } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import { ActOnCharacters } from '../src/actions/act_on_characters.ts'
import { ImportForAdmin } from '../src/actions/import_for_admin.ts'
import type { AuditLog } from '../src/audit/audit_log.ts'
import { newWord, visitServer, withoutFifty } from './support.ts'

const path = '/api/admin/characters'
const generate = '/api/admin/generate-character-image'

/** Returns an admin with adult content off, an author, and a reader of a character's log entries. */
const setUp = async () => {
  const { run, admin, user: author, visitor, word } = await visitServer()
  const make = async (fields: Record<string, unknown> = {}) => {
    const { status, body, text } = await author.post('/api/characters', {
      name: `Mo ${word}`,
      description: 'Mends nets, and hearts.',
      backstory: 'Mo was born at sea.',
      personality: 'Calm.',
      firstMessage: 'Hello.',
      avatar: 'https://pictures.example.test/mo.png',
      ...fields,
    })
    if (status !== 201) throw new Error(`create: ${status} ${text}`)
    return body as { id: string; name: string }
  }
  const acts = (id: string) =>
    run('SELECT actor_id, kind, subject_name, before, after FROM admin_acts WHERE subject_id = $1 ORDER BY id', [id])
  const actsOf = (actorId: string) =>
    run('SELECT kind, subject_type, subject_name, before, after FROM admin_acts WHERE actor_id = $1 ORDER BY id', [
      actorId,
    ])
  return { admin, author, visitor, word, make, run, acts, actsOf }
}

const namesIn = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name)

test.group('All characters', () => {
  test('lists full texts for admins, including private and adult characters, newest first', async ({ assert }) => {
    const { admin, make, run, word } = await setUp()
    const names = ['First', 'Private', 'Adult', 'Deleted'].map((name) => `${name} ${word}`)
    await make({ name: names[0] })
    await make({ name: names[1], isPublic: false })
    await make({ name: names[2], category: 'Limitless', scenario: 'A bar.' })
    const deleted = await make({ name: names[3] })
    await run('UPDATE characters SET deleted_at = now() WHERE id = $1', [deleted.id])

    const all = await admin.get(`${path}?q=${word}`)
    assert.equal(all.status, 200)
    assert.deepEqual(namesIn(all), [names[2], names[1], names[0]])
    assert.isUndefined(all.headers.link)
    assert.deepInclude(all.body[0], {
      isNsfw: true,
      description: 'Mends nets, and hearts.',
      avatar: 'https://pictures.example.test/mo.png',
      backstory: 'Mo was born at sea.',
      personality: 'Calm.',
      firstMessage: 'Hello.',
      scenario: 'A bar.',
      greeting: null,
      likes: 0,
      messageCount: 0,
      liked: false,
    })
    assert.isFalse(all.body[1].isPublic)

    const walked: string[] = []
    for (let address: string | null = `${path}?q=${word}&limit=2`; address;) {
      const page = await admin.get(address)
      walked.push(...namesIn(page))
      address = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? null
    }
    assert.deepEqual(walked, namesIn(all))
    assert.isAtLeast((await admin.get(path)).body.length, 3)
  })

  test('searches names, categories and tags only', async ({ assert }) => {
    const { admin, make } = await setUp()
    const word = newWord()
    const odd = `100% ${word}_x`
    await make({ name: `The ${word} Baker`, description: `Nothing but d${word}.` })
    await make({ name: 'Sailor', tags: ['Sea', `Deep ${word}`] })
    await make({ name: odd, category: 'Sci-Fi' })
    const find = async (q: string) => namesIn(await admin.get(`${path}?q=${encodeURIComponent(q)}&limit=500`))
    assert.sameMembers(await find(word.toUpperCase()), [`The ${word} Baker`, 'Sailor', odd])
    assert.deepEqual(await find(`${word} bak`), [`The ${word} Baker`])
    assert.deepEqual(await find(`deep ${word}`), ['Sailor'])
    assert.deepEqual(await find(` 100% ${word}_ `), [odd])
    assert.deepEqual(await find(`100_ ${word}`), [])
    assert.deepEqual(await find(`d${word}`), [])
    assert.include(await find('sci-f'), odd)
    assert.include(await find('sc'), odd)
    assert.include(await find('b'), `The ${word} Baker`)
    assert.include(await find('10'), odd)
    assert.notInclude(await find('ci'), odd)
    assert.notInclude(await find('%'), odd)
    assert.deepEqual(await find('§§§'), [])
    assert.lengthOf(await find(`${word}\u001f`), 3)
  })

  for (const query of ['limit=0', 'limit=501', 'limit=ten', 'cursor=x', 'cursor=WyJwb3B1bGFyIiwxLCJ4Il0', 'q[]=x'])
    test(`refuses ?${query}`, async ({ assert }) => {
      const { admin } = await setUp()
      const { status, body } = await admin.get(`${path}?${query}`)
      assert.equal(status, 422)
      assert.property(body, 'message')
    })

  test('is for admins only, and so are all changes', async ({ assert }) => {
    const { author, visitor, make, run, acts } = await setUp()
    const { id } = await make()
    const before = await run('SELECT * FROM characters WHERE id = $1', [id])
    const calls = [
      ['GET', path],
      ['DELETE', `${path}/${id}`],
      ['PUT', `${path}/${id}/image`, { imageUrl: 'https://pictures.example.test/other.png' }],
      ['PUT', `${path}/${id}/first-message`, { firstMessage: 'Good evening.' }],
      ['PUT', `${path}/${id}/landing`, { shown: true }],
      ['POST', generate, { characterId: id, prompt: 'A baker' }],
    ] as const
    for (const [method, address, body] of calls) {
      assert.equal((await visitor.call(address, { method, body })).status, 401, `${method} ${address}`)
      assert.equal((await author.call(address, { method, body })).status, 403, `${method} ${address}`)
    }
    assert.deepEqual(await run('SELECT * FROM characters WHERE id = $1', [id]), before)
    assert.deepEqual(await acts(id), [])
  })

  test('let moderators delete only those of people with lower roles', async ({ assert }) => {
    const { author, make, run, acts } = await setUp()
    const { newStaff } = await visitServer()
    const [moderator, admin] = [await newStaff('moderator'), await newStaff('admin')]
    const [{ id }, other] = [await make(), await make()]
    assert.equal((await moderator.delete(`${path}/${other.id}`)).status, 200)
    await run(`UPDATE users SET role = 'moderator' WHERE id = $1`, [author.user.id])
    const { status, body } = await moderator.delete(`${path}/${id}`)
    assert.deepEqual([status, body.code], [403, 'role_too_high'])
    assert.deepEqual(await acts(id), [])
    await run(`UPDATE users SET role = 'owner' WHERE id = $1`, [author.user.id])
    assert.equal((await admin.delete(`${path}/${id}`)).status, 200)
  })

  test('returns 404 for unknown and malformed ids', async ({ assert }) => {
    const { admin } = await setUp()
    for (const id of [newId(), 'unknown', '1']) {
      const answers = [
        await admin.delete(`${path}/${id}`),
        await admin.put(`${path}/${id}/image`, { imageUrl: 'https://pictures.example.test/a.png' }),
        await admin.put(`${path}/${id}/first-message`, { firstMessage: 'Hello.' }),
        await admin.put(`${path}/${id}/landing`, { shown: true }),
        await admin.post(generate, { characterId: id, prompt: 'A baker' }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [404, 404, 404, 404, 404],
        id
      )
    }
  })
})

test.group('Admins’ changes to characters', () => {
  test('delete another user’s character once and record its owner', async ({ assert }) => {
    const { admin, author, make, acts } = await setUp()
    const { id, name } = await make({ tags: ['Sea'], isPublic: false })
    const { status, body } = await admin.delete(`${path}/${id}`)
    assert.deepEqual([status, Object.keys(body)], [200, ['message']])
    assert.equal((await author.get(`/api/characters/${id}`)).status, 404)
    assert.equal((await admin.delete(`${path}/${id}`)).status, 404)
    assert.deepEqual(await acts(id), [
      {
        actor_id: admin.user.id,
        kind: 'character_deleted',
        subject_name: name,
        before: {
          name,
          category: 'General',
          tags: ['Sea'],
          isNsfw: false,
          isPublic: false,
          createdBy: author.user.id,
        },
        after: null,
      },
    ])
  })

  test('set a picture, and the background only if it was the same', async ({ assert }) => {
    const { admin, make, acts } = await setUp()
    const old = 'https://pictures.example.test/mo.png'
    const character = await make({ avatarFocus: { x: 0.2, y: 0.3 } })
    const two = await make({ background: 'https://pictures.example.test/sea.png' })
    const drawn = '/pictures/builtin/noor-avatar.webp'
    const first = await admin.put(`${path}/${character.id}/image`, { imageUrl: `  ${drawn} ` })
    assert.equal(first.status, 200)
    assert.deepInclude(first.body, {
      id: character.id,
      avatar: drawn,
      avatarFocus: null,
      background: drawn,
      backstory: 'Mo was born at sea.',
    })
    const second = await admin.put(`${path}/${two.id}/image`, { imageUrl: 'http://pictures.example.test/b.png' })
    assert.deepInclude(second.body, {
      avatar: 'http://pictures.example.test/b.png',
      background: 'https://pictures.example.test/sea.png',
    })
    const [act] = await acts(character.id)
    assert.deepEqual(act, {
      actor_id: admin.user.id,
      kind: 'character_image_changed',
      subject_name: character.name,
      before: { avatar: old, background: old },
      after: { avatar: drawn, background: drawn },
    })
  })

  test('refuse invalid picture addresses', async ({ assert }) => {
    const { admin, make, acts } = await setUp()
    const { id } = await make()
    const refused: [sent: unknown, message: RegExp][] = [
      [undefined, /^Please select a character and enter an image URL$/],
      [null, /^Please select a character/],
      ['  ', /^Please select a character/],
      [7, /must be text/],
      [['https://a.example.test/b.png'], /must be text/],
      ...[
        'javascript:alert(1)',
        'data:image/png;base64,AA==',
        'blob:https://a.example.test/1',
        '//a.example.test/b.png',
        '/etc/passwd',
        '/pictures/../api/login',
        'ftp://a.example.test/b.png',
        'https://',
        'https://a.example.test/b c.png',
        `https://a.example.test/${'x'.repeat(2_000)}`,
      ].map((address): [unknown, RegExp] => [address, /must be the http or https address of a picture/]),
    ]
    for (const [imageUrl, expectedMessage] of refused) {
      const { status, body } = await admin.put(`${path}/${id}/image`, { imageUrl })
      assert.equal(status, 422, String(imageUrl))
      assert.match(body.message, expectedMessage)
      assert.equal(body.errors[0].field, 'imageUrl')
    }
    assert.equal((await admin.get(`/api/characters/${id}`)).body.avatar, 'https://pictures.example.test/mo.png')
    assert.deepEqual(await acts(id), [])
  })

  test('return 422 for a picture address that is an API call of this server', async ({ assert }) => {
    const { admin, make, word } = await setUp()
    const { id } = await make()
    const body = (imageUrl: string) => ({ imageUrl })
    for (const [imageUrl, host] of [
      [`${admin.url}/api/logout`, null],
      [`${admin.url}/api/logout`, 'facet.example'],
      ['http://facet.example/api/logout', 'facet.example'],
    ] as const) {
      const headers: Record<string, string> = host ? { host } : {}
      const put = { method: 'PUT', body: body(imageUrl), headers }
      assert.equal((await admin.call(`${path}/${id}/image`, put)).status, 422, imageUrl)
      const entry = { name: `Mo ${word}`, backstory: 'At sea.', personality: 'Calm.' }
      for (const field of ['avatar', 'background']) {
        const post = { method: 'POST', body: [{ ...entry, [field]: imageUrl }], headers }
        const { status, body: answer } = await admin.call('/api/admin/import-characters', post)
        assert.equal(status, 200)
        assert.deepInclude(answer, { imported: 0, total: 1 })
        assert.match(answer.errors[0].message, /one of our own pictures/)
      }
    }
    assert.equal((await admin.get(`/api/characters/${id}`)).body.avatar, 'https://pictures.example.test/mo.png')
  })

  test('show a public character on the landing page, and hide it', async ({ assert }) => {
    const { admin, visitor, make, acts, word, run } = await setUp()
    const [{ id, name }, hidden, adult] = [
      await make(),
      await make({ isPublic: false }),
      await make({ category: 'Limitless' }),
    ]
    // Makes the character the most popular one, so that the first page has it.
    await run('UPDATE characters SET popularity = 1000000 WHERE id = $1', [id])
    const isShown = async () => {
      const { body } = await visitor.get('/api/characters/landing')
      return body.some((character: { id: string }) => character.id === id)
    }
    assert.isFalse(await isShown())
    const shown = await admin.put(`${path}/${id}/landing`, { shown: true })
    assert.deepInclude(shown.body, { id, onLanding: true })
    assert.isTrue(await isShown())
    const listed = (await admin.get(`${path}?q=${word}`)).body as { id: string; onLanding: boolean; creator: object }[]
    assert.deepEqual(
      listed.filter(({ onLanding }) => onLanding).map((character) => character.id),
      [id]
    )
    assert.sameMembers(Object.keys(listed[0]!.creator), ['id', 'name', 'username'])
    // The character becomes private, or adult.
    await run('UPDATE characters SET is_public = false WHERE id = $1', [id])
    assert.isFalse(await isShown())
    await run('UPDATE characters SET is_public = true, is_nsfw = true WHERE id = $1', [id])
    assert.isFalse(await isShown())
    await run('UPDATE characters SET is_nsfw = false WHERE id = $1', [id])

    assert.isFalse((await admin.put(`${path}/${id}/landing`, { shown: false })).body.onLanding)
    assert.isFalse(await isShown())
    assert.deepEqual(await acts(id), [
      {
        actor_id: admin.user.id,
        kind: 'landing_changed',
        subject_name: name,
        before: { onLanding: false },
        after: { onLanding: true },
      },
      {
        actor_id: admin.user.id,
        kind: 'landing_changed',
        subject_name: name,
        before: { onLanding: true },
        after: { onLanding: false },
      },
    ])
    for (const other of [hidden, adult])
      assert.equal((await admin.put(`${path}/${other.id}/landing`, { shown: true })).body.errors[0].rule, 'visible')
    for (const body of [{}, { shown: 'yes' }])
      assert.equal((await admin.put(`${path}/${id}/landing`, body)).status, 422)
  })

  test('change the first message, which the next chat starts with', async ({ assert }) => {
    const { admin, author, make, acts } = await setUp()
    const { id, name } = await make()
    const firstMessage = '  *Mo looks up.* {{user}}, at last.\n'
    const { status, body } = await admin.put(`${path}/${id}/first-message`, { firstMessage })
    assert.deepEqual([status, body.firstMessage], [200, firstMessage])
    const chat = await author.get(`/api/chats/${id}?new=true`)
    assert.equal(chat.body.messages[0].content, firstMessage)
    for (const [sent, expectedMessage] of [
      [undefined, /write a first message/],
      [' \n\u200b', /write a first message/],
      [7, /must be text/],
      ['x'.repeat(50_001), /at most 50,000 characters/],
    ] as const) {
      const refused = await admin.put(`${path}/${id}/first-message`, { firstMessage: sent })
      assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'firstMessage'], String(sent).slice(0, 9))
      assert.match(refused.body.message, expectedMessage)
    }
    assert.deepEqual(await acts(id), [
      {
        actor_id: admin.user.id,
        kind: 'first_message_changed',
        subject_name: name,
        before: { firstMessage: 'Hello.' },
        after: { firstMessage },
      },
    ])
  })

  test('generate a picture, store and set it, and record the prompt', async ({ assert }) => {
    const { admin, visitor, make, acts } = await setUp()
    const { id } = await make({ isPublic: false, category: 'Limitless' })
    const { status, body } = await admin.post(generate, { characterId: id, prompt: ' A lighthouse in the rain ' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepInclude(body.character, { id, avatar: body.imageUrl, background: body.imageUrl })
    const picture = await visitor.get(body.imageUrl)
    assert.equal(picture.status, 200)
    assert.match(String(picture.headers['content-type']), /^image\//)
    const [act] = await acts(id)
    assert.equal(act.kind, 'character_image_generated')
    assert.deepEqual(act.after, {
      avatar: body.imageUrl,
      background: body.imageUrl,
      prompt: 'A lighthouse in the rain',
    })
  })

  test('refuse to generate without a character or an allowed prompt', async ({ assert }) => {
    const { admin, make, acts } = await setUp()
    const { id } = await make()
    const missing = 'Please select a character and enter an AI prompt'
    for (const body of [undefined, {}, { characterId: id }, { characterId: id, prompt: ' ' }, { prompt: 'A baker' }]) {
      const answer = await admin.post(generate, body)
      assert.deepEqual([answer.status, answer.body.message], [422, missing])
    }
    assert.equal((await admin.post(generate, { characterId: [id], prompt: 'A baker' })).status, 422)
    const forbidden = await admin.post(generate, { characterId: id, prompt: 'A field of gore' })
    assert.deepEqual([forbidden.status, forbidden.body.code], [422, 'content_not_allowed'])
    assert.equal((await admin.get(`/api/characters/${id}`)).body.avatar, 'https://pictures.example.test/mo.png')
    assert.deepEqual(await acts(id), [])
  })

  test('record an import with its counts, but no empty one', async ({ assert }) => {
    const { admin, actsOf, word, make, acts, run } = await setUp()
    const ownerId = await withoutFifty(run)
    const entry = (name: string) => ({ name, backstory: `Of ${word}.`, personality: 'Calm.', greeting: 'Hello.' })
    const owner = { ownerId: admin.user.id }
    await admin.post('/api/admin/import-characters', [entry('Mo'), entry('Mo'), entry(''), entry('Ann')])
    await admin.post('/api/admin/import-characters', [entry('Mo')])
    await admin.post('/api/admin/import-new-characters')
    await admin.post('/api/admin/import-new-characters', { set: 'fifty' })
    const subject = { kind: 'characters_imported', subject_type: 'characters' }
    assert.deepEqual(await actsOf(admin.user.id), [
      {
        ...subject,
        subject_name: 'A file',
        before: { ...owner, characters: 0 },
        after: { ...owner, characters: 2, imported: 2, total: 4, refused: 1 },
      },
      {
        ...subject,
        subject_name: 'The built-in fifty',
        before: { ownerId, characters: 8 },
        after: { ownerId, characters: 58, imported: 50, total: 50, refused: 0 },
      },
    ])
    const { id } = await make()
    for (const [verb, body] of [
      ['image', { imageUrl: 'https://pictures.example.test/mo.png' }],
      ['first-message', { firstMessage: 'Hello.' }],
      ['landing', { shown: false }],
    ] as const)
      assert.equal((await admin.put(`${path}/${id}/${verb}`, body)).status, 200)
    assert.deepEqual(await acts(id), [])
  })

  test('are rolled back when the log fails', async ({ assert }) => {
    const { container } = app
    const db = await container.make('lucid.db')
    const [characters, imports, builtIn] = await Promise.all(
      [AdminCharacters, CharacterImports, BuiltInImports].map((part) => container.make(part as never))
    )
    const broken = { record: () => Promise.reject(new Error('no room in the log')) } as unknown as AuditLog
    const accounts = await container.make(Accounts)
    const ownerId = await accounts.builtInAccount()
    const [id, word] = [newId(), newWord()]
    await db.table('characters').insert({ id, name: word, created_by: ownerId, avatar: '/a.png', first_message: 'Hi.' })
    const acts = new ActOnCharacters(db, characters as never, accounts, broken)
    const actor = { id: ownerId, role: 'admin' } as const
    const importing = new ImportForAdmin(db, accounts, imports as never, builtIn as never, characters as never, broken)
    async function* entries(): AsyncGenerator<ReadEntry> {
      yield { value: { name: `Imported ${word}`, backstory: 'Born.', personality: 'Calm.' } }
    }
    for (const act of [
      () => acts.delete(actor, id),
      () => acts.setPicture(ownerId, id, 'https://pictures.example.test/b.png'),
      () => acts.setFirstMessage(ownerId, id, 'Good evening.'),
      () => acts.setOnLanding(ownerId, id, true),
      () => importing.entries(ownerId, entries()),
    ])
      await assert.rejects(act, 'no room in the log')
    const rows = await db.from('characters').whereILike('name', `%${word}`)
    assert.lengthOf(rows, 1)
    assert.deepInclude(rows[0], { deleted_at: null, avatar: '/a.png', first_message: 'Hi.', on_landing: null })
  })
})
