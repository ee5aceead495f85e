import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { encodeCursor } from '#modules/kernel/pages'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { limits, type Character, type Comment } from '../api.ts'
import { PostComment } from '../src/actions/post_comment.ts'
import { aDraft, database, putCharacters } from './support.ts'

const setUp = async (fields: Record<string, unknown> = {}) => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const [author, reader] = await Promise.all([
    new Client(url).register(),
    new Client(url).register({ firstName: 'Ann' }),
  ])
  const { id } = (await author.post('/api/characters', { ...aDraft(), ...fields })).body as Character
  return { author, reader, visitor: new Client(url), run, id, path: `/api/characters/${id}/comments` }
}

test.group('Comments', () => {
  test('are read by everyone, newest first, with who wrote them', async ({ assert }) => {
    const { author, reader, visitor, path } = await setUp()
    assert.deepEqual((await visitor.get(path)).body, [])
    const first = await reader.post(path, { content: '  Lovely. <b>{{user}}</b>\n ' })
    assert.equal(first.status, 201)
    const { id, createdAt, ...rest } = first.body as Comment
    assert.deepEqual(rest, {
      content: 'Lovely. <b>{{user}}</b>',
      user: { id: reader.user.id, firstName: 'Ann', username: null, profileImageUrl: null },
    })
    assert.isTrue(new Date(createdAt).toISOString() === createdAt && id.length > 0)
    const second = await author.post(path, { content: 'Thank you.' })
    const { status, body } = await visitor.get(path)
    assert.equal(status, 200)
    assert.deepEqual(body, [second.body, first.body])
    assert.notInclude(JSON.stringify(body), '@example.test')
  })

  test('need a session and a text of at most 2,000 characters', async ({ assert }) => {
    const { reader, visitor, path } = await setUp()
    assert.equal((await visitor.post(path, { content: 'Hello' })).status, 401)
    for (const content of [
      '',
      ' \n\t',
      '\u200b',
      undefined,
      null,
      7,
      ['a'],
      { a: 1 },
      'x'.repeat(2_001),
      'nul \u0000',
    ]) {
      const { status, body } = await reader.post(path, { content })
      assert.equal(status, 422, JSON.stringify(content))
      assert.equal(body.errors[0].field, 'content')
    }
    assert.equal((await reader.post(path, { content: '🦊'.repeat(2_000) })).status, 201)
    assert.lengthOf((await visitor.get(path)).body, 1)
  })

  test('come in pages', async ({ assert }) => {
    const { reader, visitor, path, run, id } = await setUp()
    await run(
      `INSERT INTO character_comments (character_id, user_id, content, created_at)
       SELECT $1, $2, 'comment ' || n, '2026-01-01'::timestamptz + n / 3 * interval '1 second' FROM generate_series(1, 120) AS n`,
      [id, reader.user.id]
    )
    const all: string[] = []
    const sizes: number[] = []
    let next: string | undefined = path
    while (next) {
      const { body, headers } = await visitor.get(next)
      sizes.push(body.length)
      all.push(...(body as Comment[]).map(({ content }) => content))
      next = /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
    }
    assert.deepEqual(sizes, [50, 50, 20])
    assert.equal(new Set(all).size, 120)
    assert.lengthOf((await visitor.get(`${path}?limit=100`)).body, 100)
    const yearZero = encodeCursor(['comment', '0000-01-01T00:00:00.000Z', id])
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=zzz', 'cursor=', `cursor=${yearZero}`, 'limit[]=1'])
      assert.equal((await visitor.get(`${path}?${query}`)).status, 422, query)
  })

  test('of another’s private character are not there, and those of an adult one are gated', async ({ assert }) => {
    const secret = await setUp({ isPublic: false })
    for (const who of [secret.reader, secret.visitor]) assert.equal((await who.get(secret.path)).status, 404)
    assert.equal((await secret.reader.post(secret.path, { content: 'Found you.' })).status, 404)
    assert.equal((await secret.author.post(secret.path, { content: 'Mine.' })).status, 201)

    const adult = await setUp({ isNsfw: true })
    assert.equal((await adult.visitor.get(adult.path)).status, 404)
    for (const answer of [await adult.reader.get(adult.path), await adult.reader.post(adult.path, { content: 'Oh.' })])
      assert.deepEqual([answer.status, answer.body.message], [403, 'Adult Content: enable it in Settings'])
    await adult.run('UPDATE users SET limitless_enabled = true WHERE id = $1', [adult.reader.user.id])
    assert.equal((await adult.reader.post(adult.path, { content: 'Oh.' })).status, 201)

    for (const id of [newId(), 'nonsense'])
      assert.equal((await adult.reader.get(`/api/characters/${id}/comments`)).status, 404)
  })

  test('are so many in ten minutes, many at once too, and then no more for a while', async ({ assert }) => {
    const [character] = await putCharacters([{}])
    const post = new PostComment(await database(), { limitsEnabled: true })
    const [busy, other] = [newId(), newId()]
    const tried = Array.from({ length: limits.commentsPerTenMinutes + 5 }, () => post.run(busy, character!, 'Again.'))
    const answers = await Promise.all(tried)
    assert.equal(answers.filter(({ ok }) => ok).length, limits.commentsPerTenMinutes)
    const refusal = answers.find(({ ok }) => !ok)
    assert.isTrue(refusal && !refusal.ok && refusal.failure.kind === 'too_many')
    if (refusal && !refusal.ok && refusal.failure.kind === 'too_many') {
      assert.isAbove(refusal.failure.retryAfterSeconds, 500)
      assert.isAtMost(refusal.failure.retryAfterSeconds, 600)
    }
    assert.isTrue((await post.run(other, character!, 'First.')).ok)
  })
})
