import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { Limiters } from '#modules/kernel/rate_limit'
import { Gallery } from '../index.ts'
import { encodeCursor } from '#modules/kernel/pages'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { limits, type Character, type Comment } from '../api.ts'
import { PostComment } from '../src/actions/post_comment.ts'
import { RemoveComment } from '../src/actions/remove_comment.ts'
import { PublicationGate } from '../src/publication/publication_gate.ts'
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
  test('are public, newest first, with their authors', async ({ assert }) => {
    const { author, reader, visitor, path } = await setUp()
    assert.deepEqual((await visitor.get(path)).body, [])
    const first = await reader.post(path, { content: '  Lovely. <b>{{user}}</b>\n ' })
    assert.equal(first.status, 201)
    const { id, createdAt, ...rest } = first.body as Comment
    assert.deepEqual(rest, {
      content: 'Lovely. <b>{{user}}</b>',
      editedAt: null,
      parentId: null,
      replies: 0,
      user: { id: reader.user.id, firstName: 'Ann', username: null, profileImageUrl: null },
    })
    assert.isTrue(new Date(createdAt).toISOString() === createdAt && id.length > 0)
    const second = await author.post(path, { content: 'Thank you.' })
    const { status, body } = await visitor.get(path)
    assert.equal(status, 200)
    assert.deepEqual(body, [second.body, first.body])
    assert.notInclude(JSON.stringify(body), '@example.test')
  })

  test('require a session and a text of at most 2,000 characters', async ({ assert }) => {
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

  test('are paged', async ({ assert }) => {
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

  test('lead the first page when they are linked, as far as the reader may see them', async ({ assert }) => {
    const { author, reader, visitor, path, run, id } = await setUp()
    const oldest = (await reader.post(path, { content: 'The oldest' })).body as Comment
    const reply = (await author.post(path, { content: 'A reply', parentId: oldest.id })).body as Comment
    await run(
      `INSERT INTO character_comments (character_id, user_id, content, created_at)
       SELECT $1, $2, 'comment ' || n, now() + n * interval '1 second' FROM generate_series(1, 12) AS n`,
      [id, reader.user.id]
    )
    const idsOf = async (query: string) =>
      ((await visitor.get(`${path}?limit=5${query}`)).body as Comment[]).map((each) => each.id)
    const first = await idsOf('')
    assert.deepEqual(await idsOf(`&linked=${oldest.id}`), [oldest.id, ...first])
    assert.deepEqual(await idsOf(`&linked=${first[2]}`), first)
    for (const elsewhere of [reply.id, newId()]) assert.deepEqual(await idsOf(`&linked=${elsewhere}`), first)
    const { headers } = await visitor.get(`${path}?limit=5&linked=${oldest.id}`)
    const [, next] = /<([^>]*)>/.exec(String(headers.link))!
    assert.notInclude(
      ((await visitor.get(next!)).body as Comment[]).map((each) => each.id),
      oldest.id
    )
    await run('UPDATE character_comments SET removed_at = now() WHERE id = $1', [oldest.id])
    assert.deepEqual(await idsOf(`&linked=${oldest.id}`), first)
  })

  test('of another user’s private character return 404, of a gated one 403', async ({ assert }) => {
    const secret = await setUp({ isPublic: false })
    for (const client of [secret.reader, secret.visitor]) assert.equal((await client.get(secret.path)).status, 404)
    assert.equal((await secret.reader.post(secret.path, { content: 'Found you.' })).status, 404)
    assert.equal((await secret.author.post(secret.path, { content: 'Mine.' })).status, 201)

    const adult = await setUp({ isNsfw: true })
    assert.equal((await adult.visitor.get(adult.path)).status, 404)
    for (const answer of [await adult.reader.get(adult.path), await adult.reader.post(adult.path, { content: 'Oh.' })])
      assert.deepEqual([answer.status, answer.body.message], [403, 'Adult Content: enable it in Settings'])
    await adult.run(
      `UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`,
      [adult.reader.user.id]
    )
    assert.equal((await adult.reader.post(adult.path, { content: 'Oh.' })).status, 201)

    for (const id of [newId(), 'nonsense'])
      assert.equal((await adult.reader.get(`/api/characters/${id}/comments`)).status, 404)
  })

  test('are limited per ten minutes, also concurrently', async ({ assert }) => {
    const [character] = await putCharacters([{}])
    const gate = await app.container.make(PublicationGate)
    const post = new PostComment(
      await database(),
      { enabled: true } as Limiters,
      gate,
      await app.container.make(Gallery)
    )
    const about = { id: character!, isNsfw: false }
    const [busy, other] = [newId(), newId()]
    const tried = Array.from({ length: limits.commentsPerTenMinutes + 5 }, () => post.run(busy, about, 'Again.'))
    const answers = await Promise.all(tried)
    assert.equal(answers.filter(({ ok }) => ok).length, limits.commentsPerTenMinutes)
    const refusal = answers.find(({ ok }) => !ok)
    assert.isTrue(refusal && !refusal.ok && refusal.failure.kind === 'too_many')
    if (refusal && !refusal.ok && refusal.failure.kind === 'too_many') {
      assert.isAbove(refusal.failure.retryAfterSeconds, 500)
      assert.isAtMost(refusal.failure.retryAfterSeconds, 600)
    }
    assert.isTrue((await post.run(other, about, 'First.')).ok)
  })
})

test.group('Removing a comment', () => {
  const posted = async (client: Client, path: string): Promise<string> =>
    (await client.post(path, { content: 'Well said.' })).body.id

  test('is allowed to its author, the character’s owner and admins only', async ({ assert }) => {
    const { author, reader, visitor, path, run } = await setUp()
    const { url } = await sharedServer()
    const [otherUser, admin] = await Promise.all([new Client(url).register(), new Client(url).register()])
    await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    const id = await posted(reader, path)
    assert.equal((await visitor.delete(`${path}/${id}`)).status, 401)
    const refused = await otherUser.delete(`${path}/${id}`)
    assert.deepEqual([refused.status, refused.body.code], [403, 'not_yours'])

    for (const client of [reader, author, admin]) {
      const comment = await posted(reader, path)
      const { status, body } = await client.delete(`${path}/${comment}`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['message'])
      assert.equal((await client.delete(`${path}/${comment}`)).status, 404)
    }
    const left = (await visitor.get(path)).body as Comment[]
    assert.deepEqual(
      left.map((comment) => comment.id),
      [id]
    )
    const taken = JSON.parse((await reader.get('/api/user/export')).text)
    assert.lengthOf(taken.comments, 1)
  })

  test('returns 404 for comments hidden from the caller', async ({ assert }) => {
    const secret = await setUp({ isPublic: false })
    const other = await setUp()
    const hidden = await posted(secret.author, secret.path)
    for (const path of [`${secret.path}/${hidden}`, `${other.path}/${hidden}`, `${other.path}/${newId()}`])
      assert.equal((await other.reader.delete(path)).status, 404, path)
    assert.equal((await other.author.delete(`${other.path}/nonsense`)).status, 404)
    assert.lengthOf((await secret.author.get(secret.path)).body, 1)
  })

  test('can be undone for half an hour by the remover', async ({ assert }) => {
    const { author, reader, visitor, path, run } = await setUp()
    const id = await posted(reader, path)
    const [before] = (await visitor.get(path)).body
    await author.delete(`${path}/${id}`)
    assert.equal((await reader.post(`${path}/${id}/restore`)).status, 404)
    const restored = await author.post(`${path}/${id}/restore`)
    assert.equal(restored.status, 200)
    assert.deepEqual(restored.body, before)
    assert.deepEqual((await visitor.get(path)).body, [before])
    assert.equal((await author.post(`${path}/${id}/restore`)).status, 404)

    await reader.delete(`${path}/${id}`)
    await run(`UPDATE character_comments SET removed_at = now() - interval '31 minutes' WHERE id = $1`, [id])
    assert.equal((await reader.post(`${path}/${id}/restore`)).status, 404)
  })

  test('by an admin is recorded without the text, and so is restoring', async ({ assert }) => {
    const { reader, path, run, id: characterId } = await setUp()
    const { url } = await sharedServer()
    const admin = await new Client(url).register()
    await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    const id = await posted(reader, path)
    await admin.delete(`${path}/${id}`)
    await admin.post(`${path}/${id}/restore`)
    const own = await posted(admin, path)
    await admin.delete(`${path}/${own}`)

    const acts = await run('SELECT * FROM admin_acts WHERE actor_id = $1 ORDER BY id', [admin.user.id])
    const comment = { commentId: id, authorId: reader.user.id }
    assert.deepEqual(
      acts.map(({ kind, subject_id, before, after }) => ({ kind, subject_id, before, after })),
      [
        { kind: 'comment_removed', subject_id: characterId, before: comment, after: null },
        { kind: 'comment_restored', subject_id: characterId, before: null, after: comment },
      ]
    )
    assert.notInclude(JSON.stringify(acts), 'Well said.')
  })

  test('is rolled back when the log fails', async ({ assert }) => {
    const { reader, visitor, path, run } = await setUp()
    const { url } = await sharedServer()
    const admin = await new Client(url).register()
    await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.user.id])
    const id = await posted(reader, path)
    const [{ id: characterId }] = await run('SELECT character_id AS id FROM character_comments WHERE id = $1', [id])
    await run(
      `ALTER TABLE admin_acts ADD CONSTRAINT no_removal_here
       CHECK (kind <> 'comment_removed' OR subject_id <> '${characterId}') NOT VALID`
    )
    assert.equal((await admin.delete(`${path}/${id}`)).status, 500)
    assert.lengthOf((await visitor.get(path)).body, 1)
    await run('ALTER TABLE admin_acts DROP CONSTRAINT no_removal_here')
  })

  test('deletes the row after an hour', async ({ assert }) => {
    const db = await database()
    const [character] = await putCharacters([{}])
    const gate = await app.container.make(PublicationGate)
    const post = new PostComment(db, { enabled: false } as Limiters, gate, await app.container.make(Gallery))
    const about = { id: character!, isNsfw: false }
    const [early, late] = [await post.run(newId(), about, 'One.'), await post.run(newId(), about, 'Two.')]
    if (!early.ok || !late.ok) throw new Error('not posted')
    await db.rawQuery(
      `UPDATE character_comments SET removed_at = now() - CASE WHEN id = ? THEN interval '61 minutes' ELSE interval '1 minute' END
       WHERE character_id = ?`,
      [early.value.id, character!]
    )
    await new RemoveComment(db, {} as Gallery).purge()
    const { rows } = await db.rawQuery('SELECT id FROM character_comments WHERE character_id = ?', [character!])
    assert.deepEqual(rows, [{ id: late.value.id }])
  })
})
