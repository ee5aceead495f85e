import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { visit } from './support.ts'

let count = 0
const newName = () => `Name_${process.pid}-${++count}`

const setUp = async () => {
  const visited = await visit()
  const { client } = visited
  await client.register()
  return {
    ...visited,
    choose: (username: unknown) => client.put('/api/user/username', { username }),
    check: async (username: string) =>
      (await client.get(`/api/user/username/check/${encodeURIComponent(username)}`)).body,
  }
}

const messages = {
  short: 'Username must be at least 3 characters long',
  long: 'Username must be at most 30 characters long',
  characters: 'Username can only contain letters, numbers, underscores, and hyphens',
  taken: 'This username is already taken',
  available: 'Username is available!',
}

test.group('A username', () => {
  test('is set, shown at once and can be changed', async ({ assert }) => {
    const { client, choose } = await setUp()
    const name = newName()
    const chosen = await choose(` ${name} `)
    assert.equal(chosen.status, 200)
    assert.equal(chosen.body.username, name)
    assert.deepEqual((await client.get('/api/auth/user')).body, chosen.body)
    assert.equal((await choose(name.toLowerCase())).body.username, name.toLowerCase())
    assert.equal((await choose(newName())).status, 200)
  })

  test('stays with its owner for 30 days after a change, also one that looks like it', async ({ assert }) => {
    const { client, choose, rows } = await setUp()
    const other = await visit()
    await other.client.register()
    const take = async (name: string) => (await other.client.put('/api/user/username', { username: name })).status
    const [first, second] = [`Ill_${newName()}`, newName()]
    await choose(first)
    await choose(second)
    assert.equal(await take(first), 409)
    assert.equal(await take(first.replaceAll('l', '1')), 409)
    const exported = (await client.get('/api/user/export')).body
    assert.deepEqual(exported.account.formerUsernames, [first.toLowerCase()])
    assert.equal((await choose(first)).status, 200, 'its owner takes it back')
    assert.equal(await take(second), 409)
    await rows(`UPDATE former_usernames SET released_at = now() - interval '31 days' WHERE username_key = lower($1)`, [
      second,
    ])
    assert.equal(await take(second), 200)
  })

  test('is kept for the latest three', async ({ assert }) => {
    const { client, choose, rows } = await setUp()
    const names = [newName(), newName(), newName(), newName(), newName()]
    for (const name of names) assert.equal((await choose(name)).status, 200)
    const kept = await rows('SELECT username_key FROM former_usernames WHERE user_id = $1 ORDER BY released_at', [
      client.user.id,
    ])
    assert.deepEqual(
      kept.map(({ username_key }) => username_key),
      names.slice(1, 4).map((name) => name.toLowerCase())
    )
  })

  for (const [what, username, message] of [
    ['two characters', 'ab', messages.short],
    ['two characters and spaces around them', '   ab   ', messages.short],
    ['nothing', '', messages.short],
    ['31 characters', 'a'.repeat(31), messages.long],
    ['a space', 'ab cd', messages.characters],
    ['a dot', 'ab.cd', messages.characters],
    ['a letter beyond ASCII', 'zoë', messages.characters],
    ['a letter that looks like another', 'аdmin', messages.characters],
    ['a slash', 'ab/cd', messages.characters],
    ['a line break', 'abc\ndef', messages.characters],
    ['a script', '<script>', messages.characters],
  ] as const)
    test(`is refused with a message by both calls: ${what}`, async ({ assert }) => {
      const { client, choose, check } = await setUp()
      const refused = await choose(username)
      assert.equal(refused.status, 422)
      assert.deepInclude(refused.body, { message, code: 'invalid' })
      assert.equal(refused.body.errors[0].field, 'username')
      if (username !== '') assert.deepEqual(await check(username), { available: false, message })
      assert.isNull((await client.get('/api/auth/user')).body.username)
    })

  test('may have 3 to 30 characters', async ({ assert }) => {
    const { choose } = await setUp()
    for (const name of [`x${(process.pid % 900) + 100}`.slice(0, 3), `${process.pid}`.padEnd(30, '-_9')])
      assert.equal((await choose(name)).status, 200, name)
  })

  test('returns 422 when it is missing or not a string', async ({ assert }) => {
    const { client, choose } = await setUp()
    for (const username of [undefined, null, 7, true, ['abc'], { a: 1 }])
      assert.equal((await choose(username)).status, 422)
    for (const body of [[], 'text', null]) assert.equal((await client.put('/api/user/username', body)).status, 422)
  })

  test('is taken for others, ignoring case, and available for its owner', async ({ assert }) => {
    const [owner, other] = [await setUp(), await setUp()]
    const name = newName()
    await owner.choose(name)
    for (const spelled of [name, name.toUpperCase(), name.toLowerCase()]) {
      assert.deepEqual(await other.check(spelled), { available: false, message: messages.taken })
      const refused = await other.choose(spelled)
      assert.equal(refused.status, 409)
      assert.deepInclude(refused.body, { message: messages.taken, code: 'username_taken' })
      assert.deepEqual(await owner.check(spelled), { available: true, message: messages.available })
    }
    await owner.choose(newName())
    assert.deepEqual(await other.check(name), { available: false, message: messages.taken })
  })

  test('that is reserved is taken, ignoring case', async ({ assert }) => {
    const { choose, check } = await setUp()
    for (const name of ['admin', 'ADMIN', 'api', brand.name, brand.name.toUpperCase(), 'support', 'moderator']) {
      assert.deepEqual(await check(name), { available: false, message: messages.taken }, name)
      assert.equal((await choose(name)).status, 409)
    }
    assert.isTrue((await check(`admin-${process.pid}-${++count}`)).available)
  })

  test('that looks like another user’s is taken, also under concurrency, and stored ones stay', async ({ assert }) => {
    const [owner, other] = [await setUp(), await setUp()]
    const base = `x${process.pid}${++count}`
    await owner.choose(`${base}-Palm0`)
    for (const name of [`${base}-palrno`, `${base}-PaIm0`, `${base}-pa1mO`]) {
      assert.equal((await other.choose(name)).status, 409, name)
      assert.deepEqual(await other.check(name), { available: false, message: messages.taken })
    }
    assert.equal((await other.choose(`${base}-paim0`)).status, 200)

    const spellings = ['rnoon', 'moon', 'mo0n', 'm0on', 'rno0n', 'm00n'].map((name) => `${base}${name}`)
    const people = await Promise.all(spellings.map(setUp))
    const chosen = await Promise.all(people.map(({ choose }, index) => choose(spellings[index])))
    assert.lengthOf(
      chosen.filter(({ status }) => status === 200),
      1
    )

    await owner.rows('UPDATE users SET username = $2 WHERE id = $1', [other.client.user.id, `${base}-palrn0`])
    assert.equal((await other.choose(`${base}-Palrn0`)).status, 200)
    assert.isTrue((await other.check(`${base}-palrn0`)).available)
  })

  test('goes to one of twenty concurrent requests', async ({ assert }) => {
    const people = await Promise.all(Array.from({ length: 20 }, setUp))
    const name = newName()
    const answers = await Promise.all(
      people.map(({ choose }, index) => choose(index % 2 ? name.toUpperCase() : name.toLowerCase()))
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)])
    const owners = await people[0]!.rows('SELECT 1 FROM users WHERE lower(username) = lower($1)', [name])
    assert.lengthOf(owners, 1)
  })

  test('changes nothing else', async ({ assert }) => {
    const { client } = await setUp()
    const before = (await client.get('/api/auth/user')).body
    const username = newName()
    const sent = { username, isAdmin: true, rubies: 9, email: 'x@example.test', limitlessEnabled: true }
    assert.deepEqual((await client.put('/api/user/username', sent)).body, { ...before, username })
  })

  test('can’t be set or checked without a session', async ({ assert }) => {
    const { another } = await setUp()
    assert.equal((await another().get('/api/user/username/check/somebody')).status, 401)
    assert.equal((await another().put('/api/user/username', { username: newName() })).status, 401)
  })

  test('can be checked with any text in the path without a server error', async ({ assert }) => {
    const { client } = await setUp()
    for (const name of [
      '%25',
      '%2F',
      '%27%3B%20DROP',
      'a%0Ab',
      encodeURIComponent('a'.repeat(2_000)),
      '%E2%98%83%E2%98%83%E2%98%83',
    ]) {
      const answer = await client.get(`/api/user/username/check/${name}`)
      assert.equal(answer.status, 200, name)
      assert.isFalse(answer.body.available)
    }
    assert.isBelow((await client.get('/api/user/username/check/%FF%FE')).status, 500)
  })
})
