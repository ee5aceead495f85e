import { test } from '@japa/runner'
import { systemTimers } from '#plugins/contract/timers'
import { newId } from '#modules/kernel/ids'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import { KeepPrompts, waitingMax, type SentPrompt } from '../replies/kept/keep_prompts.ts'
import { promptOf } from '../prompts/build_prompt.ts'
import { planPrompt } from '../prompts/plan_prompt.ts'
import { recordPrompt, viewPrompt, type PromptRecord, type WriteConversation } from '../prompts/prompt_record.ts'
import { hashOf, packPrompt, unpackPrompt, type PackedPrompt } from '../prompts/packed_prompt.ts'
import { packText, unpackText } from '../prompts/packed_text.ts'
import { beginInTables } from './support.ts'

const sent = {
  plan: { names: { others: [] }, parts: [], kept: [], cut: [], tokens: 0 },
  write: () => ({ messages: [] }),
  outputTokens: 1,
  sampling: {},
  lore: [],
  failedScripts: [],
} as unknown as SentPrompt

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Keeps prompts in a database whose writes wait until `open`. */
const behindGate = () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  let writes = 0
  const logged: unknown[][] = []
  /** The number of texts that each write has. */
  const texts: number[] = []
  const state = { isMessageGone: false }
  const raw = () => ({
    options: async ({ values }: { values: unknown[][] }) => {
      writes++
      texts.push(JSON.parse(values.at(-2)![0] as string).length)
      await gate
      return { rows: state.isMessageGone ? [] : [{ n: 1 }] }
    },
  })
  const client = { isTransaction: true, knexClient: { raw } }
  const prompts = new KeepPrompts(
    { connection: () => client } as never,
    { warn: (...entry: unknown[]) => logged.push(entry) } as never,
    systemTimers
  )
  const keep = (sessionId = 'one') => {
    const ids = { userId: newId(), replyId: newId(), sessionId, messageId: newId(), answerId: newId() }
    const prompt = prompts.forReply({ ...ids, tier: 'basic' })
    prompt.sent(sent)
    prompt.keep(null, { name: 'Basic', id: 'basic' })
  }
  return { prompts, keep, open: () => open(), writes: () => writes, logged, texts, state }
}

test.group('Prompts that wait for the database', () => {
  test('are limited while it is slow, and one line of the log says how many were not kept', async ({ assert }) => {
    const { prompts, keep, open, writes, logged } = behindGate()
    keep()
    const first = prompts.flush()
    await endOfTurn()
    for (let count = 0; count < waitingMax + 2; count++) keep()
    const second = prompts.flush()
    open()
    await first
    await second
    assert.equal(writes(), 1 + waitingMax)
    assert.deepEqual(logged, [[{ prompts: 2 }, 'prompts of replies were not kept: too many waited']])
  })

  test('are not written before those of the last write', async ({ assert }) => {
    const { prompts, keep, open, writes } = behindGate()
    keep()
    const first = prompts.flush()
    await endOfTurn()
    keep()
    const second = prompts.flush()
    await endOfTurn()
    assert.equal(writes(), 1)
    open()
    await Promise.all([first, second])
    assert.equal(writes(), 2)
  })
})

test.group('A prompt of a message that is being deleted', () => {
  test('waits for the deletion, and is not kept', async ({ assert }) => {
    const { db, ask, userId, replyId, messageId } = await beginInTables({ kind: 'reroll' })
    const [{ sessionId }] = await ask('SELECT chat_session_id AS "sessionId" FROM replies WHERE id = $1', replyId)
    const prompts = new KeepPrompts(
      { connection: () => db } as never,
      { warn: (fields: object) => Promise.reject(fields) } as never,
      systemTimers
    )
    const prompt = prompts.forReply({ userId, replyId, sessionId, messageId, answerId: messageId, tier: 'basic' })
    prompt.sent(sent)
    prompt.keep(null, { name: 'Basic', id: 'basic' })
    const deletion = await db.transaction()
    await deletion.rawQuery('DELETE FROM chat_messages WHERE user_id = ? AND id = ?', [userId, messageId])
    const [{ pid }] = (await deletion.rawQuery('SELECT pg_backend_pid() AS pid')).rows
    const written = prompts.flush()
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))'
    await waitUntil('the prompt waits for the deletion', async () => (await ask(waiting, pid)).length > 0)
    await deletion.commit()
    await written
    assert.deepEqual(await ask('SELECT reply_id FROM kept_prompts WHERE user_id = $1', userId), [])
  })
})

test.group('The texts of prompts', () => {
  test('are sent once a chat, and again after a prompt that was not kept', async ({ assert }) => {
    const { prompts, keep, open, texts, state } = behindGate()
    open()
    keep()
    await endOfTurn()
    await endOfTurn()
    // Before the first is written.
    keep()
    await prompts.flush()
    assert.deepEqual(texts.splice(0), [1, 0])
    state.isMessageGone = true
    keep()
    await prompts.flush()
    state.isMessageGone = false
    keep()
    await prompts.flush()
    assert.deepEqual(texts, [0, 1])
  })
})

test.group('The texts of a prompt that was dropped', () => {
  test('are sent with the next prompt of its chat', async ({ assert }) => {
    const { prompts, keep, open, texts } = behindGate()
    for (let count = 0; count < waitingMax; count++) keep()
    keep('two')
    open()
    await prompts.flush()
    keep('two')
    await prompts.flush()
    assert.equal(texts.at(-1), 1)
  })
})

test.group('A packed text', () => {
  test('is read as it was written, at any length', async ({ assert }) => {
    for (const text of ['', '{"parts":"', 'Ahoy, Jürgen 🙂. '.repeat(20_000)])
      assert.equal(unpackText(await packText(text)), text)
  })

  test('of an earlier release is still read', ({ assert }) => {
    const packed = 'iyYxlfnm6ynFxgIA'
    assert.equal(unpackText(Buffer.from(packed, 'base64')), '[["instructions",null,107,"system",0,"=You play Mo."]]')
  })
})

test.group('A packed prompt', () => {
  test('keeps a run of messages as a text once it can no longer grow', ({ assert }) => {
    const runsAfter = (count: number) => {
      const messages = Array.from({ length: count + 1 }, (_, index) => {
        const position = index === count ? null : index
        const text = `Message ${index}`
        return {
          role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
          pieces: [{ id: newId(), position, tokens: 1, cutTokens: 0, text, content: text, isHidden: false }],
        }
      })
      const { packed } = packPrompt({ parts: [], messages, cut: [], tokens: 0 })
      return packed.pieces.filter((piece) => typeof piece === 'string').length
    }
    assert.deepEqual([7, 8, 9, 16, 17].map(runsAfter), [0, 0, 1, 1, 2])
  })
})

test.group('A prompt that its provider changed', () => {
  const plan = planPrompt({
    sheet: { name: 'Mo', description: '', personality: 'Says <|end|> often.', backstory: '', scenario: 'A pier.' },
    persona: { name: 'Ada', description: '', personality: '', background: '' },
    pins: [],
    history: [
      { isUser: false, content: 'Ahoy.', id: newId(), position: 0 },
      { isUser: true, content: 'Is there <|end|> a whale?', id: newId(), position: 1 },
      { isUser: false, content: 'It may', id: newId(), position: 2 },
    ],
    contextTokens: 4_000,
    outputTokensMax: 300,
    isContinued: true,
  })
  const broken = (text: string) => text.replaceAll('<|end|>', '< |end|>')
  /** Has no role for the system prompt, lets the user begin and end, and writes everything into a template. */
  const write: WriteConversation = ({ system, messages: [...messages] }) => {
    const opening = { role: 'user' as const, content: `${system}\n\n[Begin.]` }
    const last = messages.pop()!
    const sent = [opening, ...messages, { ...last, content: `${last.content}\n\n[Go on.]` }]
    return { messages: sent.map(({ role, content }) => ({ role, content: broken(content) })), template: '<u>…<a>…' }
  }
  const textsOf = ({ parts, messages }: PromptRecord) =>
    messages.map(({ role, pieces }) => {
      const texts = pieces.map((piece) => ('part' in piece ? parts[piece.part]!.text : piece.text))
      return { role, content: texts.join('\n\n') }
    })

  test('is recorded as it was sent, with the texts of the provider as parts', async ({ assert }) => {
    const record = recordPrompt(plan, write)
    const sent = write(promptOf(plan))
    assert.deepEqual(textsOf(record), sent.messages)
    assert.include(record.parts.find(({ title }) => title === 'Personality')!.text, '< |end|>')
    const own = record.parts.filter(({ kind }) => kind === 'provider')
    assert.deepEqual(
      own.map(({ text, role }) => [text, role]),
      [
        ['[Begin.]', 'user'],
        ['[Go on.]', 'user'],
      ]
    )
    assert.equal(record.tokens, plan.tokens + own[0]!.tokens + own[1]!.tokens)
    const { packed, texts } = packPrompt(record)
    const stored = new Map([...texts].map(([hash, { text }]) => [hash, text]))
    const messages = new Map(plan.kept.map(({ message: { content } }) => [hashOf(content), content]))
    const unpacked = await unpackPrompt(
      packed,
      async () => stored,
      async () => (_, hash) => messages.get(hash) ?? null
    )
    assert.deepEqual(textsOf(unpacked!), sent.messages)
    assert.equal(unpacked!.template, '<u>…<a>…')
  })

  test('costs 20 bytes more in later prompts of the chat', ({ assert }) => {
    const opened: WriteConversation = ({ system, messages }) => ({
      messages: [{ role: 'system', content: system }, { role: 'user', content: '[Begin.]' }, ...messages],
    })
    const first = packPrompt(recordPrompt(plan, opened))
    const second = packPrompt(recordPrompt(plan, opened), first.first)
    const asPlanned = packPrompt(recordPrompt(plan))
    assert.isAtMost(JSON.stringify(second.packed).length - JSON.stringify(asPlanned.packed).length, 20)
    const isNew = ([hash]: [string, unknown]) => !first.texts.has(hash)
    assert.deepEqual([...second.texts].filter(isNew), [])
  })

  test('is shown as planned when its texts are no longer found', ({ assert }) => {
    const reversed: WriteConversation = ({ messages }) => ({
      messages: messages.map(({ role, content }) => ({ role, content: [...content].reverse().join('') })),
    })
    assert.deepEqual(recordPrompt(plan, reversed), recordPrompt(plan))
  })

  test('is recorded in little time, although its provider rewrites the longest texts', ({ assert }) => {
    const content = `${'a '.repeat(20)}\n\n`.repeat(2_000)
    const history = Array.from({ length: 20 }, (_, n) => ({
      isUser: n % 2 === 0,
      content: `${content}${n}`,
      id: newId(),
    }))
    const longest = planPrompt({
      sheet: { name: 'Mo', description: '', personality: '', backstory: '', scenario: '' },
      persona: { name: 'Ada', description: '', personality: '', background: '' },
      pins: [],
      history,
      contextTokens: 1_000_000,
      outputTokensMax: 300,
    })
    assert.lengthOf(longest.kept, history.length)
    const rewritten: WriteConversation = ({ messages }) => ({
      messages: messages.map(({ role, content }) => ({ role, content: content.replace(/\d+$/, 'x') })),
    })
    const { cpuUsage } = process
    const before = cpuUsage()
    recordPrompt(longest, rewritten)
    assert.isBelow(cpuUsage(before).user / 1_000, 100)
  }).tags(longRun)

  test('hides the texts of the provider with texts that were hidden since', ({ assert }) => {
    const view = viewPrompt(recordPrompt(plan, write), { all: false, definitionPublic: false })
    assert.notInclude(JSON.stringify(view), '[Begin.]')
    assert.notInclude(JSON.stringify(view), 'often')
  })
})

test.group('A packed prompt of an earlier release', () => {
  test('has each text in a row of its own, and runs of sixteen messages', async ({ assert }) => {
    const rows = new Map<string, string>()
    const store = (text: string) => {
      rows.set(hashOf(text), text)
      return hashOf(text)
    }
    const id = '01a227bc-858a-7f03-adef-ccd3255b0305'
    const packedId = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    const parts = [
      ['instructions', null, 5, 'system', 0, store('Write in the present tense.')],
      ['lore', 'Lore', 4, 'system', 0, store('The reef is old.'), '=It is near.'],
    ]
    const run = Array.from({ length: 16 }, (_, index) => [packedId, 2 + (index % 2), 3, hashOf('Ahoy.')])
    const packed: PackedPrompt = {
      parts: store(JSON.stringify(parts)),
      pieces: [store(JSON.stringify(run)), [packedId, 6, 2, store('Ahoy, Ada.')]],
      tokens: 59,
    }
    const record = await unpackPrompt(
      packed,
      async () => rows,
      async () => (_, hash) => (hash === hashOf('Ahoy.') ? 'Ahoy.' : null)
    )
    assert.deepEqual(
      record!.parts.map(({ text }) => text),
      ['Write in the present tense.', 'The reef is old.\nIt is near.']
    )
    const texts = record!.messages.flatMap(({ pieces }) => pieces.map((piece) => ('part' in piece ? null : piece.text)))
    assert.deepEqual(texts, [...Array.from({ length: 16 }, () => 'Ahoy.'), 'Ahoy, Ada.'])
  })
})
