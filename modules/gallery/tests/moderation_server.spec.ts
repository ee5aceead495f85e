import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startImageUpstream } from '#tests/support/image_upstream'
import { startServer } from '#tests/support/server'
import { waitUntil } from '#tests/support/wait_until'
import { aDraft } from './support.ts'

test.group('A server with a moderation provider', (group) => {
  group.each.timeout(120_000)

  test('publishes characters, comments and names that the provider has judged', async ({ assert }) => {
    const found = { flagged: true, categories: { hate: true } }
    const nothing = { flagged: false, categories: { hate: false } }
    const upstream = await startImageUpstream()
    let judging = Promise.withResolvers<void>()
    upstream.answer = async (call) => {
      await judging.promise
      call.json({ results: call.body.input.map((text: string) => (text.includes('Bad') ? found : nothing)) })
    }
    const server = await startServer({
      env: {
        MODERATION: 'local, openai-compatible',
        MODERATION_BASE_URL: `${upstream.origin}/v1`,
        MODERATION_API_KEY: 'test-key-77aa',
        MODERATION_MODEL: 'text-moderation',
      },
    })
    try {
      const author = await new Client(server.url).register({ firstName: 'Bad Robin' })
      const [visitor, run] = [new Client(server.url), asking(server.databaseUrl)]
      const [good, bad] = [
        (await author.post('/api/characters', aDraft())).body,
        (await author.post('/api/characters', { ...aDraft(), backstory: 'Bad.' })).body,
      ]
      assert.include(good, { isPublic: false, review: 'waiting' })
      judging.resolve()
      const reviewOf = async (id: string) => (await author.get(`/api/characters/${id}`)).body.review ?? null
      await waitUntil('the good one is public', async () => (await reviewOf(good.id)) === null)
      await waitUntil('the bad one is held', async () => (await reviewOf(bad.id)) === 'held')
      assert.equal((await visitor.get(`/api/characters/${good.id}`)).status, 200)
      assert.equal((await visitor.get(`/api/characters/${bad.id}`)).status, 404)
      const comments = `/api/characters/${good.id}/comments`
      judging = Promise.withResolvers()
      assert.equal((await author.post(comments, { content: 'Good.' })).body.review, 'waiting')
      judging.resolve()
      await waitUntil('the comment is public', async () => (await visitor.get(comments)).body.length === 1)
      await waitUntil(
        'the profile is held',
        async () =>
          (await run(`SELECT FROM publication_reviews WHERE subject_id = $1 AND state = 'held'`, [author.user.id]))
            .length === 1
      )
      assert.equal(upstream.calls[0]!.path, '/v1/moderations')
      assert.equal(upstream.calls[0]!.headers.authorization, 'Bearer test-key-77aa')
      assert.notInclude(server.log(), 'Mends nets')
    } finally {
      upstream.close()
      await server.stop()
    }
  })
})
