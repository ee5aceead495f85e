import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId, nilUuid } from '#modules/kernel/ids'
import { ProviderError } from '#plugins/contract/errors'
import type { ModelProvider, ModelRequest, ReplyPart } from '#plugins/contract/model'
import { Allowance, AllowanceSpent, freeCalls, userShare, type AllowanceLimits } from '../replies/allowance.ts'
import type { Tier } from '../prompts/tier.ts'
import { estimateTokens } from '../prompts/estimate_tokens.ts'

const system = 'Write a summary of what was said.'
const said = 'I was born in Calder. '.repeat(20)
const promptTokens = estimateTokens(system) + estimateTokens(said)
const request = {
  system,
  messages: [{ role: 'user', content: said }],
  outputTokensMax: 100,
} as unknown as ModelRequest

/** A provider that sends these parts, and its number of calls. */
const providerOf = (...parts: (ReplyPart | Error)[]) => {
  const calls: ModelRequest[] = []
  const provider: Pick<ModelProvider, 'streamReply'> = {
    async *streamReply(request) {
      calls.push(request)
      for (const part of parts) {
        if (part instanceof Error) throw part
        yield part
      }
    },
  }
  return { provider: provider as ModelProvider, calls }
}
const finish = (usage: { inputTokens: number; outputTokens: number } | null = null): ReplyPart => ({
  type: 'finish',
  reason: 'stop',
  usage,
})

const setUp = async (limits: Partial<AllowanceLimits> = {}) => {
  const db = await app.container.make(Database)
  await db.rawQuery('DELETE FROM chat_allowances')
  const open = () =>
    new Allowance(db, { warn() {} } as never, { enabled: true } as never, {
      calls: 1_000,
      tokens: 10_000_000,
      ...limits,
    })
  const allowance = open()
  const call = async (userId: string, provider: ModelProvider, of = allowance) => {
    let text = ''
    const signal = new AbortController().signal
    for await (const part of of.stream('summary', { userId, provider, request, signal }))
      if (part.type === 'text') text += part.text
    return text
  }
  const used = async (userId: string) =>
    (await db.rawQuery(`SELECT calls, tokens::int, is_spent FROM chat_allowances WHERE user_id = ?::uuid`, [userId]))
      .rows[0]
  return { db, open, allowance, call, used }
}

test.group('The allowance of free model calls', (group) => {
  group.each.teardown(async () => {
    await (await app.container.make(Database)).rawQuery('DELETE FROM chat_allowances')
  })

  test('has one row for each kind, and a maximum of calls for each request', ({ assert }) => {
    assert.deepEqual(Object.keys(freeCalls), ['summary', 'expression', 'suggestions', 'description', 'moment'])
    for (const { callsMax } of Object.values(freeCalls)) assert.isAtMost(callsMax, 10)
  })

  test('uses the model of the cheapest tier for summaries', ({ assert }) => {
    const { tiers, summary } = app.config.get<{ tiers: Tier[]; summary: unknown }>('models')
    const cost = Math.min(...tiers.map((tier) => tier.cost))
    assert.strictEqual(
      summary,
      tiers.find((tier) => tier.cost === cost)
    )
  })

  test('counts a call, and its tokens as the provider reports them or as estimated', async ({ assert }) => {
    const { call, used } = await setUp()
    const [one, two] = [newId(), newId()]
    const text: ReplyPart = { type: 'text', text: 'They met in spring.' }
    assert.equal(await call(one, providerOf(text, finish()).provider), 'They met in spring.')
    const estimated = Math.ceil(promptTokens + estimateTokens('They met in spring.'))
    assert.deepEqual(await used(one), { calls: 1, tokens: estimated, is_spent: false })
    await call(two, providerOf(text, finish({ inputTokens: 700, outputTokens: 50 })).provider)
    assert.deepEqual(await used(two), { calls: 1, tokens: 750, is_spent: false })
    assert.deepEqual(await used(nilUuid), { calls: 2, tokens: estimated + 750, is_spent: false })
  })

  test('counts a call that fails, and one that is given up', async ({ assert }) => {
    const { call, used, allowance } = await setUp()
    const user = newId()
    const failing = providerOf(new ProviderError('unavailable', 'By the test.'))
    await assert.rejects(() => call(user, failing.provider), 'By the test.')
    const left = providerOf({ type: 'thinking', text: said }, finish())
    const signal = new AbortController().signal
    for await (const _ of allowance.stream('summary', { userId: user, provider: left.provider, request, signal })) break
    const tokens = Math.ceil(promptTokens) + Math.ceil(promptTokens + estimateTokens(said))
    assert.deepEqual(await used(user), { calls: 2, tokens, is_spent: false })
  })

  test('gives a user a twentieth of the calls of a day, in parallel and in several processes', async ({ assert }) => {
    const { call, used, open, allowance } = await setUp({ calls: 100 })
    const [user, other] = [newId(), newId()]
    const { provider, calls } = providerOf(finish())
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => call(user, provider, open())))
    assert.lengthOf(calls, 100 * userShare)
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.instanceOf(outcome.reason, AllowanceSpent)
    assert.deepInclude(await used(user), { calls: 5, is_spent: true })
    assert.isTrue(await allowance.isSpent(user))
    assert.isFalse(await allowance.isSpent(other))
    await call(other, provider)
  })

  test('refuses a call that needs more tokens than are left, before the provider is called', async ({ assert }) => {
    const tokens = Math.ceil(promptTokens + 100)
    const { call, used } = await setUp({ tokens: tokens * 20 })
    const user = newId()
    const { provider, calls } = providerOf(finish({ inputTokens: 1, outputTokens: 1 }))
    await call(user, provider)
    await assert.rejects(() => call(user, provider), 'The model calls of this day are used up.')
    assert.lengthOf(calls, 1)
    assert.deepEqual(await used(user), { calls: 1, tokens: 2, is_spent: true })
    assert.deepEqual(await used(nilUuid), { calls: 1, tokens: 2, is_spent: false })
  })

  test('is shared by all users', async ({ assert }) => {
    const { call } = await setUp({ calls: 40 })
    const { provider, calls } = providerOf(finish())
    const users = Array.from({ length: 21 }, () => newId())
    const outcomes = await Promise.allSettled(users.flatMap((user) => [call(user, provider), call(user, provider)]))
    assert.lengthOf(calls, 40)
    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'rejected'),
      2
    )
  })

  test('begins anew on the next UTC day, and forgets earlier days', async ({ assert }) => {
    const { db, call, allowance } = await setUp({ calls: 20 })
    const user = newId()
    const { provider, calls } = providerOf(finish())
    await call(user, provider)
    await assert.rejects(() => call(user, provider), 'The model calls of this day are used up.')
    await db.rawQuery('UPDATE chat_allowances SET day = day - 1')
    await call(user, provider)
    assert.lengthOf(calls, 2)
    await db.rawQuery(`UPDATE chat_allowances SET day = day - 1 WHERE day < (now() AT TIME ZONE 'UTC')::date`)
    await allowance.purge()
    const { rows } = await db.rawQuery('SELECT count(*)::int AS count FROM chat_allowances')
    assert.equal(rows[0].count, 2)
  })
})
