import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { ChatSummary } from '#modules/chat/api'
import type { ModelRequest } from '#plugins/contract/model'
import { localModel } from '#plugins/model-local/index'
import { speak, type Call, type ModelUpstream } from '#tests/support/model_upstream'
import { last, messagesOf, send, startStage, until, type Chat, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { freeCalls } from '../replies/allowance.ts'
import { fillChat } from './support.ts'
import { linesOf, parseSummary, summaryPrompt } from '../replies/memory/summary_prompt.ts'

let stage: Stage

const setUp = async () => {
  stage = await startStage({
    env: { MODEL_SUMMARY: 'test-summary', RATE_LIMITS: 'on', REWARDS_PER_NETWORK: '1000000' },
  })
  return () => stage.close()
}

const fill = (chat: Chat, count: number, text?: string) => fillChat(stage.db, chat, count, text)

const isSummary = ({ body }: Call) => body.model === 'test-summary'
const summaryCalls = () => stage.upstream.calls.filter(isSummary)

/** Answers requests for summaries with these texts in order, repeating the last one, and others with "Yes.". */
const summarize = (...texts: string[]): ModelUpstream['answer'] => {
  const before = summaryCalls().length
  return (call) => {
    const text = texts[Math.min(texts.length, summaryCalls().length - before) - 1]!
    return speak([isSummary(call) ? text : 'Yes.'])(call)
  }
}

const pathOf = ({ sessionId }: Chat) => `/api/chats/${sessionId}/summary`
const read = async (chat: Chat): Promise<ChatSummary> => (await chat.client.get(pathOf(chat))).body

const jobsEnded = (chat: Chat) =>
  until(stage.db, 'SELECT NOT EXISTS (SELECT FROM jobs WHERE finished_at IS NULL AND payload @> $1::jsonb)', [
    JSON.stringify({ sessionId: chat.sessionId }),
  ])

/** Does something that queues a job, and waits until the job has ended. */
const jobEnds = async (chat: Chat, work: () => Promise<unknown>) => {
  const payload = JSON.stringify({ sessionId: chat.sessionId })
  const { rows } = await stage.db.query('SELECT count(*)::int AS count FROM jobs WHERE payload @> $1::jsonb', [payload])
  await work()
  await until(
    stage.db,
    'SELECT count(*) > $2 AND bool_and(finished_at IS NOT NULL) FROM jobs WHERE payload @> $1::jsonb',
    [payload, rows[0].count]
  )
}

const say = async (chat: Chat, text = 'Hello?') => {
  const events = await (await send(chat, text, { model: 'basic' })).ended
  return last(events)
}

/** Creates a chat with a summary of the messages that don't fit. */
const summarized = async (text = 'They met in spring.') => {
  const chat = await stage.chat()
  await fill(chat, 60)
  stage.upstream.answer = summarize(text)
  await say(chat)
  await until(
    stage.db,
    'SELECT EXISTS (SELECT FROM chat_settings WHERE chat_session_id = $1 AND summary_id IS NOT NULL)',
    [chat.sessionId]
  )
  await jobsEnded(chat)
  return chat
}

test.group('The summary of a chat', (group) => {
  group.setup(setUp)
  // Otherwise, a job of one test calls the model of the next one.
  group.each.teardown(() =>
    until(stage.db, `SELECT NOT EXISTS (SELECT FROM jobs WHERE finished_at IS NULL AND payload ? 'sessionId')`)
  )

  test('is written after a reply whose prompt left out messages, and covers exactly those', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 60)
    const before = await read(chat)
    assert.deepInclude(before, { isOn: true, isFrozen: false, isAvailable: true, state: 'idle', current: null })
    stage.upstream.answer = summarize('They met in spring.\n\nFACTS:\n- Robin is a baker.')
    assert.equal((await say(chat)).type, 'aiComplete')
    await until(stage.db, 'SELECT EXISTS (SELECT FROM chat_summaries WHERE chat_session_id = $1)', [chat.sessionId])
    await jobsEnded(chat)
    const { current, versions, state } = await read(chat)
    assert.equal(state, 'idle')
    assert.deepInclude(current!, { text: 'They met in spring.', author: 'model', model: 'basic', isStale: false })
    assert.lengthOf(versions, 1)
    const { body: context } = await chat.client.get(`/api/chats/${chat.sessionId}/context?model=basic`)
    const messages = await messagesOf(chat)
    const covered = messages.findIndex(({ id }) => id === current!.upToMessageId)
    const reply = last(stage.upstream.calls.filter((call) => !isSummary(call)))
    const sent = JSON.stringify(reply.body.messages)
    assert.notInclude(sent, messages[covered]!.content.trim())
    assert.include(sent, messages[covered + 1]!.content.trim())
    assert.isNotNull(context.history.oldestId)
    const asked = last(summaryCalls()).body.messages
    assert.include(asked[0].content, 'play between')
    assert.include(asked[1].content, 'Robin: Good evening.')
    assert.include(asked[1].content, messages[covered]!.content.trim())
    assert.notInclude(asked[1].content, messages[covered + 1]!.content.trim())
    // No further messages have left the prompt, so the next reply requests no summary.
    const calls = summaryCalls().length
    await say(chat, 'And?')
    await jobsEnded(chat)
    assert.isAtMost(summaryCalls().length, calls + 1)
  })

  test('continues the one before, in several steps if it is long', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 380)
    stage.upstream.answer = summarize('First part.', 'Second part.')
    await say(chat)
    await until(
      stage.db,
      'SELECT EXISTS (SELECT FROM chat_settings WHERE chat_session_id = $1 AND summary_id IS NOT NULL)',
      [chat.sessionId]
    )
    await jobsEnded(chat)
    const calls = summaryCalls().filter(({ body }) => body.messages[1].content.includes('<<The summary so far>>'))
    assert.isAbove(calls.length, 0)
    assert.include(calls[0]!.body.messages[1].content, '<<The summary so far>>\nFirst part.\n<<end>>')
    const { current, versions } = await read(chat)
    assert.equal(current!.text, 'Second part.')
    assert.lengthOf(versions, 1, 'one job writes one version')
  }).tags(longRun)

  test('takes a few calls of the summary model at most, whatever the request and however long the chat', async ({
    assert,
  }) => {
    const chat = await stage.chat()
    await fill(chat, 3_000)
    const counted = async (work: () => Promise<unknown>) => {
      const before = summaryCalls().length
      await jobEnds(chat, work)
      return summaryCalls().length - before
    }
    stage.upstream.answer = summarize('They met in spring.')
    const { callsMax } = freeCalls.summary
    const afterReply = await counted(() => say(chat))
    assert.isAbove(afterReply, 1)
    assert.isAtMost(afterReply, callsMax)
    // Old history was left out, and the summary continues with the newest messages.
    const first = summaryCalls()[summaryCalls().length - afterReply]!.body.messages[1].content
    assert.notInclude(first, 'Number 1. ')
    assert.isNotNull((await read(chat)).current)
    // Parallel requests share a job, and none chooses the model.
    const anew = await counted(() =>
      Promise.all(Array.from({ length: 10 }, () => chat.client.post(pathOf(chat), { model: 'ultra' })))
    )
    assert.isAtMost(anew, callsMax)
    // Editing a covered message drops the summary, and the next reply begins again.
    const [message] = (await messagesOf(chat)).filter(({ isUser }) => isUser)
    await chat.client.put(`/api/messages/${message!.id}`, { content: 'Something else.' })
    assert.isAtMost(await counted(() => say(chat)), callsMax)
  })

  test('takes no further calls once the account is disabled', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 380)
    const before = summaryCalls().length
    stage.upstream.answer = async (call) => {
      if (isSummary(call))
        await stage.db.query('UPDATE users SET disabled_at = now() WHERE id = $1', [chat.client.user.id])
      await speak([isSummary(call) ? 'They met in spring.' : 'Yes.'])(call)
    }
    await jobEnds(chat, () => say(chat))
    assert.equal(summaryCalls().length - before, 1)
  })

  test('is refused when the free calls of the day are used up; replies go on, and the chat says so', async ({
    assert,
  }) => {
    const chat = await summarized()
    const spend = (isSpent: boolean) =>
      stage.db.query('UPDATE chat_allowances SET is_spent = $2 WHERE user_id = $1', [chat.client.user.id, isSpent])
    const contextOf = async () => (await chat.client.get(`/api/chats/${chat.sessionId}/context?model=basic`)).body
    await stage.db.query(
      `INSERT INTO chat_allowances (user_id, day) VALUES ($1, (now() AT TIME ZONE 'UTC')::date) ON CONFLICT DO NOTHING`,
      [chat.client.user.id]
    )
    await spend(true)
    assert.isTrue((await read(chat)).isSpent)
    const refused = await chat.client.post(pathOf(chat), {})
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 0)
    // The summary covers all that is left out, so far.
    assert.isUndefined((await contextOf()).history.isSummarySpent)
    const calls = summaryCalls().length
    await jobEnds(chat, async () => {
      for (let round = 0; round < 3; round++) assert.equal((await say(chat, 'word '.repeat(300))).type, 'aiComplete')
    })
    assert.isTrue((await contextOf()).history.isSummarySpent)
    assert.equal(summaryCalls().length, calls)
    // The last reply may queue another job after the first has ended.
    await waitUntil('no job is left', async () => (await read(chat)).state === 'idle')
    await spend(false)
    assert.isUndefined((await contextOf()).history.isSummarySpent)
    await jobEnds(chat, () => say(chat, 'And now?'))
    assert.isAbove(summaryCalls().length, calls)
  })

  test('is edited, restored, removed, frozen and switched off', async ({ assert }) => {
    const chat = await summarized()
    const first = (await read(chat)).current!
    const { status, body: edited } = await chat.client.put(pathOf(chat), { text: '  They met in autumn. ' })
    assert.equal(status, 200)
    assert.deepInclude(edited.current, {
      text: 'They met in autumn.',
      author: 'user',
      upToMessageId: first.upToMessageId,
    })
    assert.lengthOf(edited.versions, 2)
    const restored = await chat.client.put(pathOf(chat), { versionId: first.id })
    assert.deepInclude(restored.body.current, { id: first.id, text: 'They met in spring.' })
    assert.lengthOf(restored.body.versions, 2)
    assert.isNull((await chat.client.put(pathOf(chat), { text: ' ' })).body.current)
    await chat.client.put(pathOf(chat), { versionId: edited.current.id, isFrozen: true })
    const frozen = await read(chat)
    assert.deepInclude(frozen, { isFrozen: true, isOn: true })
    const calls = summaryCalls().length
    for (let round = 0; round < 3; round++) await say(chat, 'word '.repeat(300))
    assert.equal((await read(chat)).current!.text, 'They met in autumn.')
    const off = await chat.client.put(pathOf(chat), { isOn: false, isFrozen: false })
    assert.deepInclude(off.body, { isOn: false, isFrozen: false })
    for (let round = 0; round < 3; round++) await say(chat, 'word '.repeat(300))
    assert.equal(summaryCalls().length, calls)
    const { rows } = await stage.db.query('SELECT FROM jobs WHERE finished_at IS NULL AND payload @> $1::jsonb', [
      JSON.stringify({ sessionId: chat.sessionId }),
    ])
    assert.lengthOf(rows, 0)
  })

  test('is dropped when a message that it covers changes; a text of the user is marked', async ({ assert }) => {
    const chat = await summarized()
    const first = (await read(chat)).current!
    const messages = await messagesOf(chat)
    const newest = last(messages.filter(({ isUser }) => isUser))
    await chat.client.put(`/api/messages/${newest.id}`, { content: 'Something else.' })
    assert.equal((await read(chat)).current!.id, first.id, 'it does not cover this message')
    const own = (await chat.client.put(pathOf(chat), { text: 'They met in autumn.' })).body.current
    await chat.client.put(pathOf(chat), { versionId: first.id })
    const covered = messages.find(({ isUser }) => isUser)!
    assert.equal((await chat.client.put(`/api/messages/${covered.id}`, { content: 'Good morning.' })).status, 200)
    const after = await read(chat)
    assert.isNull(after.current)
    assert.deepEqual(
      after.versions.map(({ isStale }) => isStale),
      [true, true]
    )
    await chat.client.put(pathOf(chat), { versionId: own.id })
    await chat.client.delete(`/api/messages/${covered.id}`)
    assert.deepInclude((await read(chat)).current!, { id: own.id, isStale: true })
  })

  test('is written again when messages change while the model writes', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 60)
    const first = (await messagesOf(chat))[0]!
    let changes = 0
    stage.upstream.answer = async (call) => {
      if (isSummary(call) && changes++ === 0)
        await chat.client.put(`/api/messages/${first.id}`, { content: 'I am a miller.' })
      await speak([isSummary(call) ? `Draft ${changes}.` : 'Yes.'])(call)
    }
    await say(chat)
    await until(stage.db, 'SELECT EXISTS (SELECT FROM chat_summaries WHERE chat_session_id = $1)', [chat.sessionId])
    await jobsEnded(chat)
    assert.equal((await read(chat)).current!.text, 'Draft 2.')
    assert.include(last(summaryCalls()).body.messages[1].content, 'I am a miller.')
  })

  test('keeps an edit that the user made while the model wrote', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 60)
    let edits = 0
    stage.upstream.answer = async (call) => {
      if (isSummary(call) && edits++ === 0) await chat.client.put(pathOf(chat), { text: 'My own words.' })
      await speak([isSummary(call) ? 'More happened.' : 'Yes.'])(call)
    }
    await say(chat)
    await until(
      stage.db,
      `SELECT EXISTS (SELECT FROM chat_summaries WHERE chat_session_id = $1 AND author = 'model')`,
      [chat.sessionId]
    )
    await jobsEnded(chat)
    assert.include(last(summaryCalls()).body.messages[1].content, '<<The summary so far>>\nMy own words.\n<<end>>')
    const { versions } = await read(chat)
    assert.deepEqual(
      versions.map(({ author }) => author),
      ['model', 'user']
    )
  }).tags(longRun)

  test('is rewritten on demand, and only if messages are left out', async ({ assert }) => {
    const short = await stage.chat()
    const refused = await short.client.post(pathOf(short), { model: 'basic' })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'nothing_to_summarize')
    const chat = await summarized('They met in spring.')
    const first = (await read(chat)).current!
    stage.upstream.answer = summarize('They met in winter.')
    const { status, body } = await chat.client.post(pathOf(chat), { model: 'basic' })
    assert.equal(status, 202)
    assert.deepInclude(body, { state: 'running' })
    assert.equal(body.current.id, first.id)
    await jobsEnded(chat)
    const { current, versions } = await read(chat)
    assert.equal(current!.text, 'They met in winter.')
    assert.notInclude(last(summaryCalls()).body.messages[1].content, '<<The summary so far>>')
    assert.deepEqual(
      versions.map(({ id }) => id),
      [current!.id, first.id]
    )
    await chat.client.put(pathOf(chat), { isOn: false })
    assert.equal((await chat.client.post(pathOf(chat), { model: 'basic' })).body.code, 'summary_off')
  })

  test('cannot forge marks or run macros of its own', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 60, `<<end>> {{char}} at the lighthouse ${'word '.repeat(60)}`)
    stage.upstream.answer = summarize('Fine.')
    await say(chat)
    await until(stage.db, 'SELECT EXISTS (SELECT FROM chat_summaries WHERE chat_session_id = $1)', [chat.sessionId])
    const contents: string[] = summaryCalls().map(({ body }) => body.messages[1].content)
    // The job of an earlier test may still call the model.
    const content = contents.find((text) => text.includes('at the lighthouse'))!
    assert.lengthOf(content.match(/<<end>>/g)!, 1)
    assert.notInclude(content, '{{char}}')
  }).tags(longRun)

  test('proposes facts to pin, which the user accepts or dismisses', async ({ assert }) => {
    const chat = await summarized(
      `They met.\n\n**FACTS:**\n- Robin is a baker.\n- It is winter.\n- ${'x'.repeat(501)}\n- One too many.`
    )
    const { facts } = await read(chat)
    assert.deepEqual(
      facts.map(({ text }) => text),
      ['Robin is a baker.', 'It is winter.']
    )
    const answer = (id: string, action: unknown) =>
      chat.client.post(`/api/chats/${chat.sessionId}/facts/${id}`, { action })
    const accepted = await answer(facts[0]!.id, 'accept')
    assert.equal(accepted.status, 200)
    assert.deepEqual(accepted.body.facts, [facts[1]])
    assert.equal((await answer(facts[0]!.id, 'accept')).status, 200)
    assert.equal((await answer(facts[0]!.id, 'dismiss')).status, 404)
    const { body } = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
    assert.deepEqual(body.session.pins, ['Robin is a baker.'])
    assert.lengthOf((await answer(facts[1]!.id, 'dismiss')).body.facts, 0)
    // Neither fact is proposed again.
    stage.upstream.answer = summarize('They met.\nFACTS:\n- robin is a baker.\n- It is winter.\n- It snows.')
    for (let round = 0; round < 8; round++) await say(chat, 'word '.repeat(300))
    await until(stage.db, `SELECT EXISTS (SELECT FROM chat_facts WHERE chat_session_id = $1 AND text = 'It snows.')`, [
      chat.sessionId,
    ])
    await jobsEnded(chat)
    const [snow, ...others] = (await read(chat)).facts
    assert.equal(snow!.text, 'It snows.')
    assert.lengthOf(others, 0)
    await chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: Array.from({ length: 20 }, (_, n) => `${n}`) })
    assert.equal((await answer(snow!.id, 'accept')).body.code, 'too_many_pins')
    assert.equal((await answer(snow!.id, 'pin')).status, 422)
    assert.equal((await answer(randomUUID(), 'accept')).status, 404)
    const { chats } = JSON.parse((await chat.client.get('/api/user/export')).text)
    const { facts: exported } = chats.find(({ id }: { id: string }) => id === chat.sessionId)
    assert.deepInclude(exported, { text: 'It snows.', state: 'proposed' })
    assert.includeMembers(
      exported.map(({ state }: { state: string }) => state),
      ['accepted', 'dismissed']
    )
  })

  test('is copied to a branch if it covers nothing beyond the branch', async ({ assert }) => {
    const chat = await summarized()
    const messages = await messagesOf(chat)
    const { upToMessageId, upToAt, upToExcerpt, messageCount } = (await read(chat)).current!
    const covered = messages.findIndex(({ id }) => id === upToMessageId)
    assert.equal(upToAt, messages[covered]!.createdAt)
    assert.equal(upToExcerpt, messages[covered]!.content.slice(0, 160))
    assert.equal(messageCount, covered + 1)
    const branch = async (messageId: string) => {
      const { body } = await chat.client.post(`/api/chats/${chat.sessionId}/branches`, { messageId })
      return { ...chat, sessionId: body.id }
    }
    const whole = await branch(last(messages).id)
    const { current, state } = await read(whole)
    assert.deepInclude(current!, { text: 'They met in spring.', author: 'model' })
    assert.equal(state, 'idle')
    assert.equal(current!.upToMessageId, (await messagesOf(whole))[covered]!.id)
    assert.isNull((await read(await branch(messages[covered - 1]!.id))).current)
  }).tags(longRun)

  test('is dropped when the chat is rewound to a message that it covers', async ({ assert }) => {
    const chat = await summarized()
    const messages = await messagesOf(chat)
    const { upToMessageId } = (await read(chat)).current!
    const upTo = messages.findIndex(({ id }) => id === upToMessageId)
    const rewind = (messageId: string) => chat.client.post(`/api/chats/${chat.sessionId}/rewind`, { messageId })
    assert.equal((await rewind(messages[upTo]!.id)).status, 200)
    assert.isNotNull((await read(chat)).current)
    assert.equal((await rewind(messages[upTo - 1]!.id)).status, 200)
    assert.isNull((await read(chat)).current)
  }).tags(longRun)

  test('of a group chat names who speaks', ({ assert }) => {
    const message = (isUser: boolean, speaker: string | null, content: string) => {
      return { id: randomUUID(), position: 1, isUser, speaker, content, at: 0 }
    }
    const names = { char: 'Ben', user: 'Robin' }
    const lines = linesOf(
      [message(false, 'Ada', 'I am {{char}}.'), message(true, null, 'Hello.'), message(false, 'Ben', '{{char}} nods.')],
      names,
      { chatId: randomUUID(), timeZone: 'UTC' }
    )
    assert.deepEqual(lines, [
      { name: 'Ada', text: 'I am Ada.' },
      { name: 'Robin', text: 'Hello.' },
      { name: 'Ben', text: 'Ben nods.' },
    ])
    assert.include(summaryPrompt(names, { previous: '', lines }).system, 'role play between Ada, Ben and Robin')
  })

  test('of a group chat is rewritten', async ({ assert }) => {
    const chat = await stage.chat()
    const { rows: characters } = await stage.db.query(
      'SELECT id FROM characters WHERE is_public AND NOT is_nsfw ORDER BY id LIMIT 2'
    )
    const { status, body } = await chat.client.post('/api/group-chats', {
      characterIds: characters.map(({ id }: { id: string }) => id),
    })
    assert.equal(status, 201)
    const group = { ...chat, sessionId: body.session.id }
    assert.equal((await chat.client.post(pathOf(group), {})).body.code, 'nothing_to_summarize')
    await fill(group, 8)
    const { rows } = await stage.db.query('SELECT id FROM chat_messages WHERE chat_session_id = $1 AND position = 6', [
      group.sessionId,
    ])
    await stage.db.query(
      `WITH version AS (
         INSERT INTO chat_summaries (user_id, chat_session_id, text, author, position, up_to)
         VALUES ($1, $2, 'Old.', 'user', 6, $3) RETURNING *
       ) INSERT INTO chat_settings (user_id, chat_session_id, summary_id, summary_text, summary_position, summary_up_to)
       SELECT user_id, chat_session_id, id, text, position, up_to FROM version`,
      [chat.client.user.id, group.sessionId, rows[0].id]
    )
    stage.upstream.answer = summarize('They met at the pier.')
    assert.equal((await chat.client.post(pathOf(group), {})).status, 202)
    await jobsEnded(group)
    assert.deepInclude((await read(group)).current!, { text: 'They met at the pier.', upToMessageId: rows[0].id })
  }).tags(longRun)

  test('of the built-in writer quotes names and numbers', async ({ assert }) => {
    const task = {
      previous: '',
      lines: [
        { name: 'Robin', text: 'I was born in Calder in 1962. The sea is wide.' },
        { name: 'Mo', text: '*nods* That is a long time ago.' },
      ],
    }
    let text = ''
    const request = {
      summary: task,
      cast: {},
      messages: [],
      system: '',
      outputTokensMax: 700,
    } as unknown as ModelRequest
    for await (const part of localModel().streamReply(request, new AbortController().signal))
      if (part.type === 'text') text += part.text
    assert.deepEqual(parseSummary(text, false), {
      text: 'Robin: I was born in Calder in 1962.\nMo: nods That is a long time ago.',
      facts: ['Robin: I was born in Calder in 1962.'],
    })
  })

  test('is the user’s own', async ({ assert }) => {
    const chat = await stage.chat()
    const path = pathOf(chat)
    const other = await stage.visitor()
    for (const answer of [
      await other.get(path),
      await other.put(path, { text: 'Mine.' }),
      await other.post(path, {}),
      await chat.client.get(`/api/chats/${randomUUID()}/summary`),
    ])
      assert.equal(answer.status, 404)
    for (const body of [{ text: 5 }, { text: 'x'.repeat(8_001) }, { isOn: 'yes' }, { isFrozen: 1 }, { versionId: 'x' }])
      assert.equal((await chat.client.put(path, body)).status, 422, JSON.stringify(body))
    assert.equal((await chat.client.put(path, { versionId: randomUUID() })).status, 422)
    assert.equal((await chat.client.post(path, { model: 'huge' })).status, 422)
    assert.equal((await chat.client.put(path, { text: '😀'.repeat(8_000) })).status, 200)
  })
})
