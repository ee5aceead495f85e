import { test } from '@japa/runner'
import { limits } from '#modules/gallery/api'
import { nextOf, visitServer } from './support.ts'

const draft = {
  name: 'Mo',
  description: 'Mends nets.',
  backstory: 'Was born at sea.',
  personality: 'Calm.',
  avatar: 'https://pictures.example.test/mo.png',
}

/** A server with a moderator, and a creator whose character is held. */
const setUp = async (causes = ['hate']) => {
  const stage = await visitServer()
  const moderator = await stage.newStaff('moderator')
  const hold = async () => {
    const { id } = (await stage.user.post('/api/characters', draft)).body
    await stage.run(`UPDATE characters SET is_public = false, review = 'held' WHERE id = $1`, [id])
    const [review] = await stage.run(
      `INSERT INTO publication_reviews (user_id, character_id, state, causes) VALUES ($1, $2, 'held', $3) RETURNING id`,
      [stage.user.user.id, id, causes]
    )
    return { id, path: `/api/admin/reviews/${review.id}`, reviewId: review.id as string }
  }
  return { ...stage, moderator, hold, ...(await hold()) }
}

test.group('Held content', () => {
  test('is listed and published by a moderator, and audited', async ({ assert }) => {
    const { moderator, visitor, id, path, reviewId, user, actsOn } = await setUp()
    const listed = (await moderator.get('/api/admin/reviews?limit=200')).body
    assert.deepInclude(
      listed.find((each: { id: string }) => each.id === reviewId),
      { kind: 'character', characterName: 'Mo', excerpt: 'Mends nets.', causes: ['hate'] }
    )
    const shown = (await moderator.get(path)).body
    assert.deepInclude(shown.texts, { field: 'personality', text: 'Calm.' })
    assert.equal(shown.author.id, user.user.id)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    assert.equal((await user.get(`/api/characters/${id}`)).body.review, 'held')
    assert.equal((await moderator.post(`${path}/decision`, { round: 1, approved: true })).status, 200)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 200)
    assert.notProperty((await user.get(`/api/characters/${id}`)).body, 'review')
    assert.deepEqual(await actsOn(id), [
      {
        actor_id: moderator.user.id,
        kind: 'publication_approved',
        before: { causes: ['hate'] },
        after: { reason: null },
      },
    ])
    for (const answer of [
      await moderator.get(path),
      await moderator.post(`${path}/decision`, { round: 1, approved: false }),
    ])
      assert.deepEqual([answer.status, answer.body.code], [404, 'review_not_found'])
    assert.lengthOf(await actsOn(id), 1)
    const [notification] = (await user.get('/api/notifications')).body
    assert.include(notification, { kind: 'review_decided', title: 'Mo is public', href: `/character/${id}` })
  })

  test('is refused with a reason that its creator sees', async ({ assert }) => {
    const { moderator, user, admin, id, path, actsOn } = await setUp()
    const longest = 'ü'.repeat(limits.reviewReasonMax)
    const tooLong = await moderator.post(`${path}/decision`, { round: 1, approved: false, reason: `${longest}x` })
    assert.deepEqual([tooLong.status, tooLong.body.errors[0].field], [422, 'reason'])
    assert.equal((await moderator.post(`${path}/decision`, { round: 1, approved: 'no' })).status, 422)
    assert.equal((await moderator.post(`${path}/decision`, { round: 1, approved: false, reason: longest })).status, 200)
    assert.include((await user.get(`/api/characters/${id}`)).body, { review: 'refused', reviewReason: longest })
    const own = (await user.get('/api/characters?mine=true')).body
    assert.equal(own.find((each: { id: string }) => each.id === id).review, 'refused')
    assert.equal((await admin.get(`/api/admin/acts`)).status, 200)
    assert.include((await actsOn(id))[0], { kind: 'publication_refused' })
    assert.include((await user.get('/api/notifications')).body[0], { title: 'Mo was not published' })
  })

  test('of people with the same role is decided by a higher one', async ({ assert }) => {
    const { moderator, user, admin, run, path, id, visitor, actsOn } = await setUp()
    await run(`UPDATE users SET role = 'moderator' WHERE id = $1`, [user.user.id])
    for (const person of [moderator, user])
      for (const approved of [true, false]) {
        const { status, body } = await person.post(`${path}/decision`, { round: 1, approved })
        assert.deepEqual([status, body.code], [403, 'role_too_high'])
      }
    assert.deepEqual(await actsOn(id), [])
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    assert.equal((await admin.post(`${path}/decision`, { round: 1, approved: true })).status, 200)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 200)
  })

  test('about minors is never published', async ({ assert }) => {
    const { moderator, admin, path, id, visitor, actsOn } = await setUp(['hate', 'sexual/minors'])
    const [first] = (await moderator.get('/api/admin/reviews?limit=1')).body
    assert.isTrue(first.isEscalated)
    assert.equal(first.causes[0], 'sexual/minors')
    for (const person of [moderator, admin]) {
      const { status, body } = await person.post(`${path}/decision`, { round: 1, approved: true })
      assert.deepEqual([status, body.code], [409, 'minors'])
    }
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    assert.deepEqual(await actsOn(id), [])
    assert.equal((await moderator.post(`${path}/decision`, { round: 1, approved: false })).status, 200)
  })

  test('is paged, and each item is listed once', async ({ assert }) => {
    const { moderator, hold } = await setUp()
    for (let n = 0; n < 3; n++) await hold()
    const all = (await moderator.get(`/api/admin/reviews?limit=${limits.heldMax}`)).body
    const paged: unknown[] = []
    for (let at: string | null = '/api/admin/reviews?limit=2'; at;) {
      const page = await moderator.get(at)
      paged.push(...page.body)
      at = nextOf(page)
    }
    assert.deepEqual(paged, all)
    assert.equal((await moderator.get(`/api/admin/reviews?limit=${limits.heldMax + 1}`)).status, 422)
    assert.equal((await moderator.get('/api/admin/reviews?cursor=x')).status, 422)
  })

  test('isn’t decided in another state than the moderator has read', async ({ assert }) => {
    const { moderator, user, visitor, id, path } = await setUp()
    const { round } = (await moderator.get(path)).body
    await user.put(`/api/characters/${id}`, { description: 'Mends sails.' })
    const { status, body } = await moderator.post(`${path}/decision`, { round, approved: true })
    assert.deepEqual([status, body.code], [404, 'review_not_found'])
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    const again = (await moderator.get(path)).body
    assert.deepEqual([again.round, again.causes], [round + 1, ['changed_after_review']])
    assert.equal((await moderator.post(`${path}/decision`, { round: again.round, approved: true })).status, 200)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 200)
  })

  test('is gone when its creator deletes or withdraws it', async ({ assert }) => {
    const { moderator, user, hold, id, path } = await setUp()
    await user.delete(`/api/characters/${id}`)
    const withdrawn = await hold()
    await user.put(`/api/characters/${withdrawn.id}`, { isPublic: false })
    const listed = (await moderator.get('/api/admin/reviews?limit=200')).body.map(({ id }: { id: string }) => id)
    assert.notInclude(listed, withdrawn.reviewId)
    assert.equal((await moderator.get(path)).status, 404)
    assert.equal((await moderator.post(`${path}/decision`, { round: 1, approved: true })).status, 404)
    await moderator.post(`${withdrawn.path}/decision`, { round: 1, approved: true })
    assert.isFalse((await user.get(`/api/characters/${withdrawn.id}`)).body.isPublic)
  })
})

test.group('Names', () => {
  test('can’t contain forbidden words', async ({ assert }) => {
    const { newUser, url } = await visitServer()
    const user = await newUser()
    const name = await user.put('/api/user/username', { username: 'g0re' })
    assert.deepEqual([name.status, name.body.message], [422, 'Names cannot contain: gore'])
    assert.isFalse((await user.get('/api/user/username/check/g_o_r_e')).body.available)
    const changed = await user.put('/api/user/settings', { firstName: 'Gоre' })
    assert.equal(changed.status, 422)
    assert.equal((await user.put('/api/user/settings', { firstName: 'Gregory' })).status, 200)
    assert.isString(url)
  })
})
