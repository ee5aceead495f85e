import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import type { Comment } from '../api.ts'
import { limits } from '../src/domain/limits.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const [owner, reader, other] = [
    await new Client(url).register(),
    await new Client(url).register(),
    await new Client(url).register(),
  ]
  const { body } = await owner.post('/api/characters', {
    name: 'Mo',
    description: 'Mends nets.',
    backstory: 'Was born at sea.',
    personality: 'Calm.',
    avatar: 'https://pictures.example.test/mo.png',
    isPublic: true,
  })
  const path = `/api/characters/${body.id}/comments`
  const post = (by: Client, content: string, parentId?: string) => by.post(path, { content, parentId })
  const textsOf = async (client: Client, query = ''): Promise<string[]> =>
    (await client.get(path + query)).body.map(({ content }: Comment) => content)
  return { url, run, owner, reader, other, path, post, textsOf, visitor: new Client(url), characterId: body.id }
}

test.group('Replies to comments', () => {
  test('are listed with their comment, oldest first, and counted', async ({ assert }) => {
    const { reader, other, visitor, path, post, textsOf } = await setUp()
    const first: Comment = (await post(reader, 'First.')).body
    await post(other, 'Second.')
    const reply = await post(other, 'A reply.', first.id)
    assert.equal(reply.status, 201)
    assert.deepInclude(reply.body, { parentId: first.id, editedAt: null, replies: 0 })
    await post(reader, 'Another reply.', first.id)

    assert.deepEqual(await textsOf(visitor), ['Second.', 'First.'])
    assert.deepEqual(await textsOf(visitor, '?sort=old'), ['First.', 'Second.'])
    assert.deepEqual(await textsOf(visitor, `?parent=${first.id}`), ['A reply.', 'Another reply.'])
    assert.deepEqual(
      (await visitor.get(path)).body.map(({ replies }: Comment) => replies),
      [0, 2]
    )
    const { headers, body } = await visitor.get(`${path}?parent=${first.id}&limit=1`)
    assert.lengthOf(body, 1)
    const [, next] = /^<(.*)>; rel="next"$/.exec(String(headers.link))!
    assert.deepEqual(
      (await visitor.get(next!)).body.map(({ content }: Comment) => content),
      ['Another reply.']
    )
    const older = await visitor.get(`${path}?sort=old&limit=1`)
    const [, rest] = /^<(.*)>; rel="next"$/.exec(String(older.headers.link))!
    assert.deepEqual(
      (await visitor.get(rest!)).body.map(({ content }: Comment) => content),
      ['Second.']
    )
  })

  test('are one level deep, and only to comments of the character', async ({ assert }) => {
    const { reader, other, post, textsOf, path } = await setUp()
    const stranger = await setUp()
    const comment: Comment = (await post(reader, 'First.')).body
    const reply: Comment = (await post(other, 'A reply.', comment.id)).body
    const elsewhere: Comment = (await stranger.post(stranger.reader, 'Elsewhere.')).body
    for (const parentId of [reply.id, newId(), elsewhere.id])
      assert.equal((await post(other, 'Deeper.', parentId)).body.code, 'no_such_comment')
    assert.equal((await post(other, 'Deeper.', 'abc')).status, 422)
    await reader.delete(`${path}/${comment.id}`)
    assert.equal((await post(other, 'Too late.', comment.id)).status, 404)
    assert.deepEqual(await textsOf(other), [])
  })

  test('are 200 at most', async ({ assert }) => {
    const { run, reader, other, post, characterId } = await setUp()
    const comment: Comment = (await post(reader, 'First.')).body
    await run(
      `INSERT INTO character_comments (character_id, user_id, content, parent_id)
       SELECT $1, $2, 'Again.', $3 FROM generate_series(1, $4::int)`,
      [characterId, other.user.id, comment.id, limits.repliesMax - 1]
    )
    assert.equal((await post(other, 'The last one.', comment.id)).status, 201)
    assert.equal((await post(other, 'One more.', comment.id)).body.code, 'too_many_replies')
  })

  test('are refused between people if one blocks the other, and hidden from them', async ({ assert }) => {
    const { reader, other, visitor, post, textsOf, path } = await setUp()
    const comment: Comment = (await post(reader, 'First.')).body
    const second: Comment = (await post(reader, 'Second.')).body
    await post(other, 'A reply.', second.id)
    await reader.put(`/api/user/hidings/person/${other.user.id}`)
    assert.equal((await post(other, 'Another.', comment.id)).body.code, 'blocked')
    assert.deepEqual(await textsOf(reader, `?parent=${second.id}`), [])
    assert.deepEqual(
      (await reader.get(path)).body.map(({ replies }: Comment) => replies),
      [0, 0]
    )
    assert.deepEqual(await textsOf(visitor, `?parent=${second.id}`), ['A reply.'])
  })
})

test.group('Editing a comment', () => {
  test('changes one’s own text, and says so', async ({ assert }) => {
    const { owner, reader, post, path, textsOf } = await setUp()
    const { id } = (await post(reader, 'Frist.')).body
    const edit = (by: Client, content: unknown) => by.put(`${path}/${id}`, { content })
    const edited = await edit(reader, ' First. ')
    assert.equal(edited.status, 200)
    assert.equal(edited.body.content, 'First.')
    assert.isString(edited.body.editedAt)
    assert.deepEqual(await textsOf(owner), ['First.'])
    assert.equal((await edit(owner, 'Mine.')).status, 404)
    for (const content of ['', ' ', 7, 'x'.repeat(limits.commentMax + 1)])
      assert.equal((await edit(reader, content)).status, 422)
    assert.equal((await edit(reader, '💎'.repeat(limits.commentMax))).status, 200)
    await reader.delete(`${path}/${id}`)
    assert.equal((await edit(reader, 'Back?')).status, 404)
  })
})
