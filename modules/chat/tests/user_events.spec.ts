import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { BalanceReader } from '#modules/accounts/index'
import { UserEvents } from '../src/events/user_events.ts'
import type { ReplySignal, ReplySignals } from '../src/replies/reply_signals.ts'

const userId = 'u'

/** Somebody listens, and the looks at their balance are answered with these, one after another. */
const setUp = (...answers: Promise<number>[]) => {
  const told: number[] = []
  const readMany = async () => {
    const rubies = await answers.shift()!
    return new Map([[userId, { rubies, rubyDebt: 0, discordJoined: false }]])
  }
  const events = new UserEvents({
    owner: 'o',
    signals: { onSignal: () => () => {}, onGap: () => {}, send: async () => {} } as unknown as ReplySignals,
    balances: { readMany } as unknown as BalanceReader,
    logger: { warn() {} } as never,
    lookEveryMs: 60_000,
  })
  events.listen(userId, {
    write: (frame) => void told.push(JSON.parse(frame.slice('data: '.length)).rubies),
    end() {},
    isFull: false,
    onGone() {},
    isSignedIn: async () => true,
  })
  return { events, told }
}

test.group('What open tabs are told of the balance', () => {
  test('is last what was read last, however long a look took', async ({ assert, cleanup }) => {
    const slow = Promise.withResolvers<number>()
    const { events, told } = setUp(slow.promise, Promise.resolve(9))
    cleanup(() => events.close())
    const looking = events.flush()
    events.tellBalance(userId)
    const lookingAgain = events.flush()
    await turn()
    slow.resolve(10)
    await Promise.all([looking, lookingAgain])
    await events.flush()
    assert.deepEqual(told, [10, 9])
  })

  test('is read again when it could not be read', async ({ assert, cleanup }) => {
    const { events, told } = setUp(Promise.reject(new Error('away')), Promise.resolve(10))
    cleanup(() => events.close())
    await events.flush()
    assert.deepEqual(told, [])
    await events.flush()
    assert.deepEqual(told, [10])
  })
})

test.group('Event streams', () => {
  test('end at once for a user whose account is disabled, and for no other', ({ assert, cleanup }) => {
    let tell: (signal: ReplySignal) => void = () => {}
    const events = new UserEvents({
      owner: 'o',
      signals: {
        onSignal: (listener: typeof tell) => void (tell = listener),
        onGap: () => {},
        send: async () => {},
      } as unknown as ReplySignals,
      balances: { readMany: async () => new Map() } as unknown as BalanceReader,
      logger: { warn() {} } as never,
      lookEveryMs: 60_000,
    })
    cleanup(() => events.close())
    const ended: string[] = []
    for (const id of ['one', 'one', 'two'])
      events.listen(id, {
        write() {},
        end: () => void ended.push(id),
        isFull: false,
        onGone() {},
        isSignedIn: async () => true,
      })
    tell({ kind: 'disabled', userId: 'one' })
    assert.deepEqual(ended, ['one', 'one'])
  })
})
