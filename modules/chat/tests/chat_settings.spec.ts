import { randomUUID } from 'node:crypto'
import { HttpContextFactory } from '@adonisjs/core/factories/http'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { CurrentUser } from '#modules/accounts/index'
import { limits, type ChatContext, type Message } from '#modules/chat/api'
import { Limiters } from '#modules/kernel/rate_limit'
import { speak } from '#tests/support/model_upstream'
import { ask, kinds, last, messagesOf, send, sharedStage, type Chat, type Stage } from '#tests/support/stage'
import ChatSettingsController from '../http/chat_settings_controller.ts'
import MemoryController from '../http/memory_controller.ts'
import { estimateTokens } from '../prompts/estimate_tokens.ts'
import { ContextPace } from '../replies/begin/context_pace.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('filled')
}

/** Inserts numbered messages in alternating roles, without the server. */
const fill = (chat: Chat, count: number, text = 'Message') =>
  stage.db.query(
    `WITH said AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
       SELECT $2, uuidv7(), $1, n + 1, CASE WHEN n % 2 = 0 THEN $2::uuid END, format('%s %s', $4::text, n) FROM generate_series(1, $3::int) n
     ) UPDATE chat_sessions SET next_position = $3::int + 1 WHERE id = $1`,
    [chat.sessionId, chat.client.user.id, count, text]
  )

const prompted = (): { system: string; messages: string[] } => {
  const [system, ...messages] = last(stage.upstream.calls).body.messages.map(
    ({ content }: { content: string }) => content
  )
  return { system, messages }
}

const contextOf = async (chat: Chat, model = 'basic'): Promise<ChatContext> =>
  (await chat.client.get(`/api/chats/${chat.sessionId}/context?model=${model}`)).body

test.group('Titles', (group) => {
  group.setup(setUp)

  test('are trimmed, found by search, and removed', async ({ assert }) => {
    const chat = await stage.chat()
    const path = `/api/chats/${chat.sessionId}/title`
    const { status, body } = await chat.client.put(path, { title: '  The Long Night ' })
    assert.equal(status, 200)
    assert.deepInclude(body, { id: chat.sessionId, title: 'The Long Night', pins: [] })
    assert.equal((await chat.client.get('/api/chats')).body[0].title, 'The Long Night')
    const opened = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
    assert.equal(opened.body.session.title, 'The Long Night')
    for (const title of [' ', '', null]) {
      await chat.client.put(path, { title: 'Something' })
      assert.isNull((await chat.client.put(path, { title })).body.title)
    }
    assert.equal((await chat.client.put(path, { title: '😀'.repeat(120) })).status, 200)
    for (const title of ['x'.repeat(121), 5, ['x'], {}])
      assert.equal((await chat.client.put(path, { title })).status, 422)
    const other = await stage.visitor()
    assert.equal((await other.put(path, { title: 'Mine' })).status, 404)
    assert.equal((await chat.client.put(`/api/chats/${randomUUID()}/title`, { title: 'x' })).status, 404)
  })

  test('and characters’ names are searched by `q`, in any case, page by page', async ({ assert }) => {
    const client = await stage.visitor()
    const names = await stage.db.query('SELECT id, name FROM characters ORDER BY id')
    const [first, second] = names.rows
    await client.say(first.id, { content: 'Hello.', model: 'basic' })
    await client.say(second.id, { content: 'Hello.', model: 'basic' })
    const chats = (await client.get('/api/chats')).body
    await client.put(`/api/chats/${chats[0].id}/title`, { title: '100%_Sure' })
    const found = async (q: string) =>
      (await client.get(`/api/chats?q=${encodeURIComponent(q)}`)).body.map((item: { id: string }) => item.id)
    assert.deepEqual(await found('0%_su'), [chats[0].id])
    assert.deepEqual(await found('%'), [chats[0].id])
    assert.deepEqual(await found(first.name.slice(1).toUpperCase()), [chats[1].id])
    assert.deepEqual(await found('nothing has this name'), [])
    assert.deepEqual(await found(' '), [chats[0].id, chats[1].id])
    assert.equal((await client.get(`/api/chats?q=${'x'.repeat(101)}`)).status, 422)
    await client.put(`/api/chats/${chats[1].id}/title`, { title: 'Sure, too' })
    const page = await client.get('/api/chats?q=sure&limit=1')
    assert.deepEqual(
      page.body.map((item: { id: string }) => item.id),
      [chats[0].id]
    )
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))![1]!
    const rest = await client.get(next)
    assert.deepEqual(
      rest.body.map((item: { id: string }) => item.id),
      [chats[1].id]
    )
    assert.isUndefined(rest.headers.link)
    // Characters that the viewer may not see are not found by name.
    await stage.db.query('UPDATE characters SET is_public = false WHERE id = $1', [first.id])
    assert.deepEqual(await found(first.name), [])
    await stage.db.query('UPDATE characters SET is_public = true WHERE id = $1', [first.id])
  })
})

test.group('Pins', (group) => {
  group.setup(setUp)

  test('are in every prompt, as material, with the macros filled in', async ({ assert }) => {
    const client = await stage.visitor()
    for (const chat of await stage.chats(client, 3, kinds)) {
      const { status, body } = await client.put(`/api/chats/${chat.sessionId}/pins`, {
        pins: [' {{user}} is a baker. ', '', 'It is winter.'],
      })
      assert.equal(status, 200)
      assert.deepEqual(body.pins, ['{{user}} is a baker.', 'It is winter.'])
      const opened = await client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
      assert.deepEqual(opened.body.session.pins, body.pins)
      stage.upstream.answer = speak(['Yes.'])
      await (
        await ask(chat, 'Hello?')
      ).ended
      assert.include(prompted().system, '- Robin is a baker.\n- It is winter.')
      await client.put(`/api/chats/${chat.sessionId}/pins`, { pins: [] })
      await (
        await send(chat, 'Hello?')
      ).ended
      assert.notInclude(prompted().system, '- It is winter.')
    }
  })

  test('with a depth are among the messages, until they are pinned without one', async ({ assert }) => {
    const chat = await stage.chat()
    const path = `/api/chats/${chat.sessionId}/pins`
    const deep = { text: ' It is winter. ', depth: 2 }
    const { status, body } = await chat.client.put(path, { pins: ['Robin bakes.', deep] })
    assert.equal(status, 200)
    assert.deepEqual([body.pins, body.pinDepths], [['Robin bakes.', 'It is winter.'], { 'It is winter.': 2 }])
    const opened = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
    assert.deepEqual(opened.body.session.pinDepths, { 'It is winter.': 2 })
    for (const text of ['One.', 'Two.']) await (await send(chat, text, { model: 'basic' })).ended
    assert.include(prompted().system, '- Robin bakes.')
    assert.notInclude(prompted().system, 'It is winter.')
    const at = prompted().messages.findIndex((text) => text.includes('- It is winter.'))
    assert.include(prompted().messages[at]!, 'One.')
    assert.equal(at, prompted().messages.length - 3)
    const { body: context } = await chat.client.get(`/api/chats/${chat.sessionId}/context?model=basic`)
    assert.lengthOf(
      context.parts.filter(({ kind }: { kind: string }) => kind === 'pins'),
      1
    )
    const { body: again } = await chat.client.put(path, { pins: ['It is winter.'] })
    assert.isUndefined(again.pinDepths)
  })

  test('stay when the history is cut', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 300, 'word '.repeat(40))
    await chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: ['It is winter.'] })
    stage.upstream.answer = speak(['Yes.'])
    await (
      await send(chat, 'Hello?')
    ).ended
    assert.include(prompted().system, '- It is winter.')
    assert.equal(prompted().messages[0]!.split('\n\n')[0], 'Good evening.')
    assert.isBelow(prompted().messages.length, 100)
  })

  test('are refused when they are malformed, too many, too long or another user’s, and nothing changes', async ({
    assert,
  }) => {
    const chat = await stage.chat()
    const path = `/api/chats/${chat.sessionId}/pins`
    for (const depth of [-1, 1.5, 101, '2', true])
      assert.equal((await chat.client.put(path, { pins: [{ text: 'x', depth }] })).status, 422)
    assert.equal((await chat.client.put(path, { pins: [{ depth: 2 }] })).status, 422)
    const most = Array.from({ length: 20 }, () => '😀'.repeat(500))
    assert.equal((await chat.client.put(path, { pins: most })).status, 200)
    for (const pins of [[...most, 'one more'], ['x'.repeat(501)], 'x', null, undefined, [5], [null], { 0: 'x' }])
      assert.equal((await chat.client.put(path, { pins })).status, 422)
    assert.equal((await (await stage.visitor()).put(path, { pins: [] })).status, 404)
    const opened = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}`)
    assert.deepEqual(opened.body.session.pins, most)
  })
})

test.group('The context', (group) => {
  group.setup(setUp)
  group.each.setup(() => {
    stage.upstream.answer = speak(['Yes.'])
  })

  test('describes the parts of the next prompt, which then contains them', async ({ assert, cleanup }) => {
    const chat = await stage.chat()
    // Texts that the user may not read count in steps.
    const setForkable = (isForkable: boolean) =>
      stage.db.query('UPDATE characters SET allow_forks = $2 WHERE id = $1', [chat.characterId, isForkable])
    await setForkable(true)
    cleanup(() => setForkable(false).then(() => {}))
    await chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: ['It is winter.'] })
    await fill(chat, 5)
    await stage.db.query('UPDATE chat_messages SET deleted_at = now() WHERE chat_session_id = $1 AND position = 4', [
      chat.sessionId,
    ])
    const context = await contextOf(chat)
    const messages = await messagesOf(chat)
    assert.deepInclude(context, { model: 'basic', contextTokens: 4_096, outputTokens: 400 })
    assert.deepEqual(
      context.history.messages,
      messages.map(({ id, content }) => ({ id, tokens: estimateTokens(content) }))
    )
    assert.deepInclude(context.history, { cutMessages: 0, oldestId: messages[1]!.id })
    const tokens = context.parts.reduce((sum, part) => sum + part.tokens, 0)
    assert.equal(context.usedTokens, tokens + context.history.tokens)
    await (
      await send(chat, 'Hello?')
    ).ended
    const { system, messages: sent } = prompted()
    // The system prompt consists of the parts. Each part but the first begins with the mark of its section.
    // The character has three sections.
    // The character's lorebook stays hidden. Its tokens are reserved, and no entry is used.
    const reserved = context.parts.find(({ kind }) => kind === 'lore')?.tokens ?? 0
    assert.equal(reserved % 256, 0)
    assert.closeTo(estimateTokens(system), tokens - reserved, (context.parts.length + 2) * 6)
    assert.isTrue(context.parts.some(({ kind }) => kind === 'pins'))
    assert.equal(sent.join('\n\n'), [...messages.map(({ content }) => content), 'Hello?'].join('\n\n'))
  })

  test('shows where the history is cut at each tier, like the prompt', async ({ assert }) => {
    const chat = await stage.chat(50)
    await fill(chat, 390, 'word '.repeat(60))
    const sizes: number[] = []
    for (const model of ['basic', 'standard']) {
      const messages: Message[] = []
      for (let before = ''; ;) {
        const { body } = await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}${before}`)
        messages.unshift(...body.messages)
        if (!body.hasOlder) break
        before = `&before=${body.messages[0].id}`
      }
      const context = await contextOf(chat, model)
      const kept = context.history.messages
      assert.equal(kept[0]!.id, messages[0]!.id, 'the first message stays')
      assert.deepEqual(
        kept.slice(1).map(({ id }) => id),
        messages.slice(-(kept.length - 1)).map(({ id }) => id)
      )
      assert.equal(context.history.oldestId, kept[1]!.id)
      assert.equal(context.history.cutMessages, messages.length - kept.length)
      assert.isAtMost(context.usedTokens, context.contextTokens - context.outputTokens)
      const next = messages[messages.length - kept.length]!
      // Messages leave the prompt in blocks of a fifth of the available tokens.
      assert.isAbove(
        context.usedTokens + estimateTokens(next.content),
        (context.contextTokens - context.outputTokens) * 0.8
      )
      await (
        await send(chat, '.', { model })
      ).ended
      const sent = prompted().messages.join('\n\n')
      assert.include(sent, messages.at(-1)!.content)
      assert.include(sent, `${messages.at(-(kept.length - 2))!.content}\n\n`)
      assert.notInclude(sent, `${next.content}\n\n`)
      sizes.push(kept.length)
    }
    assert.isAbove(sizes[1]!, sizes[0]!)
  })

  test('counts the selected answer', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = speak(['A much longer answer than the one before it was, by far.'])
    await (
      await ask(chat, '')
    ).ended
    const after = await contextOf(chat)
    assert.equal(after.history.messages[1]!.tokens, estimateTokens((await messagesOf(chat))[1]!.content))
    await chat.client.put(`/api/messages/${chat.messageId}/alternate`, { index: 0 })
    assert.isBelow((await contextOf(chat)).history.messages[1]!.tokens, after.history.messages[1]!.tokens)
  })

  test('is limited per minute, whichever chat it is of', async ({ assert, cleanup }) => {
    const pace = new ContextPace({ ...(await app.container.make(Limiters)), enabled: true })
    app.container.swap(ContextPace, () => pace)
    cleanup(() => app.container.restore(ContextPace))
    const settings = await app.container.make(ChatSettingsController)
    const memory = await app.container.make(MemoryController)
    const user = { id: randomUUID(), isAdmin: false, limitlessEnabled: false } as CurrentUser
    const view = async (work: (ctx: HttpContext) => Promise<unknown>) => {
      const ctx = new HttpContextFactory().create()
      Object.assign(ctx, { auth: { getUserOrFail: () => user }, params: { id: randomUUID() } })
      await work(ctx)
      return ctx.response
    }
    for (let count = 0; count < limits.contextViewsPerMinute; count++) await pace.count(user.id)
    // A request for a new summary plans the next prompt, too.
    const works = [settings.context.bind(settings), memory.regenerateSummary.bind(memory)]
    for (const work of works) {
      const refused = await view(work)
      assert.equal(refused.getStatus(), 429)
      assert.isAbove(Number(refused.getHeader('retry-after')), 0)
    }
    await pace.forget(user.id)
    for (const work of works) assert.equal((await view(work)).getStatus(), 404)
  })

  test('requires one’s own chat, an existing tier, and a visible character', async ({ assert }) => {
    const chat = await stage.chat()
    const path = `/api/chats/${chat.sessionId}/context`
    assert.equal((await chat.client.get(path)).body.model, 'standard')
    assert.equal((await chat.client.get(`${path}?model=huge`)).status, 422)
    assert.equal((await (await stage.visitor()).get(path)).status, 404)
    assert.equal((await chat.client.get(`/api/chats/${randomUUID()}/context`)).status, 404)
    const { rows } = await stage.db.query(
      `INSERT INTO characters (name, created_by, is_nsfw) SELECT 'Mayfly', created_by, true FROM characters LIMIT 1 RETURNING id`
    )
    await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [rows[0].id, chat.sessionId])
    assert.equal((await chat.client.get(path)).status, 403)
    assert.equal((await chat.client.get(`/api/chats/${chat.sessionId}/export`)).status, 403)
    await stage.db.query('UPDATE characters SET deleted_at = now() WHERE id = $1', [rows[0].id])
    assert.equal((await chat.client.get(path)).status, 404)
    const gone = await chat.client.get(`/api/chats/${chat.sessionId}/export`)
    assert.equal(gone.status, 200)
    assert.include(gone.text, 'Deleted Character')
  })
})

test.group('A long chat', (group) => {
  group.setup(setUp)

  test('is paged in both directions and from the middle, without gaps', async ({ assert }) => {
    const chat = await stage.chat()
    await fill(chat, 999)
    await stage.db.query(
      'UPDATE chat_messages SET deleted_at = now() WHERE chat_session_id = $1 AND position % 100 = 50',
      [chat.sessionId]
    )
    const page = async (query = '') =>
      (await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}${query}`)).body
    const all: string[] = (
      await stage.db.query(
        'SELECT id FROM chat_messages WHERE chat_session_id = $1 AND deleted_at IS NULL ORDER BY position',
        [chat.sessionId]
      )
    ).rows.map(({ id }) => id)
    assert.lengthOf(all, 990)
    const ids = ({ messages }: { messages: Message[] }) => messages.map(({ id }) => id)

    const newest = await page()
    assert.deepEqual(ids(newest), all.slice(-200))
    assert.deepInclude(newest, { hasOlder: true, hasNewer: false })
    const middle = await page(`&around=${all[500]}`)
    assert.deepEqual(ids(middle), all.slice(401, 601))
    assert.deepInclude(middle, { hasOlder: true, hasNewer: true })
    let read = ids(middle)
    for (let older = middle; older.hasOlder;) {
      older = await page(`&before=${read[0]}`)
      read = [...ids(older), ...read]
    }
    for (let newer = middle; newer.hasNewer;) {
      newer = await page(`&after=${read.at(-1)}`)
      read = [...read, ...ids(newer)]
    }
    assert.deepEqual(read, all)
    const start = await page(`&around=${all[0]}`)
    assert.deepEqual(ids(start), all.slice(0, 101))
    assert.deepInclude(start, { hasOlder: false, hasNewer: true })
    assert.deepEqual(ids(await page(`&after=${all.at(-1)}`)), [])

    // Paging from a deleted message works.
    const { rows } = await stage.db.query(
      'SELECT id FROM chat_messages WHERE chat_session_id = $1 AND position = 550',
      [chat.sessionId]
    )
    assert.deepEqual(
      ids(await page(`&before=${rows[0].id}`)).at(-1),
      all.find((_, index) => index === 543)
    )
    const status = async (query: string) =>
      (await chat.client.get(`/api/chats/${chat.characterId}?session=${chat.sessionId}${query}`)).status
    assert.equal(await status(`&after=${all[3]}&before=${all[5]}`), 422)
    for (const kind of ['before', 'after', 'around']) {
      assert.equal(await status(`&${kind}=${randomUUID()}`), 404)
      assert.equal(await status(`&${kind}=x`), 404)
    }
    const other = await stage.chat()
    assert.equal(await status(`&around=${(await messagesOf(other))[0]!.id}`), 404)
  })

  test('is exported completely in both formats', async ({ assert }) => {
    const chat = await stage.chat(50, 'reroll')
    stage.upstream.answer = speak(['Good evening, {{user}}. I am {{char}}.'])
    await (
      await ask(chat, '')
    ).ended
    await chat.client.put(`/api/chats/${chat.sessionId}/title`, { title: 'Näch/te: "eins"\u202e' })
    await chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: ['It is winter.'] })
    await fill(chat, 250)
    await stage.db.query('UPDATE chat_messages SET deleted_at = now() WHERE chat_session_id = $1 AND position = 100', [
      chat.sessionId,
    ])
    const path = `/api/chats/${chat.sessionId}/export`
    const lines = await chat.client.get(`${path}?format=jsonl`)
    assert.equal(lines.status, 200)
    assert.equal(lines.headers['content-type'], 'application/x-ndjson; charset=utf-8')
    assert.equal(
      lines.headers['content-disposition'],
      `attachment; filename="N_ch te   eins.jsonl"; filename*=UTF-8''N%C3%A4ch%20te%20%20%20eins.jsonl`
    )
    const [head, ...rest] = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const end = rest.pop()
    const notice = 'This is AI. Everything characters say is fiction.'
    assert.deepInclude(head, { type: 'chat', id: chat.sessionId, pins: ['It is winter.'], notice })
    assert.equal(head.character.id, chat.characterId)
    assert.deepEqual(end, { type: 'end', messages: 251 })
    assert.lengthOf(rest, 251)
    assert.deepInclude(rest[1], { type: 'message', content: 'Good evening, {{user}}. I am {{char}}.', rubyCost: 1 })
    assert.lengthOf(rest[1].alternates, 2)

    const markdown = await chat.client.get(path)
    assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
    const { rows } = await stage.db.query('SELECT name FROM characters WHERE id = $1', [chat.characterId])
    assert.include(markdown.text, `Good evening, Robin. I am ${rows[0].name}.`)
    assert.include(markdown.text, '- It is winter.')
    assert.include(markdown.text, `\n\n${notice}\n`)
    assert.include(markdown.text, 'Message 250')
    assert.notInclude(markdown.text, 'Message 99\n')
    assert.isTrue(markdown.text.endsWith('<!-- end -->\n'))
    assert.notInclude(lines.text + markdown.text, chat.client.user.email)
    assert.equal((await chat.client.get(`${path}?format=pdf`)).status, 422)
    assert.equal((await (await stage.visitor()).get(path)).status, 404)
    await chat.client.delete(`/api/chats/${chat.sessionId}`)
    assert.equal((await chat.client.get(path)).status, 404)
  })
})
