import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { KeepPrompts, waitingMax, type SentPrompt } from '../src/generating/keep_prompts.ts'
import { hashOf, packPrompt, unpackPrompt, type PackedPrompt } from '../src/prompt/packed_prompt.ts'

const sent = {
  plan: { names: { others: [] }, parts: [], kept: [], cut: [], tokens: 0 },
  request: { system: '', messages: [], outputTokensMax: 1 },
  sampling: {},
  lore: [],
} as unknown as SentPrompt

const endOfTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Keeps prompts in a database whose writes wait until `open`. */
const behindGate = () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  let writes = 0
  const logged: unknown[][] = []
  const options = async () => {
    writes++
    await gate
    return { rows: [] }
  }
  const client = { isTransaction: true, knexClient: { raw: () => ({ options }) } }
  const prompts = new KeepPrompts({
    db: { connection: () => client } as never,
    logger: { warn: (...entry: unknown[]) => logged.push(entry) } as never,
  })
  const keep = () => {
    const ids = { replyId: newId(), sessionId: 'one', messageId: newId(), answerId: newId() }
    const prompt = prompts.forReply({ ...ids, tier: 'basic' })
    prompt.sent(sent)
    prompt.keep(null, { name: 'Basic', id: 'basic' })
  }
  return { prompts, keep, open: () => open(), writes: () => writes, logged }
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
