import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { pictureWidths, type Character, type CharacterSummary } from '../api.ts'
import { newWord } from './support.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const user = await new Client(url).register()
  const run = asking(databaseUrl)
  const put = async (fields: {
    name?: string
    tags?: string[]
    is_public?: boolean
    is_nsfw?: boolean
    created_by?: string
  }): Promise<string> => {
    const all = {
      name: 'Somebody',
      tags: [],
      is_public: true,
      is_nsfw: false,
      created_by: newId(),
      description: 'Hidden?',
      avatar: '/a.png',
      ...fields,
    }
    const columns = Object.keys(all)
    const [row] = await run(
      `INSERT INTO characters (${columns.join(', ')}) VALUES (${columns.map((_, n) => `$${n + 1}`).join(', ')}) RETURNING id`,
      Object.values(all)
    )
    return row.id
  }
  return { user, another: () => new Client(url).register(), visitor: new Client(url), run, put }
}

test.group('The gallery over HTTP', () => {
  test('shows the eight to a visitor, with immutable pictures', async ({ assert }) => {
    const { visitor } = await setUp()
    const { status, body } = await visitor.get('/api/characters?q=ferries')
    assert.equal(status, 200)
    const [wenna] = body as CharacterSummary[]
    assert.deepInclude(wenna, {
      name: 'Wenna Thorncroft',
      category: 'Fantasy',
      isNsfw: false,
      isPublic: true,
      likes: 0,
      liked: false,
    })
    assert.notProperty(wenna, 'backstory')
    for (const width of [undefined, ...pictureWidths]) {
      const picture = await visitor.get(wenna!.avatar! + (width ? `?w=${width}` : ''))
      assert.equal(picture.status, 200)
      assert.equal(picture.headers['content-type'], 'image/webp')
      assert.equal(picture.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(picture.headers['x-content-type-options'], 'nosniff')
    }
    for (const width of ['97', '0', '', '-96', '96.0', '1e2', '3072', '96&w=192', '../96'])
      assert.equal((await visitor.get(`${wenna!.avatar}?w=${width}`)).status, 404, width)
    const earlier = await visitor.get('/pictures/builtin/wenna-avatar-000000000000.webp?w=96')
    assert.deepEqual([earlier.status, earlier.headers['cache-control']], [200, 'public, max-age=300'])
    for (const file of ['nobody-avatar.webp', 'wenna-avatar.svg', '..%2f..%2fprovider.ts', 'pictures.json'])
      assert.equal((await visitor.get(`/pictures/builtin/${file}`)).status, 404, file)
  })

  test('returns a character, or 404 for unknown, malformed and private ids', async ({ assert }) => {
    const { user, visitor, put } = await setUp()
    const [{ id }] = (await visitor.get('/api/characters?q=ferries')).body
    const { status, body } = await visitor.get(`/api/characters/${id}`)
    assert.equal(status, 200)
    const character = body as Character
    assert.include(character.backstory, 'Hollow Water')
    assert.include(character.firstMessage, '{{user}}')
    assert.isNull(character.greeting)
    const secret = await put({ is_public: false })
    const mine = await put({ is_public: false, created_by: user.user.id })
    for (const [who, path] of [
      [visitor, secret],
      [user, secret],
      [visitor, mine],
      [user, newId()],
      [user, 'nonsense'],
    ] as const) {
      const answer = await who.get(`/api/characters/${path}`)
      assert.equal(answer.status, 404)
      assert.property(answer.body, 'message')
    }
    assert.equal((await user.get(`/api/characters/${mine}`)).status, 200)
    for (const path of [secret, 'nonsense'])
      assert.equal((await user.get(`/api/characters/${path}/similar`)).status, 404)
    assert.equal((await visitor.get(`/api/characters/${id}/similar`)).status, 200)
    assert.include((await visitor.get('/api/characters/tags')).body, 'Folklore')
  })

  test('pages by the Link header and keeps the query', async ({ assert }) => {
    const { visitor, put } = await setUp()
    const tag = newWord()
    for (const name of ['Cleo', 'Abel', 'Bert']) await put({ name, tags: [tag] })
    const names: string[] = []
    let path: string | undefined = `/api/characters?category=${tag}&sort=name&limit=2`
    while (path) {
      const { body, headers } = await visitor.get(path)
      names.push(...(body as CharacterSummary[]).map(({ name }) => name))
      path = /^<(.*)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
    }
    assert.deepEqual(names, ['Abel', 'Bert', 'Cleo'])
  })

  test('returns 422 for an invalid limit, sort, cursor or text', async ({ assert }) => {
    const { visitor } = await setUp()
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'sort=best', 'cursor=zzz', 'q[]=a', 'q=%00abc']) {
      const { status, body } = await visitor.get(`/api/characters?${query}`)
      assert.equal(status, 422, query)
      assert.isString(body.code)
    }
  })

  test('requires a session for a like and counts it', async ({ assert }) => {
    const { user, another, visitor, put } = await setUp()
    const id = await put({})
    assert.equal((await visitor.post(`/api/characters/${id}/like`)).status, 401)
    assert.deepEqual((await user.post(`/api/characters/${id}/like`)).body, { liked: true, likes: 1 })
    const other = await another()
    assert.deepEqual((await other.post(`/api/characters/${id}/like`)).body, { liked: true, likes: 2 })
    assert.deepInclude((await user.get(`/api/characters/${id}`)).body, { liked: true, likes: 2 })
    assert.deepInclude((await visitor.get(`/api/characters/${id}`)).body, { liked: false, likes: 2 })
    assert.deepEqual((await user.post(`/api/characters/${id}/like`)).body, { liked: false, likes: 1 })
    const secret = await put({ is_public: false })
    assert.equal((await user.post(`/api/characters/${secret}/like`)).status, 404)
    const adult = await put({ is_nsfw: true })
    const gated = await user.post(`/api/characters/${adult}/like`)
    assert.deepEqual([gated.status, gated.body.message], [403, 'Adult Content: enable it in Settings'])
  })

  test('applies the switch for adult content from the next call', async ({ assert }) => {
    const { user, visitor, put, run } = await setUp()
    const tag = newWord()
    const id = await put({ tags: [tag], is_nsfw: true })
    assert.isEmpty((await visitor.get(`/api/characters?category=${tag}`)).body)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    const [gated] = (await user.get(`/api/characters?category=${tag}`)).body
    assert.deepInclude(gated, { isNsfw: true, description: null, avatar: null })
    await run(
      `UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`,
      [user.user.id]
    )
    const [open] = (await user.get(`/api/characters?category=${tag}`)).body
    assert.deepInclude(open, { description: 'Hidden?', avatar: '/a.png' })
  })
})
