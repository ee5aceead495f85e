import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { Client } from '#tests/support/client'
import { limits } from '../api.ts'
import { newUsername, setUp } from './support.ts'

const statusOf = async (client: Client, username: string) => (await client.get(`/api/creators/${username}`)).status

test.group('A person’s page', () => {
  test('shows the person, the profile, and the characters that the viewer may see', async ({ assert }) => {
    const { visitor, person, publish, showAdult } = await setUp()
    const [creator, reader, adult] = [await person(), await person(), await person()]
    await showAdult(creator)
    await showAdult(adult)
    const first = await publish(creator)
    const second = await publish(creator, { name: 'Ann' })
    const gated = await publish(creator, { isNsfw: true })
    await publish(creator, { isPublic: false })
    await reader.post(`/api/characters/${first}/like`)
    const profile = { about: 'I *write*.', links: ['https://example.test/ines'] }
    assert.deepEqual((await creator.put('/api/user/profile', profile)).body, { isPublic: false, ...profile })

    const page = (await visitor.get(`/api/creators/${creator.username.toUpperCase()}`)).body
    assert.deepEqual(page, {
      id: creator.user.id,
      username: creator.username,
      firstName: 'Ines',
      picture: null,
      ...profile,
      characters: 2,
      followers: 0,
      likes: 1,
      messages: 0,
    })
    assert.equal((await adult.get(`/api/creators/${creator.username}`)).body.characters, 3)
    const idsFor = async (client: Client) =>
      (await client.get(`/api/creators/${creator.user.id}/characters`)).body.map(({ id }: { id: string }) => id)
    assert.deepEqual(await idsFor(visitor), [second, first])
    assert.deepEqual(await idsFor(reader), [second, first])
    assert.deepEqual(await idsFor(adult), [gated, second, first])
  })

  test('lists characters in pages', async ({ assert }) => {
    const { visitor, person, publish } = await setUp()
    const creator = await person()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.unshift(await publish(creator))
    const path = `/api/creators/${creator.user.id}/characters`
    const first = await visitor.get(`${path}?limit=2`)
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!
    const second = await visitor.get(next)
    assert.deepEqual(
      [...first.body, ...second.body].map(({ id }) => id),
      ids
    )
    assert.isUndefined(second.headers.link)
    for (const query of ['limit=0', 'limit=61', 'cursor=x', 'cursor=WyJ4Il0'])
      assert.equal((await visitor.get(`${path}?${query}`)).status, 422, query)
  })

  test('exists with a public character that isn’t adult, or a public profile only', async ({ assert }) => {
    const { visitor, person, publish, showAdult } = await setUp()
    const creator = await person()
    await showAdult(creator)
    assert.equal(await statusOf(visitor, creator.username), 404)
    await publish(creator, { isNsfw: true })
    assert.equal(await statusOf(visitor, creator.username), 404)
    assert.equal(await statusOf(creator, creator.username), 404)
    const id = await publish(creator)
    assert.equal(await statusOf(visitor, creator.username), 200)
    await creator.put(`/api/characters/${id}`, { isPublic: false })
    assert.equal(await statusOf(visitor, creator.username), 404)
    await creator.put('/api/user/profile', { isPublic: true })
    assert.equal(await statusOf(visitor, creator.username), 200)
    const unknown = await visitor.get(`/api/creators/${newUsername()}`)
    await creator.put('/api/user/profile', { isPublic: false })
    assert.deepEqual((await visitor.get(`/api/creators/${creator.username}`)).body, unknown.body)
  })

  test('is found by a former username, and by no name of a disabled or deleted account', async ({ assert }) => {
    const { visitor, run, person, publish } = await setUp()
    const [creator, leaver] = [await person(), await person()]
    await publish(creator)
    await publish(leaver)
    const before = creator.username
    const after = newUsername()
    await creator.put('/api/user/username', { username: after })
    const found = await visitor.get(`/api/creators/${before}`)
    assert.deepEqual([found.status, found.body.username], [200, after])
    await run(`UPDATE former_usernames SET released_at = now() - interval '31 days' WHERE username_key = lower($1)`, [
      before,
    ])
    assert.equal(await statusOf(visitor, before), 404)

    await run('UPDATE users SET disabled_at = now() WHERE id = $1', [creator.user.id])
    assert.equal(await statusOf(visitor, after), 404)
    await leaver.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.equal(await statusOf(visitor, leaver.username), 404)
  })

  test('is hidden from a person who blocks its owner or is blocked by them', async ({ assert }) => {
    const { person, publish, block } = await setUp()
    const [creator, reader] = [await person(), await person()]
    await publish(creator)
    await publish(reader)
    await reader.put(`/api/following/${creator.user.id}`)
    await block(creator, reader)
    for (const [client, other] of [
      [reader, creator],
      [creator, reader],
    ] as const) {
      assert.equal(await statusOf(client, other.username), 404)
      assert.equal((await client.get(`/api/creators/${other.user.id}/characters`)).status, 404)
      assert.equal((await client.put(`/api/following/${other.user.id}`)).status, 404)
      assert.deepEqual((await client.get(`/api/people?q=${other.username}`)).body, [])
    }
    assert.equal((await reader.delete(`/api/following/${creator.user.id}`)).body.isFollowed, false)
  })
})

test.group('A public profile', () => {
  test('has a bound for each text, and takes the largest ones', async ({ assert }) => {
    const { person } = await setUp()
    const creator = await person()
    const link = (n: number) => `https://example.test/${n}/`.padEnd(limits.linkMax, 'x')
    const largest = { about: '🦊'.repeat(limits.aboutMax), links: [1, 2, 3, 4, 5].map(link) }
    assert.deepInclude((await creator.put('/api/user/profile', largest)).body, largest)
    for (const change of [
      { about: 'x'.repeat(limits.aboutMax + 1) },
      { about: 5 },
      { links: [1, 2, 3, 4, 5, 6].map(link) },
      { links: [`${link(1)}x`] },
      ...[
        'http://example.test',
        'javascript:alert(1)',
        'https://user@example.test',
        'mailto:a@example.test',
        'example.test',
        '/settings',
      ].map((address) => ({ links: [address] })),
      { isPublic: 'yes' },
    ])
      assert.equal((await creator.put('/api/user/profile', change)).status, 422, JSON.stringify(change))
    assert.deepInclude((await creator.get('/api/user/profile')).body, largest)
  })

  test('refuses forbidden words, is exported, and ends with the account', async ({ assert }) => {
    const { run, person } = await setUp()
    const creator = await person()
    for (const change of [{ about: 'Full of g0re.' }, { links: ['https://example.test/gore'] }])
      assert.equal((await creator.put('/api/user/profile', change)).body.code, 'content_not_allowed')
    await creator.put('/api/user/profile', { about: 'I write.', isPublic: true })
    assert.deepInclude((await creator.get('/api/user/export')).body.publicProfile, {
      about: 'I write.',
      isPublic: true,
    })
    await creator.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.deepEqual(await run('SELECT FROM creators WHERE user_id = $1', [creator.user.id]), [])
  })
})

test.group('Following', () => {
  test('is idempotent, and counted', async ({ assert }) => {
    const { visitor, person, publish } = await setUp()
    const [creator, reader] = [await person(), await person()]
    await publish(creator)
    const path = `/api/following/${creator.user.id}`
    for (let i = 0; i < 2; i++) assert.deepEqual((await reader.put(path)).body, { isFollowed: true, followers: 1 })
    assert.deepEqual((await reader.get(path)).body, { isFollowed: true, followers: 1 })
    assert.equal((await visitor.get(`/api/creators/${creator.username}`)).body.followers, 1)
    for (let i = 0; i < 2; i++) assert.deepEqual((await reader.delete(path)).body, { isFollowed: false, followers: 0 })
    assert.equal((await creator.put(path)).body.code, 'oneself')
    assert.equal((await reader.put(`/api/following/${newId()}`)).status, 404)
  })

  test('shows what the followed creators published lately, and nothing hidden', async ({ assert }) => {
    const { run, person, publish, showAdult } = await setUp()
    const [one, two, stranger, reader] = [await person(), await person(), await person(), await person()]
    await showAdult(one)
    const old = await publish(one)
    const [first, second] = [await publish(one), await publish(two)]
    await publish(stranger)
    await publish(one, { isNsfw: true })
    const hidden = await publish(two)
    await run(`UPDATE characters SET published_at = now() - interval '31 days' WHERE id = $1`, [old])
    const shown = async () =>
      (await reader.get('/api/following/characters')).body.map(({ id }: { id: string }) => id) as string[]
    assert.deepEqual(await shown(), [])
    await reader.put(`/api/following/${one.user.id}`)
    await reader.put(`/api/following/${two.user.id}`)
    await reader.put(`/api/user/hidings/character/${hidden}`)
    assert.deepEqual(await shown(), [second, first])
    // A draft from before the page counts from its publication.
    const draft = await publish(one, { isPublic: false })
    await run(`UPDATE characters SET created_at = now() - interval '1 year' WHERE id = $1`, [draft])
    await one.put(`/api/characters/${draft}`, { isPublic: true })
    assert.deepEqual(await shown(), [draft, second, first])
  })
})

test.group('A search for people', () => {
  test('finds those with a page by their names, the exact username first', async ({ assert }) => {
    const { run, person, publish } = await setUp()
    const name = newUsername()
    const [exact, longer, hidden, other] = [
      await person(name),
      await person(`${name}_2`),
      await person(`${name}_3`),
      await person(),
    ]
    for (const client of [exact, longer, other]) await publish(client)
    await run('UPDATE creators SET followers = 9 WHERE user_id = $1', [longer.user.id])
    const find = async (q: string) =>
      (await hidden.get(`/api/people?q=${encodeURIComponent(q)}`)).body.map(({ id }: { id: string }) => id)
    assert.deepEqual(await find(`@${name}`), [exact.user.id, longer.user.id])
    assert.deepEqual(await find(name.slice(1)), [longer.user.id, exact.user.id])
    await other.put('/api/user/settings', { firstName: `Zoë ${name}` })
    assert.includeMembers(await find(`zoë ${name}`), [other.user.id])
    const renamed = newUsername()
    await exact.put('/api/user/username', { username: renamed })
    assert.deepEqual(await find(renamed), [exact.user.id])
    for (const q of ['', ' ', '%', '_', '\\']) assert.deepEqual(await find(q), [], q)
    assert.equal((await hidden.get(`/api/people?q=${'x'.repeat(limits.queryMax)}`)).status, 200)
    assert.equal((await hidden.get(`/api/people?q=${'x'.repeat(limits.queryMax + 1)}`)).status, 422)
  })
})

test.group('The creator', () => {
  test('has a page where a character, a fork or a comment names them', async ({ assert }) => {
    const { person, publish, showAdult } = await setUp()
    const [creator, reader, adult] = [await person(), await person(), await person()]
    await showAdult(adult)
    await showAdult(reader)
    const id = await publish(creator, { allowForks: true })
    const gated = await publish(adult, { isNsfw: true })
    const named = { id: creator.user.id, name: creator.username, username: creator.username, hasPage: true }
    assert.deepEqual((await reader.get(`/api/characters/${id}`)).body.creator, named)
    const { hasPage, ...unnamed } = (await reader.get(`/api/characters/${gated}`)).body.creator
    assert.deepEqual([hasPage, unnamed.username], [undefined, adult.username])
    assert.equal((await reader.get(`/api/characters/${id}/share`)).body.creatorPage, creator.username)
    const fork = (await reader.post(`/api/characters/${id}/fork`)).body
    assert.deepEqual([fork.forkedFrom.creator, fork.creator.hasPage], [named, undefined])
    assert.lengthOf(fork.credits, 1)

    for (const client of [creator, adult]) await client.post(`/api/characters/${id}/comments`, { content: 'Hi.' })
    const comments = (await reader.get(`/api/characters/${id}/comments?sort=old`)).body
    assert.deepEqual(
      comments.map(({ user }: any) => user.hasPage),
      [true, undefined]
    )
    const listed = (await reader.get('/api/characters?sort=new&limit=50')).body
    const creatorOf = (of: string) => listed.find((one: any) => one.id === of)?.creator
    assert.deepEqual([creatorOf(id), creatorOf(gated)?.hasPage], [named, undefined])
  })
})
