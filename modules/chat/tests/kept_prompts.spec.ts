import { test } from '@japa/runner'
import fc from 'fast-check'
import type { AnswerPrompt, Message, PromptView } from '#modules/chat/api'
import { newId } from '#modules/kernel/ids'
import type { Client } from '#tests/support/client'
import { connect } from '#tests/support/databases'
import { last, messagesOf, sharedStage, startStage, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { unpackText } from '../prompts/packed_text.ts'

const draft = {
  name: 'Mo',
  description: 'Mends nets, and {{random:hums,sings}}.',
  backstory: 'Was born at sea, near {{user}}.',
  personality: 'Calm. Knows {{description}}',
  scenario: 'A pier.',
  firstMessage: 'Ahoy, {{user}}.',
  avatar: 'https://pictures.example.test/mo.png',
  systemPrompt: 'Write in the present tense.',
  postHistoryInstructions: 'Stay at the pier.',
  exampleDialogue: '<START>\n{{char}}: Ahoy!',
  depthNote: { text: 'It is foggy.', depth: 2, role: 'system' },
}

type Sent = { role: string; content: string }[]

/** Returns the request that a view describes. */
const requestOf = ({ parts, messages }: PromptView): Sent => {
  const textOf = (text: string | null | undefined) => {
    if (typeof text !== 'string') throw new Error('A text is missing.')
    return text
  }
  const system = parts.filter(({ role }) => role === 'system').map(({ text }) => textOf(text))
  return [
    { role: 'system', content: system.join('\n\n') },
    ...messages.map(({ role, pieces }) => ({
      role,
      content: pieces.map((piece) => textOf('part' in piece ? parts[piece.part]?.text : piece.text)).join('\n\n'),
    })),
  ]
}

const firstDifference = (shown: Sent, sent: Sent): string => {
  const at = shown.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(sent[index]))
  const of = (request: Sent) => JSON.stringify(request[at === -1 ? shown.length : at])
  return `Message ${at} of ${shown.length} and ${sent.length}:\n${of(shown)}\n${of(sent)}`
}

const allTexts = (value: unknown) => JSON.stringify(value)

/** A chat, and the prompts that the model got in it. */
class ToldChat {
  readonly #stage: Stage
  readonly client: Client
  readonly characterId: string
  readonly sessionId: string
  /** The requests of the replies that wrote text, oldest first. */
  readonly told: { messageId: string; answerId: string; replyId: string; sent: Sent }[] = []
  #deleted: string | null = null

  constructor(stage: Stage, place: { client: Client; characterId: string; sessionId: string }) {
    this.#stage = stage
    this.client = place.client
    this.characterId = place.characterId
    this.sessionId = place.sessionId
  }

  static async open(stage: Stage, client: Client, characterId: string) {
    const { body } = await client.get(`/api/chats/${characterId}?new=true`)
    return new ToldChat(stage, { client, characterId, sessionId: body.session.id })
  }

  messages = (): Promise<Message[]> => messagesOf(this)

  async prompt(messageId: string, query = ''): Promise<{ status: number; body: AnswerPrompt }> {
    return this.client.get(`/api/messages/${messageId}/prompt${query}`)
  }

  async context(): Promise<PromptView> {
    return (await this.client.get(`/api/chats/${this.sessionId}/context?model=basic&full=1`)).body.prompt
  }

  async say(content: string) {
    const events = await this.client.say(this.characterId, { content, model: 'basic', sessionId: this.sessionId })
    const end = last(events)
    if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
    await this.#remember(end.message)
    return end.message
  }

  async rewrite(kind: 'reroll' | 'continue', messageId: string) {
    const stream = await this.client.stream(`/api/chats/${this.characterId}/${kind}`, {
      method: 'POST',
      body: { messageId, model: 'basic' },
    })
    const end = last(await stream.ended)
    if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
    await this.#remember(end.message)
  }

  async delete(messageId: string) {
    await this.client.delete(`/api/messages/${messageId}`)
    this.#deleted = messageId
  }

  async restore() {
    if (this.#deleted) await this.client.post(`/api/messages/${this.#deleted}/restore`)
    this.#deleted = null
  }

  async #remember(message: Message) {
    const sent = last(this.#stage.upstream.calls).body.messages as Sent
    // Also writes the waiting prompts, which would be written after a second.
    const { body } = await this.prompt(message.id)
    const { alternates, selectedAlternate = 0 } = message
    const answerId = alternates?.[selectedAlternate]?.id ?? message.id
    this.told.push({ messageId: message.id, answerId, replyId: body.replyId, sent })
  }
}

type Step =
  | { do: 'say' | 'pin'; text: string }
  | { do: 'edit'; at: number; text: string }
  | { do: 'choose' | 'delete'; at: number }
  | { do: 'reroll' | 'continue' | 'restore' }

const texts = fc.constantFrom(
  'Ahoy.',
  'Is there a whale?',
  '{{char}} and {{user}} rolled {{roll:6}}.',
  'What did you say? {{lastCharMessage}}',
  '<<end>> of the <<World>>',
  ' Padded, and\n\nin two paragraphs. ',
  'Tell me of the reef. '.repeat(20)
)

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), text: texts }) },
    fc.record({ do: fc.constant('pin' as const), text: texts }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(20), text: texts }) },
    fc.record({ do: fc.constantFrom('choose' as const, 'delete' as const), at: fc.nat(20) }),
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('reroll' as const, 'continue' as const, 'restore' as const) }),
    }
  ),
  { minLength: 3, maxLength: 14 }
)

const take = async (chat: ToldChat, step: Step) => {
  const messages = await chat.messages()
  const answers = messages.filter(({ isUser }) => !isUser)
  const answer = last(answers)
  const canRewrite = answer !== undefined && last(messages) === answer && messages.some(({ isUser }) => isUser)
  switch (step.do) {
    case 'say':
      return chat.say(step.text)
    case 'pin':
      return chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: [step.text.trim()] })
    case 'edit': {
      const message = messages[step.at % Math.max(1, messages.length)]
      return message && chat.client.put(`/api/messages/${message.id}`, { content: step.text })
    }
    case 'choose':
      return answer?.alternates && canRewrite
        ? chat.client.put(`/api/messages/${answer.id}/alternate`, { index: step.at % answer.alternates.length })
        : undefined
    case 'delete': {
      const message = messages[step.at % Math.max(1, messages.length)]
      return message && chat.delete(message.id)
    }
    case 'restore':
      return chat.restore()
    case 'reroll':
      return canRewrite && answer.model ? chat.rewrite('reroll', answer.id) : undefined
    case 'continue':
      return canRewrite && answer.isCut ? chat.rewrite('continue', answer.id) : undefined
  }
}

test.group('The kept prompt of an answer', (group) => {
  const stage = {} as Stage
  group.setup(async () => {
    Object.assign(stage, await sharedStage('filled'))
    let count = 0
    // Answers are cut, so that they can be continued.
    stage.upstream.answer = (call) => {
      count++
      call.delta(`Answer ${count}: the whale {{user}} `)
      call.delta('swims')
      call.finish(count % 3 === 0 ? 'stop' : 'length')
    }
  })

  const bookOf = async (owner: Client): Promise<string> => {
    const { body } = await owner.post('/api/lorebooks', { name: 'Sea' })
    await owner.post(`/api/lorebooks/${body.id}/entries`, {
      name: 'Whale',
      keys: ['whale'],
      content: 'Whales fear {{char}}.\nThey sing.',
    })
    await owner.post(`/api/lorebooks/${body.id}/entries`, { name: 'Reef', keys: ['reef'], content: 'Sharp.' })
    return body.id
  }

  const characterOf = async (owner: Client, fields: object = {}): Promise<string> => {
    const { body, text } = await owner.post('/api/characters', {
      ...draft,
      lorebookIds: [await bookOf(owner)],
      ...fields,
    })
    if (!body.id) throw new Error(text)
    return body.id
  }

  const checkAll = async (chat: ToldChat) => {
    const present = new Set((await chat.messages()).map(({ id }) => id))
    for (const { messageId, answerId, replyId, sent } of chat.told) {
      const { status, body } = await chat.prompt(messageId, `?answerId=${answerId}&replyId=${replyId}`)
      if (!present.has(messageId)) {
        if (status !== 404) throw new Error('The prompt of a deleted message is shown.')
        continue
      }
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      const shown = requestOf(body)
      if (JSON.stringify(shown) !== JSON.stringify(sent)) throw new Error(firstDifference(shown, sent))
    }
  }

  const runSteps = async (owner: Client, characterId: string, taken: readonly Step[]) => {
    const chat = await ToldChat.open(stage, owner, characterId)
    for (const step of taken) await take(chat, step)
    await checkAll(chat)
    return chat
  }

  test('is shown to an owner exactly as it was sent, in random chats', async () => {
    const owner = await stage.visitor(1_000_000)
    const characterId = await characterOf(owner)
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => void (await runSteps(owner, characterId, taken))),
      { numRuns: 12, endOnFailure: true }
    )
  }).timeout(180_000)

  test('stays the same when its messages are edited, continued and chosen afterwards', async ({ assert }) => {
    const owner = await stage.visitor(10_000)
    const chat = await runSteps(owner, await characterOf(owner), [
      { do: 'say', text: 'Ahoy.' },
      { do: 'edit', at: 1, text: 'Is there a whale?' },
      { do: 'continue' },
      { do: 'reroll' },
      { do: 'pin', text: 'Ahoy.' },
      { do: 'choose', at: 0 },
      { do: 'say', text: 'Ahoy.' },
      { do: 'continue' },
      { do: 'edit', at: 2, text: 'Something else.' },
      { do: 'edit', at: 0, text: 'Another opening.' },
    ])
    assert.isAtLeast(chat.told.length, 3)
  })

  test('equals the next prompt that was shown before, up to the new message', async ({ assert }) => {
    const owner = await stage.visitor(10_000)
    const characterId = await characterOf(owner, {
      depthNote: null,
      postHistoryInstructions: '',
      description: 'Mends.',
      // The character has no lorebooks, because the new message changes which messages their entries read.
      lorebookIds: [],
    })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const chat = await ToldChat.open(stage, owner, characterId)
        // Leaves out pins with dice, because the answer seeds their dice.
        for (const step of taken) if (step.do !== 'pin' || !step.text.includes('roll')) await take(chat, step)
        const shown = requestOf(await chat.context())
        await chat.say('And now?')
        const sent = last(chat.told).sent
        const before = last(sent)
        const from = shown.length === sent.length ? shown : [...shown, { role: 'user', content: 'And now?' }]
        const expected =
          shown.length === sent.length
            ? [...from.slice(0, -1), { role: 'user', content: `${last(from).content}\n\nAnd now?` }]
            : from
        assert.isTrue(before.content.endsWith('And now?'))
        if (JSON.stringify(sent) !== JSON.stringify(expected)) throw new Error(firstDifference(expected, sent))
      }),
      { numRuns: 6, endOnFailure: true }
    )
  }).timeout(180_000)

  test('comes with the model, sampling, usage, time and cost', async ({ assert }) => {
    const owner = await stage.visitor(10_000)
    const chat = await ToldChat.open(stage, owner, await characterOf(owner))
    const sampling = { minP: 0.1, seed: 7 }
    await owner.put(`/api/chats/${chat.sessionId}/settings`, { sampling })
    const answer = await chat.say('A whale!')
    const { body } = await chat.prompt(answer.id)
    assert.equal(body.model.tier, 'basic')
    assert.deepEqual(body.sampling, { temperature: 0.8, ...sampling })
    assert.isAbove(body.outputTokens, 0)
    assert.isNumber(body.firstTextMs)
    assert.equal(body.cost, answer.rubyCost)
    assert.deepEqual(
      body.replies.map(({ kind }) => kind),
      ['reply']
    )
    const [used] = body.lore
    assert.deepInclude(used, { name: 'Whale', isUsed: true, reason: 'key', key: 'whale' })
    const whale = (await chat.messages()).find(({ content }) => content === 'A whale!')
    assert.equal(used!.messageId, whale!.id)
  })

  test('exists as soon as the answer does', async ({ assert, cleanup }) => {
    const owner = await stage.visitor()
    const writer = await connect(stage.server.databaseUrl)
    cleanup(() => writer.end())
    const { sessionId, characterId, client } = await ToldChat.open(stage, owner, await characterOf(owner))
    await writer.query('BEGIN')
    await writer.query('LOCK kept_prompts IN SHARE MODE')
    const end = last(await client.say(characterId, { content: 'A whale!', model: 'basic', sessionId }))
    if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
    const reading = client.get(`/api/messages/${end.message.id}/prompt`)
    await writer.query('COMMIT')
    assert.equal((await reading).status, 200)
  })

  test('shows the texts of a character that may be copied, but not its lorebooks', async ({ assert }) => {
    const owner = await stage.visitor()
    const hidden = { definitionPublic: false, isPublic: true }
    const characterId = await characterOf(owner, { ...hidden, allowForks: true })
    const chat = await ToldChat.open(stage, await stage.visitor(1_000), characterId)
    const answer = await chat.say('A whale?')
    for (const shown of [(await chat.prompt(answer.id)).body, await chat.context()]) {
      for (const text of ['born at sea', 'present tense', 'Stay at', 'Ahoy!', 'foggy'])
        assert.include(allTexts(shown), text)
      for (const { kind, text } of shown.parts) assert.equal(text === null, kind === 'lore', kind)
      assert.deepEqual(shown.lore, [])
    }
    await owner.put(`/api/characters/${characterId}`, { allowForks: false })
    for (const shown of [(await chat.prompt(answer.id)).body, await chat.context()])
      for (const text of ['born at sea', 'present tense', 'foggy']) assert.notInclude(allTexts(shown), text)
  })

  test('hides texts and keys that the user may not read', async ({ assert }) => {
    const owner = await stage.visitor()
    const characterId = await characterOf(owner, { definitionPublic: false, isPublic: true })
    const reader = await stage.visitor(1_000)
    await reader.put('/api/settings', { personaDescription: 'Likes {{description}}' })
    const chat = await ToldChat.open(stage, reader, characterId)
    await chat.client.put(`/api/chats/${chat.sessionId}/pins`, { pins: ['It is night.'] })
    const answer = await chat.say('A whale? {{personality}}')
    const { body } = await chat.prompt(answer.id)
    for (const shown of [allTexts(body), allTexts(await chat.context())]) {
      for (const secret of ['born at sea', 'Calm.', 'present tense', 'Stay at', 'Ahoy!', 'foggy', 'fear', 'Sea'])
        assert.notInclude(shown, secret)
      assert.include(shown, 'It is night.')
      assert.include(shown, '[The scene begins.]')
    }
    const kinds = body.parts.filter(({ text, tokens }) => text === null && tokens > 0).map(({ kind }) => kind)
    for (const kind of ['creator', 'character', 'lore', 'note', 'reminder'] as const) assert.include(kinds, kind)
    assert.deepEqual(body.lore, [])
    for (const { text, tokens } of body.parts) if (text === null) assert.equal(tokens % 256, 0)
    assert.isNull(body.usage?.inputTokens ?? null)

    const theirs = await ToldChat.open(stage, owner, characterId)
    const own = await theirs.say('A whale?')
    assert.include(allTexts((await theirs.prompt(own.id)).body), 'present tense')
    // The message belongs to another user.
    assert.equal((await reader.get(`/api/messages/${own.id}/prompt`)).status, 404)
    assert.equal((await reader.get(`/api/messages/${newId()}/prompt`)).status, 404)
  })

  test('has the texts of a character once a chat, in one row, though other parts change', async ({ assert }) => {
    const owner = await stage.visitor(10)
    const chat = await ToldChat.open(stage, owner, await characterOf(owner))
    await chat.say('Ahoy.')
    await checkAll(chat)
    for (const pin of ['The fog is thick.', 'A whale was seen.']) {
      await owner.put(`/api/chats/${chat.sessionId}/pins`, { pins: [pin] })
      await chat.say('And now?')
    }
    await checkAll(chat)
    const { rows } = await stage.db.query('SELECT packed FROM prompt_texts WHERE chat_session_id = $1', [
      chat.sessionId,
    ])
    const texts = rows.map(({ packed }) => unpackText(packed))
    assert.lengthOf(
      texts.filter((text) => /Was born at sea|Calm. Knows|A pier.|Ahoy!/.test(text)),
      1
    )
  })

  test('is the same in a row of an earlier release, which is not compressed', async ({ assert }) => {
    const owner = await stage.visitor(10)
    const chat = await ToldChat.open(stage, owner, await characterOf(owner))
    const answer = await chat.say('A whale, {{user}}?')
    const { body } = await chat.prompt(answer.id)
    for (const [table, key, column] of [
      ['kept_prompts', 'reply_id', 'data'],
      ['prompt_texts', 'hash', 'text'],
    ]) {
      const { rows } = await stage.db.query(
        `SELECT ${key} AS key, packed FROM ${table} WHERE chat_session_id = $1 AND packed IS NOT NULL`,
        [chat.sessionId]
      )
      assert.isNotEmpty(rows)
      for (const { key: value, packed } of rows)
        await stage.db.query(
          `UPDATE ${table} SET packed = NULL, ${column} = $3 WHERE chat_session_id = $1 AND ${key} = $2`,
          [chat.sessionId, value, unpackText(packed)]
        )
    }
    assert.deepEqual((await chat.prompt(answer.id)).body, body)
  })

  test('takes at most 1.5 kB an answer in a chat of 60 turns', async ({ assert }) => {
    const owner = await stage.visitor(10_000)
    const chat = await ToldChat.open(stage, owner, await characterOf(owner))
    const sizes = async (): Promise<{ refs: number; texts: number }> =>
      (
        await stage.db.query(
          `SELECT (SELECT sum(pg_column_size(k.*))::int FROM kept_prompts k WHERE chat_session_id = $1) AS refs,
             (SELECT sum(pg_column_size(t.*))::int FROM prompt_texts t WHERE chat_session_id = $1) AS texts`,
          [chat.sessionId]
        )
      ).rows[0]
    await chat.say('Ahoy.')
    const first = await sizes()
    for (let turn = 1; turn < 60; turn++) await chat.say(`Turn ${turn}: and what then? `.repeat(5))
    const { refs, texts } = await sizes()
    assert.isAtMost((refs - first.refs + texts - first.texts) / 59, 1_536)
    await checkAll(chat)
  })
    .timeout(120_000)
    .tags(longRun)

  test('is not readable while its message is deleted', async ({ assert }) => {
    const owner = await stage.visitor(10_000)
    const chat = await ToldChat.open(stage, owner, await characterOf(owner))
    const answer = await chat.say('A whale, {{user}}?')
    await chat.delete(answer.id)
    assert.equal((await chat.prompt(answer.id)).status, 404)
    await chat.restore()
    assert.equal((await chat.prompt(answer.id)).status, 200)
  })
})

test.group('Prompts that are not kept', () => {
  test('return 404 and store nothing when the days are 0', async ({ assert, cleanup }) => {
    const stage = await startStage({ env: { PROMPTS_KEPT_DAYS: '0' } })
    cleanup(() => stage.close())
    const [chat] = await stage.chats(await stage.visitor(50), 1)
    const events = await chat!.client.say(chat!.characterId, {
      content: 'Hello',
      model: 'basic',
      sessionId: chat!.sessionId,
    })
    const end = last(events)
    if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
    const { status, body } = await chat!.client.get(`/api/messages/${end.message.id}/prompt`)
    assert.deepEqual([status, body.code], [404, 'not_kept'])
    assert.equal((await stage.db.query('SELECT count(*)::int AS count FROM kept_prompts')).rows[0].count, 0)
  }).tags(longRun)
})
