import { test } from '@japa/runner'
import type { CurrentUser } from '#modules/accounts/index'
import { newId } from '#modules/kernel/ids'
import type { LoreTest } from '../api.ts'
import { LoreChats, type Lore, type LoreChat } from '../index.ts'
import { TestLorebooks } from '../src/actions/test_lorebooks.ts'
import { whyLeft } from '../src/domain/because.ts'
import { NoChats } from '../src/database_lore.ts'
import { book, entry } from './engine_support.ts'
import { setUp } from './support.ts'

const aUser = (id: string) => ({ id }) as CurrentUser

/** Services without a database, a process or a limit. */
const services = {
  lore: { readForActivation: async () => ({ ok: false as const, failure: 'unknown' as const }) },
  chats: new NoChats(),
  matcher: { match: async () => ({ unmatched: 'too_slow' as const }) },
  rateLimit: { count: async () => null },
}

const testWith = (changed: object) => {
  const { lore, chats, matcher, rateLimit } = { ...services, ...changed } as any
  return new TestLorebooks(lore, chats, matcher, rateLimit)
}

test.group('Testing lorebooks', () => {
  test('shows which entries a text uses, why, and with how many tokens', async ({ assert }) => {
    const { owner, make, add } = await setUp()
    const book = await make()
    const dragon = await add(book, { keys: ['dragon'], content: 'Dragons sleep in the cave.', order: 9 })
    const cave = await add(book, { keys: ['/c.ve/i'], content: 'Dark.', order: 3 })
    const off = await add(book, { keys: ['dragon'], enabled: false })
    const elf = await add(book, { keys: ['elf'] })
    const second = await make({ name: 'Land', tokenBudget: 1 })
    const large = await add(second, { constant: true, content: 'More than one token.' })
    const { status, body } = await owner.post('/api/lorebooks/test', {
      lorebookIds: [book.id, second.id],
      text: 'A Dragon!',
    })
    assert.equal(status, 200)
    const { used, left, tokens } = body as LoreTest
    const found = { lorebookId: book.id, reason: 'key' }
    assert.deepEqual(
      used.map(({ lorebookId, reason, entryId, because }) => ({ lorebookId, reason, entryId, because })),
      [
        { ...found, entryId: cave.id, because: 'The key “/c.ve/i” is in the text of another entry.' },
        { ...found, entryId: dragon.id, because: 'The key “dragon” is in the text.' },
      ]
    )
    assert.isTrue(0 < used[0]!.tokens && used[0]!.tokens < used[1]!.tokens)
    assert.deepEqual(
      left.map(({ entryId, because, reason }) => [entryId, because.replace(/\d+/, 'N'), reason]),
      [
        [off.id, 'The entry is turned off.', 'disabled'],
        [elf.id, 'No key is in the text.', 'no_key_found'],
        [large.id, 'Its N tokens don’t fit into the book’s budget.', 'book_budget'],
      ]
    )
    assert.equal(tokens, used[0]!.tokens + used[1]!.tokens)
  })

  test('reports patterns that take too long, and answers', async ({ assert }) => {
    const { owner, make, add } = await setUp()
    const book = await make()
    await add(book, { keys: [String.raw`/(a*)*\1b$/`] })
    await add(book, { keys: ['net'] })
    const { status, body } = await owner.post('/api/lorebooks/test', {
      lorebookIds: [book.id],
      text: `net ${'a'.repeat(60)}`,
    })
    assert.deepEqual([status, body.used.length, body.left[0].reason], [200, 1, 'too_slow'])
  })

  test('returns 422 when the request is incomplete or too large', async ({ assert }) => {
    const { owner, make } = await setUp()
    const { id } = await make()
    for (const body of [
      {},
      { lorebookIds: [id] },
      { lorebookIds: [], text: 'x' },
      { lorebookIds: id, text: 'x' },
      { lorebookIds: ['nonsense'], text: 'x' },
      { lorebookIds: Array.from({ length: 21 }, () => id), text: 'x' },
      { lorebookIds: [id], text: 7 },
      { lorebookIds: [id], text: 'x'.repeat(100_001) },
      { lorebookIds: [id], text: 'x', sessionId: newId() },
      { lorebookIds: [id], sessionId: 'nonsense' },
    ])
      assert.equal((await owner.post('/api/lorebooks/test', body)).status, 422, JSON.stringify(body).slice(0, 80))
  })

  test('returns 404 for an unknown chat', async ({ assert }) => {
    const { owner, make } = await setUp()
    const { id } = await make()
    const { status, body } = await owner.post('/api/lorebooks/test', { lorebookIds: [id], sessionId: newId() })
    assert.deepEqual([status, body.code], [404, 'no_such_chat'])
  })

  test('reads the messages of the caller’s chat when a module binds chats', async ({ assert }) => {
    const [ownerId, sessionId] = [newId(), newId()]
    class Chats extends LoreChats {
      async read(user: CurrentUser, id: string): Promise<LoreChat | null> {
        if (user.id !== ownerId || id !== sessionId) return null
        const messages = [{ name: 'Ann', text: 'A dragon!', isAnswer: false }]
        return { messages, context: { tags: ['sea'] }, fill: (text) => text.replace('{{user}}', 'Ann') }
      }
      countTokens = () => 1
    }
    const found = book([
      entry('a', { keys: ['dragon'], characterFilter: { exclude: false, names: [], tags: ['sea'] } }),
      entry('b', { keys: ['{{user}}'] }),
      entry('c', { keys: ['elf'] }),
    ])
    const lore: Pick<Lore, 'readForActivation'> = { readForActivation: async () => ({ ok: true, value: [found] }) }
    const testing = testWith({ lore, chats: new Chats() })
    const run = (userId: string) => testing.run(aUser(userId), { lorebookIds: [newId()], text: '', sessionId })
    const outcome = await run(ownerId)
    assert.deepEqual(outcome.ok && outcome.value.used.map(({ entryId }) => entryId), ['a', 'b'])
    assert.deepEqual(await run(newId()), { ok: false, failure: { kind: 'unknown_chat' } })
  })

  test('is limited in time', async ({ assert }) => {
    const testing = testWith({ rateLimit: { count: async () => 5 } })
    const outcome = await testing.run(aUser(newId()), { lorebookIds: [newId()], text: 'x', sessionId: null })
    assert.deepEqual(outcome, { ok: false, failure: { kind: 'too_many_tests', retryAfterSeconds: 5 } })
  })

  test('has a sentence for every reason', ({ assert }) => {
    for (const kind of ['disabled', 'character', 'turn', 'cooldown', 'recursion_only', 'too_slow'] as const)
      assert.match(whyLeft({ kind }), /^[A-Z].*\.$/)
    assert.equal(whyLeft({ kind: 'chance', probability: 12.5 }), 'Chance decided against it (12.5 %).')
  })
})
