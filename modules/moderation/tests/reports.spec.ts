import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { startServer } from '#tests/support/server'
import { limits } from '../api.ts'
import { caseOf, expectStatus, newWord, queueOf, setUp } from './support.ts'

test.group('Reports', () => {
  test('of a thing by several people make one case with the thing as it was', async ({ assert }) => {
    const { run, author, reader, newUser, characterId, moderator } = await setUp()
    const thing = { kind: 'character', id: characterId }
    const words = 'It is about me.'
    expectStatus(await reader.post('/api/reports', { ...thing, reason: 'real_person', words }), 201)
    const again = await reader.post('/api/reports', { ...thing, reason: 'spam' })
    assert.deepEqual([again.status, again.body.code], [409, 'reported_already'])
    const [second, third] = [await newUser(), await newUser()]
    expectStatus(await second.post('/api/reports', { ...thing, reason: 'spam' }), 201)
    expectStatus(await author.put(`/api/characters/${characterId}`, { description: 'Burns boats.' }), 200)
    expectStatus(await third.post('/api/reports', { ...thing, reason: 'illegal' }), 201)

    const [{ id }] = await run('SELECT id FROM report_cases WHERE thing_id = $1', [characterId])
    const of = await caseOf(moderator, id)
    assert.containSubset(of, { thing, state: 'open', reason: 'real_person', reports: 3, decision: null, characterId })
    assert.equal(of.author!.id, author.user.id)
    assert.deepEqual(
      of.reportList.map((report) => [report.reporter!.id, report.reason, report.words, report.snapshot === null]),
      [
        [reader.user.id, 'real_person', words, false],
        [second.user.id, 'spam', '', true],
        [third.user.id, 'illegal', '', false],
      ]
    )
    const descriptions = of.reportList.map(({ snapshot }) =>
      snapshot?.texts.find(({ label }) => label === 'Description')
    )
    assert.deepEqual(
      descriptions.map((each) => each?.text),
      ['Mends nets.', undefined, 'Burns boats.']
    )
  })

  test('of a person at once are one', async ({ assert }) => {
    const { reader, characterId, run } = await setUp()
    const report = () => reader.post('/api/reports', { kind: 'character', id: characterId, reason: 'spam' })
    const answers = await Promise.all([report(), report(), report()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
    assert.deepEqual(await run('SELECT reports FROM report_cases WHERE thing_id = $1', [characterId]), [{ reports: 1 }])
  })

  test('are possible for comments and profiles, with their texts', async ({ assert }) => {
    const { author, reader, newUser, newComment, newCase } = await setUp()
    const word = newWord()
    const commenter = await newUser({ firstName: 'Sam' })
    const comment = await newComment(commenter, `Rude ${word}`)
    const ofComment = await newCase({ kind: 'comment', id: comment }, reader)
    assert.equal(ofComment.author!.id, commenter.user.id)
    assert.deepEqual(ofComment.reportList[0]!.snapshot!.texts, [{ label: 'Comment', text: `Rude ${word}` }])
    const ofProfile = await newCase({ kind: 'profile', id: commenter.user.id }, author)
    assert.equal(ofProfile.author!.id, commenter.user.id)
    assert.deepEqual(ofProfile.reportList[0]!.snapshot!.texts, [{ label: 'First name', text: 'Sam' }])
    assert.deepEqual(
      ofProfile.others.map(({ id }) => id),
      [ofComment.id]
    )
  })

  test('are refused for unknown things, those that the user can’t see, and the user’s own', async ({ assert }) => {
    const { author, reader, newCharacter, newComment, characterId } = await setUp()
    const secret = await newCharacter(author, { isPublic: false })
    const codeOf = async (kind: string, id: string, by = reader) => {
      const { status, body } = await by.post('/api/reports', { kind, id, reason: 'spam' })
      return `${status} ${body.code}`
    }
    for (const [kind, id] of [
      ['character', secret],
      ['character', newId()],
      ['comment', newId()],
      ['profile', newId()],
      ['answer', newId()],
      ['picture', 'a'.repeat(64)],
      ['picture', newId()],
      ['character', 'a'.repeat(64)],
    ] as const)
      assert.equal(await codeOf(kind, id), '404 not_found', `${kind} ${id}`)
    assert.equal(await codeOf('character', characterId, author), '422 own_thing')
    assert.equal(await codeOf('profile', author.user.id, author), '422 own_thing')
    assert.equal(await codeOf('comment', await newComment(reader, 'Hi.')), '422 own_thing')
  })

  test('have at most 2,000 characters, and only known reasons and kinds', async ({ assert }) => {
    const { reader, characterId, run } = await setUp()
    const report = (fields: object) =>
      reader.post('/api/reports', { kind: 'character', id: characterId, reason: 'spam', ...fields })
    for (const fields of [
      { words: '💎'.repeat(limits.wordsMax + 1) },
      { words: 7 },
      { reason: 'boring' },
      { reason: undefined },
      { kind: 'lorebook' },
      { id: 'abc' },
      { messageIds: Array.from({ length: limits.quotesBefore + 2 }, () => newId()) },
    ])
      assert.equal((await report(fields)).status, 422, JSON.stringify(fields))
    const words = '💎'.repeat(limits.wordsMax)
    expectStatus(await report({ words }), 201)
    const [{ words: stored }] = await run('SELECT words FROM reports WHERE reporter_id = $1', [reader.user.id])
    assert.equal(stored, words)
  })

  test('of the largest possible character have a bounded snapshot', async ({ assert }) => {
    const { author, newCharacter, newCase } = await setUp()
    // Each character takes six bytes in JSON.
    const text = (length: number) => `x${'\u0001'.repeat(length - 2)}x`
    const id = await newCharacter(author)
    const texts = { backstory: text(100_000), personality: text(50_000), firstMessage: text(50_000) }
    const alternateGreetings = Array.from({ length: 19 }, () => text(50_000))
    expectStatus(await author.put(`/api/characters/${id}`, { ...texts, alternateGreetings }), 200)
    const { reportList } = await newCase({ kind: 'character', id })
    const kept = reportList[0]!.snapshot!.texts
    assert.isAtMost(Math.max(...kept.map((each) => each.text.length)), limits.snapshotTextMax)
    const whole = kept.reduce((sum, each) => sum + each.text.length, 0)
    assert.isAtMost(whole, limits.snapshotMax)
    assert.isAtLeast(whole, limits.snapshotMax - limits.snapshotTextMax)
  })

  test('are limited to 20 a day, of which refused ones don’t count', async ({ assert }) => {
    const server = await startServer({ env: { RATE_LIMITS: 'on' } })
    const { author, reader, newCharacter } = await setUp(server)
    const ids: string[] = []
    for (let n = 0; n <= limits.reportsADay; n++) ids.push(await newCharacter(author))
    const report = async (id: string) =>
      (await reader.post('/api/reports', { kind: 'character', id, reason: 'spam' })).status
    assert.equal(await report(newId()), 404)
    for (const id of ids.slice(0, limits.reportsADay)) assert.equal(await report(id), 201)
    assert.equal(await report(ids[0]!), 429)
    assert.equal(await report(ids.at(-1)!), 429)
    await server.stop()
  }).timeout(60_000)

  test('need a session, and the queue a moderator', async ({ assert }) => {
    const { visitor, reader, newStaff, moderator, characterId } = await setUp()
    const body = { kind: 'character', id: characterId, reason: 'spam' }
    assert.equal((await visitor.post('/api/reports', body)).status, 401)
    assert.equal((await reader.get('/api/admin/cases')).status, 403)
    assert.equal((await (await newStaff('support')).get('/api/admin/cases')).status, 403)
    assert.isArray(await queueOf(moderator))
  })
})

test.group('A report of an answer', () => {
  const chatOf = async () => {
    const stage = await setUp()
    const { run, reader, characterId } = stage
    const [{ id: sessionId }] = await run(
      `INSERT INTO chat_sessions (id, user_id, character_id, next_position, messages_written)
       VALUES (uuidv7(), $1, $2, 4, 2) RETURNING id`,
      [reader.user.id, characterId]
    )
    const say = async (position: number, content: string, isUser: boolean, deleted = false): Promise<string> => {
      const [{ id }] = await run(
        `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, tier, deleted_at)
         VALUES ($1, uuidv7(), $2, $3, $4, $5, $6, $7) RETURNING id`,
        [
          reader.user.id,
          sessionId,
          position,
          isUser ? reader.user.id : null,
          content,
          isUser ? null : 'basic',
          deleted ? new Date() : null,
        ]
      )
      return id
    }
    const ids = {
      first: await say(0, 'My secret.', true),
      deleted: await say(1, 'A deleted secret.', false, true),
      question: await say(2, 'And you?', true),
      answer: await say(3, 'I hate sailors.', false),
      later: await say(4, 'A later secret.', true),
    }
    return { ...stage, ids }
  }

  test('quotes the answer and the confirmed messages, and no others', async ({ assert }) => {
    const { reader, ids, moderator, run, author, characterId } = await chatOf()
    const quotes = expectStatus(await reader.get(`/api/reports/quotes/${ids.answer}`), 200)
    assert.deepEqual(quotes, [
      { id: ids.first, author: 'User', isUser: true, text: 'My secret.' },
      { id: ids.question, author: 'User', isUser: true, text: 'And you?' },
      { id: ids.answer, author: null, isUser: false, text: 'I hate sailors.' },
    ])
    const messageIds = [ids.question, ids.later, ids.deleted]
    expectStatus(await reader.post('/api/reports', { kind: 'answer', id: ids.answer, reason: 'hate', messageIds }), 201)
    const [{ id }] = await run('SELECT id FROM report_cases WHERE thing_id = $1', [ids.answer])
    const of = await caseOf(moderator, id)
    assert.deepEqual(
      of.reportList[0]!.snapshot!.texts.map(({ text }) => text),
      ['And you?', 'I hate sailors.']
    )
    assert.deepEqual([of.author!.id, of.characterId], [author.user.id, characterId])
  })

  test('is refused for the user’s own messages and for chats of others', async ({ assert }) => {
    const { reader, author, ids } = await chatOf()
    for (const [who, id] of [
      [reader, ids.question],
      [reader, ids.deleted],
      [author, ids.answer],
    ] as const) {
      assert.equal((await who.get(`/api/reports/quotes/${id}`)).status, 404)
      assert.equal((await who.post('/api/reports', { kind: 'answer', id, reason: 'hate' })).status, 404)
    }
  })
})
