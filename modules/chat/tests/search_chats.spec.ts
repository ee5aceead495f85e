import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { speak } from '#tests/support/model_upstream'
import { ask, send, sharedStage, until } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'
import { limits } from '../limits.ts'
import { parseTerms, SearchChats, SearchIndex } from '../sessions/index.ts'
import { indexMessage, lowerMark } from '../sessions/change_message.ts'
import type { SearchChatsInput } from '../sessions/search/search_chats.ts'
import type { ChatHit, Message } from '../api.ts'

const persona = { name: 'Robin', description: '', personality: '', background: '', lorebookIds: [] }
const day = 24 * 60 * 60_000

interface Said {
  text: string
  isUser?: boolean
  at?: Date
  speaker?: string
}

const setUp = async ({ gated = [] as string[] } = {}) => {
  const db = await app.container.make(Database)
  const user = { id: newId(), isAdmin: false, limitlessEnabled: false, persona } as never as SearchChatsInput['user']
  const viewOf = (id: string) => ({
    kind: gated.includes(id) ? 'adult_gate' : 'visible',
    character: { id, name: 'Mo', avatar: null, tags: [] },
    version: { number: 1, char: 'Mo' },
  })
  const gallery = { findMany: async (ids: readonly string[]) => new Map(ids.map((id) => [id, viewOf(id)])) } as never
  const index = new SearchIndex(db, systemTimers)
  const ask = async <Row = any>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.rawQuery<{ rows: Row[] }>(sql, values as never)).rows

  const chat = async ({ characterId = newId() as string | null, userId = user.id, createdAt = new Date() } = {}) => {
    const sessionId = newId()
    await ask(
      'INSERT INTO chat_sessions (user_id, id, character_id, messages_written, created_at) VALUES (?, ?, ?, 1, ?)',
      [userId, sessionId, characterId, createdAt]
    )
    return { userId, sessionId, characterId }
  }
  let time = Date.now() - day / 2
  const nextTime = () => new Date((time += 1_000))
  const say = async ({ userId, sessionId }: { userId: string; sessionId: string }, ...said: (Said | string)[]) => {
    const ids: string[] = []
    for (const one of said) {
      const { text, isUser = false, at = nextTime(), speaker = null } = typeof one === 'string' ? { text: one } : one
      const [id, author] = [newId(), isUser ? userId : null]
      await ask(
        `WITH session AS (
           UPDATE chat_sessions SET next_position = next_position + 1 WHERE user_id = ? AND id = ? RETURNING user_id, id, next_position
         )
         INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, created_at, speaker)
         SELECT user_id, ?::uuid, id, next_position, ?::uuid, ?, ?, ? FROM session`,
        [userId, sessionId, id, author, text, at, speaker]
      )
      ids.push(id)
    }
    return ids as [string, ...string[]]
  }
  /** Adds another answer to a message, and selects it. */
  const answerAgain = async (sessionId: string, messageId: string, text: string) => {
    const id = newId()
    await ask(
      `INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut)
       SELECT user_id, id, id, 1, content, 0, 'complete', false FROM chat_messages WHERE user_id = ? AND id = ?
       UNION ALL SELECT ?, ?, ?, 2, ?, 0, 'complete', false`,
      [user.id, messageId, user.id, id, messageId, text]
    )
    await ask('UPDATE chat_messages SET answer_id = ?, content = ? WHERE user_id = ? AND id = ?', [
      id,
      text,
      user.id,
      messageId,
    ])
    await advance(sessionId)
    return id
  }
  const advance = (sessionId: string) =>
    ask('UPDATE chat_sessions SET next_position = next_position + 1 WHERE user_id = ? AND id = ?', [user.id, sessionId])
  const fill = async (userId = user.id) => {
    index.note(userId)
    await index.indexNoted()
  }
  const search = (q: string, also: Partial<SearchChatsInput> = {}) =>
    new SearchChats(db, gallery, index).run({
      user,
      terms: parseTerms(q),
      characterId: null,
      sessionId: null,
      from: null,
      to: null,
      timeZone: 'UTC',
      after: null,
      ...also,
    })
  const found = async (q: string, also?: Partial<SearchChatsInput>) =>
    (await search(q, also)).hits.map(({ messageId }) => messageId)
  return { db, user, ask, index, chat, say, answerAgain, advance, fill, search, found }
}

const textOf = ({ excerpt }: ChatHit) => excerpt.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test.group('The search of messages', () => {
  test('finds words and phrases in any chat, newest first', async ({ assert }) => {
    const { chat, say, fill, found } = await setUp()
    const [one, other] = [await chat(), await chat()]
    const [old] = await say(one, { text: 'The lighthouse keeper sleeps.', at: new Date(Date.now() - day) })
    const [new_] = await say(other, 'A Lighthouse\nkeeper   *never* sleeps.')
    await say(one, 'The keeper of the lighthouse.')
    await fill()
    assert.deepEqual(await found('"lighthouse keeper"'), [new_, old])
    assert.deepEqual(await found('“keeper never sleeps”'), [new_])
    assert.lengthOf(await found('keeper lighthouse'), 3)
    assert.deepEqual(await found('keeper whale'), [])
    assert.deepEqual(await found('"keeper lighthouse"'), [])
  })

  test('finds short words, and scripts without spaces', async ({ assert }) => {
    const { chat, say, fill, found } = await setUp()
    const [tea, kraken, percent] = await say(await chat(), '猫はお茶を飲む', 'Кракен спит', 'It is 100%_sure')
    await fill()
    assert.deepEqual(await found('茶'), [tea])
    assert.deepEqual(await found('お茶を飲'), [tea])
    assert.deepEqual(await found('кракен'), [kraken])
    assert.deepEqual(await found('is'), [percent])
    assert.deepEqual(await found('100%'), [percent])
    assert.deepEqual(await found('1%'), [])
  })

  test('finds nothing of other users, and nothing with their ids', async ({ assert }) => {
    const { chat, say, fill, found } = await setUp()
    const theirs = await chat({ userId: newId() })
    await say(theirs, 'A secret lighthouse.')
    await say(await chat(), 'A lighthouse.')
    await fill()
    await fill(theirs.userId)
    assert.lengthOf(await found('lighthouse'), 1)
    assert.deepEqual(await found('lighthouse', { sessionId: theirs.sessionId }), [])
    assert.deepEqual(await found('lighthouse', { characterId: theirs.characterId }), [])
  })

  test('finds by character, by chat and by day in the time zone', async ({ assert }) => {
    const { chat, say, fill, found, ask, user } = await setUp()
    const [one, group] = [await chat(), await chat({ characterId: null })]
    await ask('INSERT INTO chat_groups (user_id, chat_session_id) VALUES (?, ?)', [user.id, group.sessionId])
    await ask('INSERT INTO chat_group_members (user_id, chat_session_id, character_id, position) VALUES (?, ?, ?, 0)', [
      user.id,
      group.sessionId,
      one.characterId,
    ])
    const [late] = await say(one, { text: 'whale', at: new Date('2025-12-31T23:30:00Z') })
    const [grouped] = await say(group, { text: 'whale', at: new Date('2025-06-01T12:00:00Z'), speaker: 'Mo' })
    const [elsewhere] = await say(await chat(), { text: 'whale', at: new Date('2025-01-01T12:00:00Z') })
    await fill()
    assert.deepEqual(await found('whale'), [late, grouped, elsewhere])
    assert.deepEqual(await found('whale', { characterId: one.characterId }), [late, grouped])
    assert.deepEqual(await found('whale', { sessionId: one.sessionId }), [late])
    assert.deepEqual(await found('whale', { from: '2025-06-01', to: '2025-06-01' }), [grouped])
    assert.deepEqual(await found('whale', { from: '2026-01-01' }), [])
    assert.deepEqual(await found('whale', { from: '2026-01-01', timeZone: 'Europe/Berlin' }), [late])
    assert.deepEqual(await found('whale', { to: '2025-01-01' }), [elsewhere])
  })

  test('no longer finds what is deleted, hidden or changed, at once', async ({ assert }) => {
    const { chat, say, fill, found, ask, user } = await setUp()
    const place = await chat()
    const [deleted, hidden, edited] = await say(place, 'whale one', 'whale two', 'whale three')
    await fill()
    assert.lengthOf(await found('whale'), 3)
    const change = (id: string | undefined, set: string) =>
      ask(`UPDATE chat_messages SET ${set} WHERE user_id = ? AND id = ?`, [user.id, id])
    await change(deleted, 'deleted_at = now()')
    await change(hidden, 'hidden_at = now()')
    await change(edited, `content = 'a shark'`)
    assert.deepEqual(await found('whale'), [])
    await change(deleted, 'deleted_at = NULL')
    await change(hidden, 'hidden_at = NULL')
    assert.deepEqual(await found('whale'), [hidden, deleted])
    await ask('UPDATE chat_sessions SET deleted_at = now() WHERE user_id = ? AND id = ?', [user.id, place.sessionId])
    assert.deepEqual(await found('whale'), [])
  })

  test('finds the new text of an edited message at once, however old', async ({ assert }) => {
    const { db, chat, say, fill, found, ask, user } = await setUp()
    const place = await chat()
    const [old] = await say(place, 'a whale', 'Two.', 'Three.')
    await fill()
    await ask(`UPDATE chat_messages SET content = 'a shark' WHERE user_id = ? AND id = ?`, [user.id, old])
    await db.transaction((trx) => indexMessage(trx, { ...place, position: 1 }))
    assert.deepEqual(await found('shark'), [old])
  })

  test('finds all answers of a message, and marks those that are not selected', async ({ assert }) => {
    const { chat, say, answerAgain, fill, search, ask, user } = await setUp()
    const place = await chat()
    const [messageId] = await say(place, 'A whale sings.')
    await fill()
    const second = await answerAgain(place.sessionId, messageId, 'A whale dives.')
    await fill()
    const seen = async () => (await search('whale')).hits.map(({ id, isUnselected = false }) => ({ id, isUnselected }))
    const answers = (isFirstUnselected: boolean) => [
      { id: second, isUnselected: !isFirstUnselected },
      { id: messageId, isUnselected: isFirstUnselected },
    ]
    assert.sameDeepMembers(await seen(), answers(true))
    await ask(`UPDATE chat_messages SET answer_id = id, content = 'A whale sings.' WHERE user_id = ? AND id = ?`, [
      user.id,
      messageId,
    ])
    assert.sameDeepMembers(await seen(), answers(false))
  })

  test('finds another answer to a message that became the last one', async ({ assert }) => {
    const { db, chat, say, answerAgain, fill, found, ask, user } = await setUp()
    const place = await chat()
    const [first, last] = await say(place, 'A whale sings.', 'And dives.')
    await fill()
    await ask('UPDATE chat_messages SET deleted_at = now() WHERE user_id = ? AND id = ?', [user.id, last])
    await db.transaction((trx) => lowerMark(trx, place))
    await answerAgain(place.sessionId, first, 'A shark.')
    await fill()
    assert.deepEqual(await found('shark'), [first])
  })

  test('marks branches, names the author, and shows the text around the hit as readers see it', async ({ assert }) => {
    const { chat, say, fill, search, ask, user } = await setUp()
    const place = await chat()
    await say(place, { text: `${'Word. '.repeat(400)}*{{char}} points* at the **tall\nship**, {{user}}.` })
    await ask(
      `INSERT INTO chat_branches (user_id, chat_session_id, parent_session_id, parent_message_id, bytes)
       VALUES (?, ?, uuidv7(), uuidv7(), 0)`,
      [user.id, place.sessionId]
    )
    await say(place, { text: 'A tall ship.', isUser: true, speaker: 'Ada' })
    await fill()
    const { hits } = await search('"tall ship"')
    assert.deepEqual(
      hits.map(({ isUser, speaker, isBranch }) => ({ isUser, speaker, isBranch })),
      [
        { isUser: true, speaker: 'Ada', isBranch: true },
        { isUser: false, speaker: null, isBranch: true },
      ]
    )
    assert.equal(textOf(hits[0]!), 'A [tall ship].')
    assert.match(textOf(hits[1]!), /^….*Word\. Mo points at the \[tall ship\], Robin\.$/)
  })

  test('shows nothing of chats behind the adult gate, and still fills the page', async ({ assert }) => {
    const [adult, member] = [newId(), newId()]
    const { chat, say, fill, search, ask, user } = await setUp({ gated: [adult, member] })
    const open = await chat()
    const [shown] = await say(open, { text: 'whale', at: new Date(Date.now() - day) })
    const gated = await chat({ characterId: adult })
    await say(gated, ...Array.from({ length: 25 }, () => 'whale'))
    const group = await chat({ characterId: null })
    await ask('INSERT INTO chat_groups (user_id, chat_session_id) VALUES (?, ?)', [user.id, group.sessionId])
    await ask(
      'INSERT INTO chat_group_members (user_id, chat_session_id, character_id, position, removed_at) VALUES (?, ?, ?, 0, now())',
      [user.id, group.sessionId, member]
    )
    await say(group, 'whale')
    await fill()
    const { hits, next } = await search('whale')
    assert.deepEqual(
      hits.map(({ messageId }) => messageId),
      [shown]
    )
    assert.isNull(next)
  })

  test('pages without gaps, also beyond the newest texts, which are read one by one', async ({ assert }) => {
    const { chat, say, fill, search, ask, user } = await setUp()
    const place = await chat()
    const [oldest] = await say(place, { text: 'whale', at: new Date(Date.now() - 2 * day) })
    // More than are read one by one, all without the word.
    await ask(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, created_at)
       SELECT ?::uuid, uuidv7(), ?::uuid, 10 + n, 'Nothing here', now() - n * INTERVAL '1 second' FROM generate_series(1, 2100) n`,
      [user.id, place.sessionId]
    )
    await ask('UPDATE chat_sessions SET next_position = 3000 WHERE user_id = ? AND id = ?', [user.id, place.sessionId])
    const newer = await say(place, ...Array.from({ length: 41 }, () => ({ text: 'whale', at: new Date() })))
    await fill()
    const pages: string[][] = []
    let after: SearchChatsInput['after'] = null
    do {
      const { hits, next } = await search('whale', { after })
      pages.push(hits.map(({ messageId }) => messageId))
      const [at, id] = next ? JSON.parse(Buffer.from(next, 'base64url').toString()) : []
      after = next ? { at, id } : null
    } while (after)
    assert.deepEqual(
      pages.map(({ length }) => length),
      [20, 20, 2]
    )
    assert.sameMembers(pages.flat(), [...newer, oldest])
    assert.equal(pages.at(-1)!.at(-1), oldest)
  })

  test('pages over many texts that are no longer in their messages', async ({ assert }) => {
    const { chat, say, fill, search, ask, user } = await setUp()
    const place = await chat()
    const kept = await say(place, ...Array.from({ length: 22 }, () => 'whale'))
    await ask(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
       SELECT ?::uuid, uuidv7(), ?::uuid, 100 + n, 'whale' FROM generate_series(1, 130) n`,
      [user.id, place.sessionId]
    )
    await ask('UPDATE chat_sessions SET next_position = 1000 WHERE user_id = ? AND id = ?', [user.id, place.sessionId])
    await fill()
    await ask('UPDATE chat_messages SET deleted_at = now() WHERE user_id = ? AND position > 100', [user.id])
    const { hits, next } = await search('whale')
    assert.deepEqual(
      hits.map(({ messageId }) => messageId),
      kept.toReversed().slice(0, 20)
    )
    assert.isNotNull(next)
  })

  test('takes the largest permitted texts and queries', async ({ assert }) => {
    const { chat, say, fill, search } = await setUp()
    const q = `${'q '.repeat(49)}zz`
    const letters = Array.from({ length: 32_000 / 4 }, (_, n) =>
      String.fromCodePoint(0x4e00 + (n % 20_000), 32, 113, 32)
    )
    await say(await chat(), letters.join(''), `${'*'.repeat(31_000)} q zz`)
    await fill()
    assert.lengthOf((await search(q)).hits, 1)
    assert.isEmpty(
      (await search(Array.from({ length: 50 }, (_, n) => String.fromCodePoint(97 + (n % 26))).join(' '))).hits
    )
  })
})

test.group('The index of the search', () => {
  test('takes long chats in batches, newest first, and says so until it is complete', async ({ assert }) => {
    const { chat, say, index, ask, user, search, found } = await setUp()
    const hourAgo = new Date(Date.now() - day)
    const place = await chat({ createdAt: hourAgo })
    const [oldest] = await say(place, { text: 'whale', at: hourAgo })
    await ask(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
       SELECT ?::uuid, uuidv7(), ?::uuid, 10 + n, 'Number ' || n FROM generate_series(1, 450) n`,
      [user.id, place.sessionId]
    )
    const fillOnce = () =>
      ask<{ isComplete: boolean }>('SELECT chat_search_fill(?::uuid, ?::uuid, 200) AS "isComplete"', [
        user.id,
        place.sessionId,
      ])
    assert.isFalse(await index.isComplete(user.id))
    assert.isFalse((await fillOnce())[0]!.isComplete)
    assert.lengthOf(await found('"number 450"'), 1)
    assert.isEmpty(await found('"number 250"'))
    assert.isFalse((await search('whale')).isComplete)
    await index.indexNoted()
    assert.deepEqual(await found('whale'), [oldest])
    assert.isTrue((await search('whale')).isComplete)
    assert.lengthOf(await ask('SELECT FROM chat_search_texts WHERE user_id = ?', [user.id]), 451)
  })

  test('finds an answer whose reply was running when its chat was indexed', async ({ assert }) => {
    const { chat, say, fill, found, ask, user, index } = await setUp()
    const place = await chat()
    await say(place, 'Good evening.')
    await ask(
      `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
       VALUES (?, ?, ?, ?, ?, 2, 'basic', 1, ?)`,
      [newId(), place.sessionId, user.id, newId(), newId(), newId()]
    )
    await fill()
    assert.lengthOf(await found('evening'), 1)
    await ask(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content) VALUES (?, uuidv7(), ?, 2, 'A whale.')`,
      [user.id, place.sessionId]
    )
    await ask(`UPDATE replies SET state = 'written', ended_at = now() WHERE user_id = ?`, [user.id])
    await index.isComplete(user.id)
    await index.indexNoted()
    assert.lengthOf(await found('whale'), 1)
  })

  test('finds the chats that no process has noticed, and does nothing the second time', async ({ assert }) => {
    const { chat, say, index, found, ask, user } = await setUp()
    // The chats of other tests count as indexed, because there may be thousands of long ones.
    await ask(
      `INSERT INTO chat_search_marks (user_id, chat_session_id, next_position, is_open, position, before_position)
       SELECT user_id, id, next_position, false, next_position, 0 FROM chat_sessions
       ON CONFLICT (user_id, chat_session_id)
         DO UPDATE SET next_position = excluded.next_position, is_open = false, before_position = 0`
    )
    await say(await chat(), 'A whale.')
    await index.indexAll()
    assert.lengthOf(await found('whale'), 1)
    const written = () => ask('SELECT xmin FROM chat_search_marks WHERE user_id = ?', [user.id])
    const before = await written()
    await index.indexAll()
    await index.indexNoted()
    assert.deepEqual(await written(), before)
  })

  test('leaves a chat to the process that indexes it', async ({ assert }) => {
    const { db, chat, say, fill, found } = await setUp()
    const place = await chat()
    await say(place, 'A whale.')
    await db.transaction(async (trx) => {
      await trx.rawQuery('SELECT chat_search_fill(?::uuid, ?::uuid, 200)', [place.userId, place.sessionId])
      await fill()
      assert.isEmpty(await found('whale'))
    })
    assert.lengthOf(await found('whale'), 1)
  })
})

test.group('GET /api/chats/search', () => {
  test('finds a message and its answer within seconds, and a forged id finds nothing', async ({ assert }) => {
    const stage = await sharedStage()
    stage.upstream.answer = speak(['The whale', ' sings.'])
    const [chat, stranger] = [await stage.chat(), await stage.visitor()]
    await (
      await send(chat, 'Does a whale sing?')
    ).ended
    await until(stage.db, 'SELECT count(*) = 3 FROM chat_search_texts WHERE chat_session_id = $1', [chat.sessionId])
    const { status, body } = await chat.client.get('/api/chats/search?q=WHALE')
    assert.equal(status, 200)
    assert.isNull(body.next)
    assert.isTrue(body.isComplete)
    assert.deepEqual(
      body.hits.map((hit: ChatHit) => [hit.isUser, textOf(hit), hit.sessionId, hit.characterId, hit.character?.id]),
      [
        [false, 'The [whale] sings.', chat.sessionId, chat.characterId, chat.characterId],
        [true, 'Does a [whale] sing?', chat.sessionId, chat.characterId, chat.characterId],
      ]
    )
    for (const q of [`whale&sessionId=${chat.sessionId}`, 'whale', `whale&sessionId=forged`])
      assert.isEmpty((await stranger.get(`/api/chats/search?q=${q}`)).body.hits)
    await chat.client.post(`/api/chats/${chat.sessionId}/rewind`, { messageId: body.hits[1].messageId })
    assert.lengthOf((await chat.client.get('/api/chats/search?q=whale')).body.hits, 1)
  })

  test('leads to old messages: in a branch, and with an answer that isn’t selected', async ({ assert }) => {
    const stage = await sharedStage()
    const chat = await stage.chat(50, 'reroll')
    const { client, characterId } = chat
    stage.upstream.answer = speak(['A narwhal sleeps.'])
    await (
      await ask(chat, '')
    ).ended
    const { body: branch } = await client.post(`/api/chats/${chat.sessionId}/branches`, { messageId: chat.messageId })
    await stage.db.query(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
       SELECT $1, uuidv7(), id, n, 'Number ' || n FROM unnest($2::uuid[]) id, generate_series(10, 500) n`,
      [client.user.id, [chat.sessionId, branch.id]]
    )
    await stage.db.query('UPDATE chat_sessions SET next_position = 501 WHERE user_id = $1', [client.user.id])
    const find = async (q: string): Promise<ChatHit[]> => (await client.get(`/api/chats/search?q=${q}`)).body.hits
    for (const [q, text] of [
      ['narwhal', 'A narwhal sleeps.'],
      ['"and to you"', 'And to you, '],
    ] as const) {
      await waitUntil('both chats are indexed', async () => (await find(q)).length === 2)
      const hits = await find(q)
      assert.sameMembers(
        hits.map(({ sessionId }) => sessionId),
        [chat.sessionId, branch.id]
      )
      for (const { sessionId, messageId, isBranch = false, isUnselected = false } of hits) {
        assert.deepEqual([isBranch, isUnselected], [sessionId === branch.id, text !== 'A narwhal sleeps.'])
        const { body } = await client.get(`/api/chats/${characterId}?session=${sessionId}&around=${messageId}`)
        const shown = (body.messages as Message[]).find(({ id }) => id === messageId)!
        assert.equal(shown.content, 'A narwhal sleeps.')
        assert.include(
          shown.alternates!.map(({ content }) => content),
          text
        )
      }
    }
  })

  test('refuses queries out of bounds, and finds nothing for a blank one', async ({ assert }) => {
    const stage = await sharedStage()
    const client = await stage.visitor()
    const statusOf = async (query: string) => (await client.get(`/api/chats/search?${query}`)).status
    for (const q of ['', '%20', '**', '%22%22'])
      assert.deepEqual((await client.get(`/api/chats/search?q=${q}`)).body, { hits: [], next: null, isComplete: true })
    assert.equal(await statusOf(`q=${'a'.repeat(limits.searchMax)}`), 200)
    for (const query of [
      `q=${'a'.repeat(limits.searchMax + 1)}`,
      '',
      'q[]=a',
      'q=a&from=2026-02-30',
      'q=a&to=0000-01-01',
      'q=a&cursor=later',
    ])
      assert.equal(await statusOf(query), 422, query)
    assert.equal(await statusOf('q=a&from=0001-01-01&to=9999-12-31&zone=Nowhere'), 200)
  })

  test('refuses more than 60 searches a minute', async ({ assert }) => {
    const stage = await sharedStage('limited')
    const client = await stage.visitor()
    for (let count = 0; count < limits.searchesPerMinute; count++)
      assert.equal((await client.get('/api/chats/search?q=whale')).status, 200)
    const { status, headers } = await client.get('/api/chats/search?q=whale')
    assert.equal(status, 429)
    assert.isAtLeast(Number(headers['retry-after']), 1)
  })
})
