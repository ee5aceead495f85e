import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { drawingBy, startImageUpstream, type ImageUpstream } from '#tests/support/image_upstream'
import { fetchPicture, openStage, plain, type PictureServer } from './support.ts'

test.group('Drawn pictures', (group) => {
  let stage: PictureServer
  let upstream: ImageUpstream
  group.setup(async () => {
    upstream = await startImageUpstream()
    stage = await openStage(drawingBy(upstream))
    return async () => {
      await stage.server.stop()
      upstream.close()
    }
  })
  const register = () => new Client(stage.server.url).register()
  /** Draws a picture of one color. The same color is the same picture. */
  const draw = async (client: Client, body: object = {}, color?: string): Promise<string> => {
    const picture = await plain(60, 40, color).png().toBuffer()
    upstream.answer = (call) => call.draw(picture)
    const { status, body: answer, text } = await client.post('/api/generate-image', { prompt: 'A lamp', ...body })
    if (status !== 200) throw new Error(text)
    return answer.imageUrl
  }
  const list = async (client: Client, query = '') => (await client.get(`/api/pictures${query}`)).body
  const rowsOf = (url: string) =>
    stage.run('SELECT owner_id FROM pictures WHERE hash = $1', [/[0-9a-f]{64}/.exec(url)![0]])
  const removed = (url: string) =>
    stage.run('SELECT FROM removed_pictures WHERE hash = $1', [/[0-9a-f]{64}/.exec(url)![0]])

  test('are listed with what it takes to draw them again, newest first and in pages', async ({ assert }) => {
    const client = await register()
    const first = await draw(client, { prompt: ' A lamp ', model: 'sdxl-lightning', aspect: '2:3' })
    const second = await draw(client)
    const all = await list(client)
    assert.deepEqual(
      all.map(({ url }: { url: string }) => url),
      [second, first]
    )
    const { id, createdAt, ...shown } = all[1]
    assert.match(id, /^[\da-f-]{36}$/)
    assert.isFalse(Number.isNaN(Date.parse(createdAt)))
    assert.deepEqual(shown, {
      url: first,
      prompt: 'A lamp',
      model: 'sdxl-lightning',
      modelName: 'SDXL Lightning',
      aspect: '2:3',
      options: {},
      seed: null,
      isDemo: false,
    })
    const page = await client.get('/api/pictures?limit=1')
    assert.deepEqual(page.body, [all[0]])
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))!
    const last = await client.get(next!)
    assert.deepEqual(last.body, [all[1]])
    assert.isUndefined(last.headers.link)
    assert.deepEqual(await list(await register()), [])
    for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?limit=a'])
      assert.equal((await client.get(`/api/pictures${query}`)).status, 422, query)
  })

  test('move to the top when the same picture is drawn again', async ({ assert }) => {
    const client = await register()
    const url = await draw(client, { prompt: 'First' }, '#123456')
    await draw(client)
    assert.equal(await draw(client, { prompt: 'Again' }, '#123456'), url)
    assert.deepEqual(
      (await list(client)).map(({ prompt }: { prompt: string }) => prompt),
      ['Again', 'A lamp']
    )
  })

  test('are deleted with their file', async ({ assert }) => {
    const client = await register()
    const url = await draw(client)
    const [{ id }] = await list(client)
    assert.equal((await (await register()).call(`/api/pictures/${id}`, { method: 'DELETE' })).status, 404)
    const answer = await client.call(`/api/pictures/${id}`, { method: 'DELETE' })
    assert.deepEqual([answer.status, answer.body.isKept], [200, false])
    assert.deepEqual(await list(client), [])
    assert.deepEqual(await rowsOf(url), [])
    assert.lengthOf(await removed(url), 1)
    assert.equal((await client.call(`/api/pictures/${id}`, { method: 'DELETE' })).status, 404)
  })

  test('keep their file while a character shows it', async ({ assert }) => {
    const client = await register()
    const url = await draw(client)
    const made = await client.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Born at sea.',
      personality: 'Calm.',
      avatar: url,
    })
    assert.equal(made.status, 201, made.text)
    const [{ id }] = await list(client)
    const { body } = await client.call(`/api/pictures/${id}`, { method: 'DELETE' })
    assert.isTrue(body.isKept)
    assert.deepEqual(await list(client), [])
    assert.deepEqual(await rowsOf(url), [{ owner_id: client.user.id }])
    assert.equal((await fetchPicture(stage.server, url)).status, 200)
  })

  test('share a file that is removed with the last entry', async ({ assert }) => {
    const [first, second] = [await register(), await register()]
    const url = await draw(first, {}, '#654321')
    assert.equal(await draw(second, {}, '#654321'), url)
    const remove = async (client: Client) => {
      const [{ id }] = await list(client)
      assert.equal((await client.call(`/api/pictures/${id}`, { method: 'DELETE' })).status, 200)
    }
    await remove(first)
    assert.deepEqual(await rowsOf(url), [{ owner_id: null }])
    assert.equal((await fetchPicture(stage.server, url)).status, 200)
    await remove(second)
    assert.deepEqual(await rowsOf(url), [])
    assert.lengthOf(await removed(url), 1)
  })

  test('go with their account, except those that others have drawn, too', async ({ assert }) => {
    const [leaving, other] = [await register(), await register()]
    const own = await draw(leaving)
    const shared = await draw(leaving, {}, '#abcdef')
    await draw(other, {}, '#abcdef')
    const body = { currentPassword: 'correct horse' }
    assert.equal((await leaving.call('/api/user', { method: 'DELETE', body })).status, 200)
    assert.deepEqual(await rowsOf(own), [])
    assert.deepEqual(await rowsOf(shared), [{ owner_id: null }])
    assert.lengthOf(await list(other), 1)
    assert.deepEqual(await stage.run('SELECT FROM drawn_pictures WHERE user_id = $1', [leaving.user.id]), [])
  })

  test('are in the account’s export', async ({ assert }) => {
    const client = await register()
    const url = await draw(client, { prompt: 'A secret lamp' })
    const { text } = await client.get('/api/user/export')
    assert.containsSubset(JSON.parse(text).drawnPictures, [{ url, prompt: 'A secret lamp' }])
  })
})
