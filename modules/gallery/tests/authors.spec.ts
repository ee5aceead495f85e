import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'
import { sharedServer, startServer } from '#tests/support/server'
import { limits, type Character } from '../api.ts'
import { aDraft, newWord } from './support.ts'

let people: Promise<[Client, Client]> | null = null

/** All tests have the same users, and their own characters. */
const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const [author, another] = await (people ??= Promise.all([new Client(url).register(), new Client(url).register()]))
  const make = async (fields: Record<string, unknown> = {}, by = author): Promise<Character> => {
    const { status, body, text } = await by.post('/api/characters', { ...aDraft(), ...fields })
    if (status !== 201) throw new Error(`${status} ${text}`)
    return body
  }
  return { author, another, visitor: new Client(url), admin: () => anAdmin(url, run), run, make }
}

const anAdmin = async (url: string, run: (sql: string, values: unknown[]) => Promise<unknown>) => {
  const admin = await new Client(url).register()
  await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
  return admin
}

const address = ({ id }: { id: string }) => `/api/characters/${id}`

test.group('Creating a character', () => {
  test('returns it with full texts and lists it immediately', async ({ assert }) => {
    const { author, visitor, run, make } = await setUp()
    const word = newWord()
    const texts = { scenario: 'A pier.', firstMessage: 'Hello {{user}}.', greeting: 'Hi.' }
    const made = await make({
      ...texts,
      name: `  Mo ${word} `,
      tags: [' Sea', 'sea', word],
      category: 'sci-fi',
      likes: 9,
    })
    assert.deepInclude(made, {
      ...aDraft(),
      ...texts,
      name: `Mo ${word}`,
      tags: ['Sea', word],
      category: 'Sci-Fi',
      background: aDraft().avatar,
      isNsfw: false,
      isPublic: true,
      likes: 0,
      messageCount: 0,
      liked: false,
      createdBy: author.user.id,
    })
    const [{ created_at: createdAt }] = await run('SELECT created_at FROM characters WHERE id = $1', [made.id])
    assert.equal(made.createdAt, createdAt.toISOString())
    assert.deepEqual((await visitor.get(address(made))).body, made)
    assert.lengthOf((await visitor.get(`/api/characters?category=${word}`)).body, 1)
    assert.equal((await author.get('/api/auth/user')).body.stats.charactersCreated, 1)
    assert.equal((await author.post(`${address(made)}/like`)).body.likes, 1)
  })

  test('keeps the focus of the avatar, which lists show, too', async ({ assert }) => {
    const { visitor, make } = await setUp()
    const word = newWord()
    const made = await make({ tags: [word], avatarFocus: { x: 0.12345, y: 1, z: 2 } })
    assert.deepEqual(made.avatarFocus, { x: 0.123, y: 1 })
    const [listed] = (await visitor.get(`/api/characters?category=${word}`)).body
    assert.deepEqual(listed.avatarFocus, made.avatarFocus)
    assert.isNull((await make()).avatarFocus)
  })

  test('requires a session and reports problems with the form’s messages', async ({ assert }) => {
    const { author, visitor, run } = await setUp()
    assert.equal((await visitor.post('/api/characters', aDraft())).status, 401)
    const word = newWord()
    for (const [body, code, message] of [
      [{ ...aDraft(), avatar: '' }, 'validation_failed', 'Please fill in all required fields including avatar'],
      [
        { ...aDraft(), tags: ['SCATTER'] },
        'content_not_allowed',
        'Characters cannot contain: scat, scatt (tags: “SCATTER”)',
      ],
      [{ ...aDraft(), category: 'Cooking' }, 'validation_failed', /^The category must be one of General, /],
      [[aDraft()], 'validation_failed', 'A character must be an object with its fields.'],
      [{}, 'validation_failed', 'Please fill in all required fields including avatar'],
    ] as const) {
      const { status, body: answer } = await author.post(
        '/api/characters',
        Array.isArray(body) ? body : { ...body, scenario: word }
      )
      assert.equal(status, 422)
      assert.equal(answer.code, code)
      if (typeof message === 'string') assert.equal(answer.message, message)
      else assert.match(answer.message, message)
      for (const problem of answer.errors) assert.sameMembers(Object.keys(problem), ['field', 'rule', 'message'])
    }
    const stored = await run('SELECT FROM characters WHERE scenario = $1', [word])
    assert.isEmpty(stored)
  })

  test('refuses names with invisible characters, but keeps stored ones', async ({ assert }) => {
    const { author, make, run } = await setUp()
    for (const name of ['Mo\u202e', 'M\u200bo', '\u2066Mo']) {
      const { status, body } = await author.post('/api/characters', { ...aDraft(), name })
      assert.equal(status, 422)
      assert.deepInclude(body.errors[0], { field: 'name', rule: 'hidden' })
    }
    for (const name of ['می\u200cخواهم', '👩‍🚀 Ada', '山田']) assert.equal((await make({ name })).name, name)
    const stored = await make()
    await run('UPDATE characters SET name = $2 WHERE id = $1', [stored.id, 'M\u200bo'])
    assert.equal((await author.put(address(stored), { name: 'M\u200bo', description: 'Sings.' })).status, 200)
    assert.equal((await author.put(address(stored), { name: 'M\u200bo!' })).status, 422)
  })

  test('accepts texts up to the limits in four-byte characters', async ({ assert }) => {
    const { make } = await setUp()
    const letters = (count: number) =>
      String.fromCodePoint(...Array.from({ length: count }, () => randomInt(0x20000, 0x2a000)))
    const tags = Array.from({ length: limits.tagsMax }, () => letters(limits.tagMax))
    const name = letters(limits.nameMax)
    const made = await make({ name, tags, description: letters(limits.descriptionMax) })
    assert.deepEqual([made.name, made.tags], [name, tags])
  })

  test('is limited per author and hour, without invalid attempts', async ({ assert }) => {
    const { url, stop } = await startServer({ env: { RATE_LIMITS: 'on' } })
    const [author, another] = await Promise.all([new Client(url).register(), new Client(url).register()])
    const make = (fields = {}, by = author) => by.post('/api/characters', { ...aDraft(), ...fields })
    assert.equal((await make({ avatar: '' })).status, 422)
    const answers = await Promise.all(Array.from({ length: limits.charactersPerHour + 3 }, () => make()))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.deepEqual(
      refused.map(({ status }) => status),
      [429, 429, 429]
    )
    assert.isAbove(Number(refused[0]!.headers['retry-after']), 3_000)
    assert.equal((await make({}, another)).status, 201)
    await stop()
  }).tags(longRun)

  test('refuses bodies that are not objects', async ({ assert }) => {
    const { author, make } = await setUp()
    const made = await make()
    for (const [rawBody, created, edited] of [
      ['null', 422, 422],
      ['7', 422, 422],
      ['"Mo"', 422, 422],
      ['[]', 422, 422],
      ['', 422, 422],
      ['{', 400, 400],
      ['{"name":"\\u0000"}', 422, 422],
      ['{"name":"\\ud800"}', 422, 422],
      ['{"__proto__":{"name":"Mo"},"constructor":{"prototype":1}}', 422, 200],
      [`{"name":"${'x'.repeat(1_100_000)}"}`, 413, 422],
      [`{"name":"${'x'.repeat(limits.editBytesMax)}"}`, 413, 413],
    ] as const) {
      const what = rawBody.slice(0, 60)
      assert.equal((await author.call('/api/characters', { method: 'POST', rawBody })).status, created, what)
      assert.equal((await author.call(address(made), { method: 'PUT', rawBody })).status, edited, `PUT ${what}`)
    }
    assert.deepEqual((await author.get(address(made))).body, made)
  })

  test('stores HTML and scripts as plain text', async ({ assert }) => {
    const { author, make } = await setUp()
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>{{constructor}} '; DROP TABLE characters; --`
    const texts = Object.fromEntries(
      ['name', 'description', 'backstory', 'personality', 'scenario', 'firstMessage', 'greeting'].map((field) => [
        field,
        evil.slice(0, 80),
      ])
    )
    const made = await make({ ...texts, tags: [evil.slice(0, 40)] })
    assert.deepInclude(made, { ...texts, tags: [evil.slice(0, 40).trim()] })
    const { headers, body } = await author.get(address(made))
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.equal(body.name, evil.slice(0, 80))
  })

  test('returns an adult character’s full texts to its author with adult content off', async ({ assert }) => {
    const { author, visitor, another, make } = await setUp()
    const made = await make({ category: 'Limitless' })
    assert.deepInclude(made, { isNsfw: true, backstory: aDraft().backstory })
    assert.equal((await author.get(address(made))).body.backstory, aDraft().backstory)
    assert.isNull((await another.get(address(made))).body.backstory)
    assert.deepInclude((await author.get(`${address(made)}?edit=true`)).body, { backstory: aDraft().backstory })
    assert.equal((await another.get(`${address(made)}?edit=true`)).status, 403)
    assert.equal((await visitor.get(`${address(made)}?edit=true`)).status, 401)
    const secret = await make({ isPublic: false })
    assert.equal((await another.get(`${address(secret)}?edit=true`)).status, 404)
  })
})

test.group('Editing a character', () => {
  test('keeps missing fields and updates chips, search and counts', async ({ assert }) => {
    const { author, visitor, another, make } = await setUp()
    const [before, after] = [newWord(), newWord()]
    const made = await make({ name: before, tags: [before], scenario: 'A pier.' })
    await another.post(`${address(made)}/like`)
    const { status, body } = await author.put(address(made), { name: after, tags: [after], category: 'Drama' })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...made, name: after, tags: [after], category: 'Drama', likes: 1 })
    for (const [word, found] of [
      [before, 0],
      [after, 1],
    ] as const) {
      assert.lengthOf((await visitor.get(`/api/characters?category=${word}`)).body, found)
      assert.lengthOf((await visitor.get(`/api/characters?q=${word}`)).body, found)
    }
    assert.deepEqual((await author.put(address(made), {})).body, body)
    assert.equal((await author.put(address(made), { background: '' })).body.background, made.avatar)
    await author.put(address(made), { isPublic: false })
    assert.equal((await visitor.get(address(made))).status, 404)
  })

  test('changes the focus of the avatar, which a new avatar loses', async ({ assert }) => {
    const { author, make } = await setUp()
    const made = await make({ avatarFocus: { x: 0.2, y: 0.3 } })
    const edit = async (fields: Record<string, unknown>) => (await author.put(address(made), fields)).body
    assert.deepEqual((await edit({ name: 'Mo' })).avatarFocus, { x: 0.2, y: 0.3 })
    assert.deepEqual((await edit({ avatarFocus: { x: 0, y: 0.5 } })).avatarFocus, { x: 0, y: 0.5 })
    for (const avatarFocus of [{ x: 1.01, y: 0 }, { x: 0.5 }, { x: '0', y: 0 }, [0, 0], 'left', 0.5]) {
      const { status, body } = await author.put(address(made), { avatarFocus })
      assert.equal(status, 422)
      assert.deepInclude(body.errors[0], { field: 'avatarFocus', rule: 'type' })
    }
    const avatar = 'https://pictures.example.test/other.png'
    assert.isNull((await edit({ avatar })).avatarFocus)
    assert.deepInclude(await edit({ avatar: aDraft().avatar, avatarFocus: { x: 0.1, y: 0.1 } }), {
      avatar: aDraft().avatar,
      avatarFocus: { x: 0.1, y: 0.1 },
    })
    assert.isNull((await edit({ avatarFocus: null })).avatarFocus)
  })

  test('returns 401 without session, 403 for others’ characters and 404 for hidden ones', async ({ assert }) => {
    const { author, another, visitor, admin, make, run } = await setUp()
    const [open, secret] = [await make(), await make({ isPublic: false })]
    const mighty = await admin()
    for (const verb of ['put', 'delete'] as const) {
      for (const [who, path, expected] of [
        [visitor, address(open), 401],
        [another, address(open), 403],
        [mighty, address(open), 403],
        [another, address(secret), 404],
        [mighty, address(secret), 403],
        [author, address({ id: newId() }), 404],
        [author, '/api/characters/nonsense', 404],
      ] as const) {
        const { status, body } = verb === 'put' ? await who.put(path, { name: '' }) : await who.delete(path)
        assert.equal(status, expected, `${verb} ${path}`)
        if (expected === 403)
          assert.equal(body.message, `You can only ${verb === 'put' ? 'edit' : 'delete'} characters you created.`)
      }
    }
    const rows = await run('SELECT name, deleted_at FROM characters WHERE id = ANY ($1)', [[open.id, secret.id]])
    assert.deepEqual(rows, [
      { name: 'Mo', deleted_at: null },
      { name: 'Mo', deleted_at: null },
    ])
  })

  test('checks the whole character and changes nothing when it is invalid', async ({ assert }) => {
    const { author, make } = await setUp()
    const made = await make()
    for (const [fields, message] of [
      [{ name: ' ' }, 'Please fill in at least the name and description'],
      [{ name: 'New', personality: 'Gory.' }, 'Characters cannot contain: gory (personality: “Gory.”)'],
      [{ name: 'New', avatar: 'file:///etc/passwd' }, /address of a picture/],
      [{ name: 'New', backstory: 'x'.repeat(100_001) }, 'The backstory may have at most 100,000 characters.'],
    ] as const) {
      const { status, body } = await author.put(address(made), fields)
      assert.equal(status, 422)
      if (typeof message === 'string') assert.equal(body.message, message)
      else assert.match(body.message, message)
    }
    assert.deepEqual((await author.get(address(made))).body, made)
  })

  for (const host of [null, 'facet.example'])
    test(`returns 422 when a picture is an API call of this server${host ? ' by another host name' : ''}`, async ({
      assert,
    }) => {
      const { author, make } = await setUp()
      const made = await make()
      const call = (method: string, path: string, body: unknown) =>
        author.call(path, { method, body, headers: host ? { host } : {} })
      const origin = host ? `https://${host}.:443` : author.url
      for (const field of ['avatar', 'background'])
        for (const picture of [`${origin}/api/logout`, `${author.url}/pictures/../api/logout`]) {
          const refused = [
            await call('POST', '/api/characters', { ...aDraft(), [field]: picture }),
            await call('PUT', address(made), { [field]: picture }),
          ]
          for (const { status, body } of refused) {
            assert.equal(status, 422, picture)
            assert.deepInclude(body.errors[0], { field, rule: 'address' })
          }
        }
      assert.deepEqual((await author.get(address(made))).body, made)
    })

  test('serializes concurrent edits', async ({ assert }) => {
    const { author, make } = await setUp()
    const made = await make()
    const fields = ['scenario', 'greeting', 'firstMessage', 'personality', 'backstory']
    const answers = await Promise.all(fields.map((field) => author.put(address(made), { [field]: `new ${field}` })))
    assert.isTrue(answers.every(({ status }) => status === 200))
    const { body } = await author.get(address(made))
    for (const field of fields) assert.equal(body[field], `new ${field}`)
  })
})

test.group('Deleting a character', () => {
  test('removes it from all lists and keeps chats readable', async ({ assert }) => {
    const { author, another, make } = await setUp()
    const tag = newWord()
    const made = await make({ tags: [tag], firstMessage: 'Hello there.' })
    const { session } = (await another.get(`/api/chats/${made.id}`)).body
    await another.say(made.id, { content: 'A word.', model: 'basic' })
    const { status, body } = await author.delete(address(made))
    assert.equal(status, 200)
    assert.isString(body.message)
    for (const path of ['', '/similar', '/comments', '?edit=true'])
      assert.equal((await author.get(address(made) + path)).status, 404, path)
    assert.equal((await author.put(address(made), { name: 'Back' })).status, 404)
    assert.equal((await author.delete(address(made))).status, 404)
    assert.equal((await another.post(`${address(made)}/like`)).status, 404)
    assert.isEmpty((await author.get(`/api/characters?category=${tag}`)).body)

    const chat = await another.get(`/api/chats/${made.id}?session=${session.id}`)
    assert.equal(chat.status, 200)
    assert.isNull(chat.body.character)
    assert.equal(chat.body.messages[0].content, 'Hello there.')
    const listed = (await another.get('/api/chats')).body.find(({ id }: { id: string }) => id === session.id)
    assert.isNull(listed.character)
    assert.equal((await another.get(`/api/chats/${made.id}?new=true`)).status, 404)
  })
})

test.group('Likes over HTTP', () => {
  test('200 concurrent toggles by 50 users keep counter and rows equal', async ({ assert }) => {
    const { make, run, author } = await setUp()
    const made = await make()
    const { url } = author
    const people: Client[] = []
    for (let n = 0; n < 5; n++)
      people.push(...(await Promise.all(Array.from({ length: 10 }, () => new Client(url).register()))))
    // Every third user toggles an odd number of times.
    const calls = people.flatMap((person, n) => Array.from({ length: n % 3 === 0 ? 5 : 4 }, () => person)).slice(0, 200)
    const answers = await Promise.all(calls.map((person) => person.post(`${address(made)}/like`)))
    assert.isTrue(answers.every(({ status }) => status === 200))
    const [{ count }] = await run('SELECT count(*)::int AS count FROM character_likes WHERE character_id = $1', [
      made.id,
    ])
    assert.isAbove(count, 0)
    assert.equal((await author.get(address(made))).body.likes, count)
    const given = answers.filter(({ body }) => body.liked).length
    assert.equal(given - (answers.length - given), count)
  }).tags(longRun)
})
