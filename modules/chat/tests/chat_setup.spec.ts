import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { samplingPresets, type Message, type ReplyEvent } from '#modules/chat/api'
import { speak } from '#tests/support/model_upstream'
import { ask, kinds, last, send, sharedStage, type Chat, type Stage } from '#tests/support/stage'
import { planPrompt } from '../prompts/plan_prompt.ts'
import { outputTokensOf, setupColumn, setupOf, setupTexts, withChatTexts } from '../prompts/reply_setup.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage()
  stage.upstream.answer = speak(['Yes.'])
}

const pathOf = ({ sessionId }: Chat) => `/api/chats/${sessionId}/settings`
const put = ({ client, ...chat }: Chat, change: object) => client.put(pathOf({ client, ...chat }), change)
const none = {
  note: null,
  scenario: null,
  systemPrompt: null,
  lorebookIds: [],
  personaId: null,
  length: null,
  sampling: null,
  endsWhole: false,
  runsScripts: true,
}

/** Waits for a complete reply, and returns the body of the last request to the model. */
const requested = async (reply: Promise<{ ended: Promise<ReplyEvent[]> }>) => {
  const end = last(await (await reply).ended)
  if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
  return last(stage.upstream.calls).body
}

const written = (events: readonly ReplyEvent[]): Message => {
  const end = last(events)
  if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
  return end.message
}

const user = { sampling: null }

test.group('Settings of a chat', (group) => {
  group.setup(setUp)

  test('are stored, keep fields that a change omits, and are reset by null', async ({ assert }) => {
    const chat = await stage.chat()
    assert.deepEqual((await chat.client.get(pathOf(chat))).body, none)
    const note = { text: 'Rain falls.', depth: 2, role: 'user', every: 3 }
    const sampling = { temperature: 1.1, topP: 0.9, topK: 40, seed: 7, presencePenalty: -0.5 }
    assert.deepEqual((await put(chat, { note, length: 'short' })).body, { ...none, note, length: 'short' })
    assert.deepEqual((await put(chat, { sampling })).body, { ...none, note, length: 'short', sampling })
    assert.deepEqual((await put(chat, { length: 120, sampling: 'wild' })).body, {
      ...none,
      note,
      length: 120,
      sampling: 'wild',
    })
    assert.deepEqual((await put(chat, {})).body.note, note)
    assert.isTrue((await put(chat, { endsWhole: true })).body.endsWhole)
    assert.isFalse((await put(chat, { endsWhole: null })).body.endsWhole)
    assert.deepEqual((await put(chat, { note: null, length: null, sampling: null, personaId: null })).body, none)
  })

  test('replace the scenario and the creator’s instructions in this chat only, with macros and within limits', async ({
    assert,
  }) => {
    const [chat, other] = await stage.chats(await stage.visitor(50), 2, kinds)
    const name = (await chat!.client.get(`/api/characters/${chat!.characterId}`)).body.name
    await stage.db.query(`UPDATE characters SET scenario = 'The old scenario.' WHERE id = ANY ($1)`, [
      [chat!.characterId, other!.characterId],
    ])
    const texts = { scenario: ' {{char}} is at sea. ', systemPrompt: '{{original}} Be brief, {{user}}.' }
    const { body } = await put(chat!, texts)
    assert.deepInclude(body, { scenario: texts.scenario.trim(), systemPrompt: texts.systemPrompt })
    const { session } = (await chat!.client.get(`/api/chats/${chat!.characterId}?session=${chat!.sessionId}`)).body
    assert.equal(session.scenario, texts.scenario.trim())
    const systemOf = async (of: Chat) => (await requested(ask(of, 'Hello?'))).messages[0].content as string
    const system = await systemOf(chat!)
    assert.include(system, `<<Scenario>>\n${name} is at sea.\n<<end>>`)
    assert.match(system, /<<How Robin wants the play>>\nYou play [^]+ Be brief, Robin\.\n<<end>>/)
    assert.notInclude(system, 'old scenario')
    assert.notInclude(await systemOf(other!), 'at sea')
    const context = (await chat!.client.get(`/api/chats/${chat!.sessionId}/context?model=basic&full=1`)).body
    const kinds_ = context.parts.map(({ kind }: { kind: string }) => kind)
    assert.includeMembers(kinds_, ['chatScenario', 'chatInstructions'])
    assert.notIncludeMembers(kinds_, ['scenario'])

    assert.deepInclude((await put(chat!, { scenario: ' \n', systemPrompt: null })).body, {
      scenario: null,
      systemPrompt: null,
    })
    for (const key of ['scenario', 'systemPrompt'])
      for (const [value, status] of [
        ['😀'.repeat(8_000), 200],
        ['x'.repeat(8_001), 422],
        [5, 422],
      ] as const)
        assert.equal((await put(chat!, { [key]: value })).status, status, `${key} ${String(value).slice(0, 9)}`)
  })

  test('trim a note, fill in missing fields, and remove a note without text', async ({ assert }) => {
    const chat = await stage.chat()
    const { body } = await put(chat, { note: { text: '  Rain. \n' } })
    assert.deepEqual(body.note, { text: 'Rain.', depth: 4, role: 'system', every: 1 })
    assert.equal((await put(chat, { note: { text: '😀'.repeat(4_000) } })).status, 200)
    assert.isNull((await put(chat, { note: { text: ' ', depth: 3 } })).body.note)
    assert.isNull((await put(chat, { sampling: {} })).body.sampling)
  })

  test('refuse malformed values with the field’s name, and change nothing', async ({ assert }) => {
    const chat = await stage.chat()
    const kept = (await put(chat, { note: { text: 'Rain.' }, length: 'long' })).body
    const text = 'Rain.'
    const refused: [string, object][] = [
      ['note', { note: 'Rain.' }],
      ['note', { note: ['Rain.'] }],
      ['note.text', { note: {} }],
      ['note.text', { note: { text: 5 } }],
      ['note.text', { note: { text: 'x'.repeat(4_001) } }],
      ['note.depth', { note: { text, depth: 101 } }],
      ['note.depth', { note: { text, depth: -1 } }],
      ['note.depth', { note: { text, depth: 1.5 } }],
      ['note.role', { note: { text, role: 'tool' } }],
      ['note.every', { note: { text, every: 0 } }],
      ['note.every', { note: { text, every: 101 } }],
      ['lorebookIds', { lorebookIds: 'x' }],
      ['lorebookIds', { lorebookIds: [randomUUID()] }],
      ['personaId', { personaId: 'me' }],
      ['personaId', { personaId: randomUUID() }],
      ['length', { length: 'tiny' }],
      ['length', { length: 0 }],
      ['length', { length: 1_001 }],
      ['length', { length: 10.5 }],
      ['length', { length: '100' }],
      ['sampling', { sampling: 'calm' }],
      ['sampling', { sampling: [] }],
      ['sampling', { sampling: { temperature: 2.1 } }],
      ['sampling', { sampling: { temperature: null } }],
      ['sampling', { sampling: { topK: 1.5 } }],
      ['sampling', { sampling: { toString: 1 } }],
      ['sampling', { sampling: { prompt: 'x' } }],
      ['endsWhole', { endsWhole: 'yes' }],
      ['runsScripts', { runsScripts: 1 }],
    ]
    for (const [field, change] of refused) {
      const { status, body } = await put(chat, { length: 'short', ...change })
      assert.equal(status, 422, JSON.stringify(change))
      assert.equal(body.errors[0].field, field)
      assert.match(body.message, /^[A-Za-z].+\.$/)
    }
    assert.deepEqual((await chat.client.get(pathOf(chat))).body, kept)
  })

  test('belong to the user of the chat only', async ({ assert }) => {
    const chat = await stage.chat()
    const client = await stage.visitor()
    assert.equal((await client.get(pathOf(chat))).status, 404)
    assert.equal((await put({ ...chat, client }, { length: 'short' })).status, 404)
    assert.deepEqual((await chat.client.get(pathOf(chat))).body, none)
  })

  test('are in the export of the account', async ({ assert }) => {
    const chat = await stage.chat()
    const { body } = await put(chat, { note: { text: 'Rain.' }, length: 50, sampling: 'steady' })
    const exported = JSON.parse((await chat.client.get('/api/user/export')).text)
    const { lorebookIds: _, ...settings } = body
    assert.deepEqual(exported.chats[0].settings, settings)
  })
})

test.group('Settings of a chat in its replies', (group) => {
  group.setup(setUp)

  test('lower the limit of tokens for sends, rerolls and continuations, never above the tier’s', async ({ assert }) => {
    const client = await stage.visitor()
    for (const chat of await stage.chats(client, kinds.length, kinds)) {
      await put(chat, { length: 60 })
      assert.equal((await requested(ask(chat, 'Hello?'))).max_tokens, 60, chat.kind)
    }
    const [chat] = await stage.chats(client, 1)
    await put(chat!, { length: 1_000 })
    assert.equal((await requested(send(chat!, 'Hello?'))).max_tokens, 400)
    await put(chat!, { length: 'short' })
    assert.equal((await requested(send(chat!, 'Hello?'))).max_tokens, 400)
  })

  test('end a cut answer at a whole sentence, which still can be continued', async ({ assert }) => {
    const chat = await stage.chat()
    const answer = (text: string, reason: 'stop' | 'length') => {
      stage.upstream.answer = (call) => {
        call.delta(text)
        call.finish(reason)
      }
    }
    const cut = 'The rain stopped. He closed the window. And th'
    const contentOf = async (text: string, reason: 'stop' | 'length') => {
      answer(text, reason)
      return written(await (await send(chat, 'And then?')).ended)
    }
    assert.equal((await contentOf(cut, 'length')).content, cut)
    await put(chat, { endsWhole: true })
    assert.equal((await contentOf(cut, 'stop')).content, cut)
    assert.equal(
      (await contentOf('Yes. A sentence that goes on and on', 'length')).content,
      'Yes. A sentence that goes on and on'
    )
    const message = await contentOf(cut, 'length')
    assert.deepInclude(message, { content: 'The rain stopped. He closed the window.', isCut: true })
    answer(' He slept. Th', 'length')
    const continued = written(await (await ask({ ...chat, kind: 'continue', messageId: message.id }, '')).ended)
    assert.deepInclude(continued, { content: 'The rain stopped. He closed the window. He slept.', isCut: true })
    stage.upstream.answer = speak(['Yes.'])
  })

  test('count the user’s messages for a note that joins only some prompts', async ({ assert }) => {
    const chat = await stage.chat()
    await put(chat, { note: { text: 'Rain falls.', every: 3 } })
    const setupIn = async (sql: string) =>
      (await stage.db.query(sql, [chat.sessionId, chat.client.user.id])).rows[0].setup
    const dueAt = async (isSaved: boolean) =>
      setupTexts(setupOf({ setup: await setupIn(`SELECT ${setupColumn('$1', '$2')} AS setup`) }, { user, isSaved }))
        .note !== null
    const due: boolean[] = []
    for (let turn = 1; turn <= 6; turn++) {
      const before = await dueAt(false)
      await requested(send(chat, `Message ${turn}`))
      const after = await dueAt(true)
      assert.equal(before, after)
      due.push(after)
    }
    // The stage's chat has one message of the user before these.
    assert.deepEqual(due, [false, true, false, false, true, false])
  })
})

test.group('Sampling of a user', (group) => {
  group.setup(setUp)

  test('is a preset or values, is refused when it is neither, and is in the export', async ({ assert }) => {
    const client = await stage.visitor()
    const path = '/api/user/settings'
    const stored = async () => (await client.get(path)).body.sampling
    assert.isNull(await stored())
    for (const sampling of ['wild', { temperature: 1.1, seed: 3 }, null, 'lively']) {
      const { status, body } = await client.put(path, { sampling })
      assert.deepEqual([status, body.sampling], [200, sampling])
      assert.deepEqual(await stored(), sampling)
    }
    for (const sampling of ['calm', 5, [], { temperature: 3 }, { model: 'x' }]) {
      const { status, body } = await client.put(path, { sampling })
      assert.equal(status, 422)
      assert.equal(body.errors[0].field, 'sampling')
    }
    await client.put(path, { firstName: 'Ann' })
    assert.equal(await stored(), 'lively')
    assert.equal(JSON.parse((await client.get('/api/user/export')).text).account.sampling, 'lively')
  })

  test('writes the replies of all chats, except for what a chat sets itself', async ({ assert }) => {
    const client = await stage.visitor()
    for (const chat of await stage.chats(client, kinds.length, kinds)) {
      await client.put('/api/user/settings', { sampling: null })
      assert.equal((await requested(ask(chat, 'Hello?'))).temperature, 0.8, chat.kind)
    }
    await client.put('/api/user/settings', { sampling: 'wild' })
    for (const chat of await stage.chats(client, kinds.length, kinds))
      assert.equal((await requested(ask(chat, 'Hello?'))).temperature, samplingPresets.wild.temperature, chat.kind)
    for (const chat of await stage.chats(client, kinds.length, kinds)) {
      await put(chat, { sampling: { temperature: 0.3, topP: 0.5 } })
      const { temperature, top_p } = await requested(ask(chat, 'Hello?'))
      assert.deepEqual([temperature, top_p], [0.3, 0.5], chat.kind)
    }
  })
})

test.group('Reply setup', () => {
  const row = { note: null, said: null, persona_id: null, persona: null, length: null, sampling: null }

  test('is empty for a chat without settings', ({ assert }) => {
    const setup = setupOf({ setup: null }, { user, isSaved: false })
    assert.deepEqual(setupTexts(setup), { note: null, length: null, pinDepths: null, summary: null })
    assert.deepEqual(setup.sampling, {})
    assert.equal(outputTokensOf({ outputTokensMax: 400 }, setup), 400)
  })

  test('tells a wish from a limit, and gives the values of a preset', ({ assert }) => {
    const wish = setupOf({ setup: { ...row, length: 'long', sampling: 'steady' } }, { user, isSaved: true })
    assert.equal(setupTexts(wish).length, 'long')
    assert.equal(outputTokensOf({ outputTokensMax: 400 }, wish), 400)
    assert.isBelow(wish.sampling.temperature!, 0.8)
    const limit = setupOf({ setup: { ...row, length: 500 } }, { user, isSaved: true })
    assert.isNull(setupTexts(limit).length)
    assert.equal(outputTokensOf({ outputTokensMax: 400 }, limit), 400)
    assert.equal(outputTokensOf({ outputTokensMax: 800 }, limit), 500)
  })

  test('prefers the sampling of the chat, parameter by parameter', ({ assert }) => {
    const custom = { sampling: { temperature: 1.5, topK: 20 } }
    const setup = setupOf(
      { setup: { ...row, sampling: { temperature: 0.4, seed: 1 } } },
      { user: custom, isSaved: true }
    )
    assert.deepEqual(setup.sampling, { temperature: 0.4, topK: 20, seed: 1 })
    assert.deepEqual(
      setupOf({ setup: null }, { user: { sampling: 'wild' }, isSaved: true }).sampling,
      samplingPresets.wild
    )
  })
})

test.group('The texts of a chat', () => {
  const sheet = {
    name: 'Ada',
    description: 'A public teaser.',
    personality: '',
    backstory: '',
    scenario: 'SECRET scenario. '.repeat(80),
    systemPrompt: 'SECRET instructions.',
  }
  const persona = { name: 'Robin', description: '', personality: '', background: '' }
  const hidden = { all: false, definitionPublic: false }
  const planned = (own: { scenario: string | null; systemPrompt: string | null }, of = sheet) =>
    planPrompt({
      ...withChatTexts({ sheet: of, readable: hidden }, own),
      persona,
      pins: [],
      history: [{ isUser: true, content: 'Hello.' }],
      contextTokens: 4_096,
      outputTokensMax: 400,
    })

  test('are readable, and insert nothing that the character hides', ({ assert }) => {
    const own = { scenario: 'Mine: {{scenario}}', systemPrompt: 'Mine: {{original}} {{scenario}} {{description}}' }
    const plan = planned(own)
    const texts = JSON.stringify(plan)
    assert.notInclude(texts, 'SECRET')
    const kept = plan.parts.filter(({ kind }) => kind === 'chatScenario' || kind === 'chatInstructions')
    assert.lengthOf(kept, 2)
    assert.isTrue(kept.every(({ isHidden }) => !isHidden))
    // Nothing depends on the texts that they replace.
    const others = { ...sheet, scenario: 'Another. '.repeat(99), systemPrompt: 'Another one. '.repeat(200) }
    const { parts, tokens } = planned(own, others)
    assert.deepEqual({ parts, tokens }, { parts: plan.parts, tokens: plan.tokens })
  })

  test('leave the description in or out of the prompt as without them', ({ assert }) => {
    const own = { scenario: 'A harbour.', systemPrompt: 'Be brief.' }
    const none = { scenario: null, systemPrompt: null }
    const bare = { ...sheet, scenario: '', systemPrompt: '' }
    const hasDescription = (plan: ReturnType<typeof planned>) => plan.parts.some(({ text }) => text.includes('teaser'))
    assert.deepEqual(
      [none, own].map((texts) => hasDescription(planned(texts, bare))),
      [true, true]
    )
    assert.deepEqual(
      [none, own].map((texts) => hasDescription(planned(texts))),
      [false, false]
    )
  })

  test('give way to the chat at their longest', ({ assert }) => {
    const plan = planned({ scenario: 'A sentence. '.repeat(666), systemPrompt: 'Another one. '.repeat(615) })
    assert.isTrue(plan.fits)
    assert.sameMembers(
      plan.cut.map(({ text }) => text),
      ['scenario', 'systemPrompt']
    )
  })
})
