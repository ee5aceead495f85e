import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { limits, type CharacterSummary, type Shelf } from '../api.ts'
import { openingLine } from '../src/domain/opening_line.ts'
import { aDraft, database, newWord } from './support.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const register = () => new Client(url).register()
  return { user: await register(), register, visitor: new Client(url), run: asking(databaseUrl) }
}

const make = async (client: Client, fields: Record<string, unknown>) =>
  (await client.post('/api/characters', { ...aDraft(), ...fields })).body as { id: string }

test.group('Discovery over HTTP', () => {
  test('continues the newest chat with each of four characters', async ({ assert }) => {
    const { user, register } = await setUp()
    const author = await register()
    const [word, sessions] = [newWord(), new Map<string, string>()]
    for (let n = 0; n < 4; n++) {
      const { id } = await make(author, { name: `${word} ${n}` })
      const { session } = (await user.get(`/api/chats/${id}?new=true`)).body
      await user.say(id, { content: 'Hello', model: 'basic', sessionId: session.id })
      sessions.set(id, session.id)
    }
    const { status, body } = await user.get('/api/characters/shelves')
    assert.equal(status, 200)
    const [first] = body as Shelf[]
    assert.equal(first!.kind, 'continue')
    assert.deepEqual(
      first!.characters.map(({ id }) => id),
      [...sessions.keys()].reverse()
    )
    assert.deepEqual(first!.chats, Object.fromEntries(sessions))
    for (const shelf of body as Shelf[]) assert.isAtLeast(shelf.characters.length, limits.shelfMin, shelf.id)

    const [newest] = [...sessions.keys()].reverse()
    await author.put(`/api/characters/${newest}`, { isPublic: false })
    const again = (await user.get('/api/characters/shelves')).body as Shelf[]
    assert.notEqual(again[0]?.kind, 'continue')
  })

  test('lists show the author’s name and the opening line, with its macros', async ({ assert }) => {
    const { user, visitor } = await setUp()
    const [word, username] = [newWord(), newWord()]
    await make(user, { name: word, firstMessage: '*Waves.* Hello, {{user}}!' })
    const listed = async () => ((await visitor.get(`/api/characters?q=${word}`)).body as CharacterSummary[])[0]!
    const { creator, openingLine, createdBy, match } = await listed()
    assert.equal(openingLine, 'Waves. Hello, {{user}}!')
    assert.deepEqual(match, { field: 'name', text: word })
    assert.deepEqual(creator, { id: createdBy, name: 'Robin', username: null })
    await user.put('/api/user/username', { username })
    assert.deepEqual((await listed()).creator, { id: createdBy, name: username, username, hasPage: true })
    const builtIn = ((await visitor.get('/api/characters?q=Wenna')).body as CharacterSummary[])[0]!
    assert.isString(builtIn.creator!.name)
  })

  test('an adult character’s opening line is gated', async ({ assert }) => {
    const { user, register } = await setUp()
    const word = newWord()
    await make(user, { name: word, isNsfw: true, firstMessage: 'Come in.' })
    const openingFor = async (client: Client) =>
      ((await client.get(`/api/characters?q=${word}`)).body as CharacterSummary[])[0]!.openingLine
    assert.equal(await openingFor(user), 'Come in.')
    assert.isNull(await openingFor(await register()))
  })

  test('blocked tags are saved, exported, and deleted with the account', async ({ assert }) => {
    const { user, run } = await setUp()
    const tag = newWord()
    assert.deepEqual((await user.get('/api/user/blocked-tags')).body, { tags: [] })
    const put = await user.put('/api/user/blocked-tags', { tags: [` ${tag}`, 'Two'] })
    assert.deepEqual([put.status, put.body], [200, { tags: [tag, 'Two'] }])
    assert.equal((await user.put('/api/user/blocked-tags', { tags: 'Two' })).status, 422)
    assert.deepEqual((await user.get('/api/user/blocked-tags')).body, { tags: [tag, 'Two'] })
    const exported = JSON.parse((await user.get('/api/user/export')).text) as { blockedTags: string[] }
    assert.deepEqual(exported.blockedTags, [tag, 'Two'])
    const count = async () =>
      (await run('SELECT count(*)::int AS count FROM blocked_tags WHERE $1 = ANY (tags)', [tag]))[0].count
    assert.equal(await count(), 1)
    const body = { currentPassword: 'correct horse' }
    assert.equal((await user.call('/api/user', { method: 'DELETE', body })).status, 200)
    assert.equal(await count(), 0)
  })

  test('suggests, surprises, and refuses wrong parameters', async ({ assert }) => {
    const { user, visitor } = await setUp()
    const word = newWord()
    const { id } = await make(user, { name: `The ${word}` })
    const { status, body } = await visitor.get(`/api/characters/suggestions?q=${word}`)
    assert.equal(status, 200)
    assert.deepInclude(body[0], { id, name: `The ${word}`, match: 'word' })
    assert.deepEqual((await visitor.get('/api/characters/suggestions')).body, [])
    assert.equal((await visitor.get(`/api/characters/suggestions?q=${'x'.repeat(1_001)}`)).status, 422)
    assert.equal((await visitor.get('/api/characters/suggestions?q[]=x')).status, 422)
    const surprise = await visitor.get('/api/characters/surprise')
    assert.equal((await visitor.get(`/api/characters/${surprise.body.id}`)).status, 200)
    assert.equal((await user.get('/api/characters?mine=maybe')).status, 422)
    const mine = (await user.get('/api/characters?mine=true')).body as CharacterSummary[]
    assert.deepEqual(
      mine.map((one) => one.id),
      [id]
    )
    assert.equal((await visitor.get('/api/characters?mine=true')).status, 401)
  })
})

test.group('Opening lines', () => {
  const filler = 'word '.repeat(120).trim()
  for (const [title, first, greeting, line] of [
    [
      'is the whole of a short message, on one line and without asterisks',
      ' *Nods.*\n\nHello, {{user}}! ',
      '',
      'Nods. Hello, {{user}}!',
    ],
    ['is the greeting without a first message', ' \n', 'Good day.', 'Good day.'],
    [
      'ends with the last complete sentence',
      `One. Two? “Three, and a few more words that make it long enough!” ${filler}.`,
      '',
      'One. Two? “Three, and a few more words that make it long enough!”',
    ],
    ['ends with a word if the first sentence is too long', filler, '', `${'word '.repeat(31).trim()}…`],
    ['is cut anywhere without words', '字'.repeat(600), '', `${'字'.repeat(159)}…`],
    ['ends before a macro that would be cut', `Hello. {{random:${filler}}}`, '', 'Hello.'],
    ['is null without any message', '', '', null],
  ] as const)
    test(title, async ({ assert }) => {
      const db = await database()
      const { rows } = await db.rawQuery<{ rows: [{ opening: string }] }>('SELECT gallery_opening(?, ?) AS opening', [
        first,
        greeting,
      ])
      const shown = openingLine(rows[0].opening.replaceAll('*', ''))
      assert.equal(shown, line)
      assert.isAtMost([...(shown ?? '')].length, limits.openingLineMax)
    })
})
