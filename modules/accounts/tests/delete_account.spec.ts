import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Ledger } from '#modules/economy/index'
import { FoldIncrements } from '#modules/gallery/src/actions/fold_increments'
import { Accounts } from '../index.ts'
import { ChangeSettings } from '../src/actions/change_settings.ts'
import { DeleteAccount } from '../src/actions/delete_account.ts'
import { SweepClosedAccounts } from '../src/actions/sweep_closed_accounts.ts'
import { ReleasedEmails } from '../src/released_emails.ts'
import { newEmail, password, released, releasedWith } from './support.ts'

/** Returns a marker for all of the user's texts, to search for afterwards. */
const newWord = () => `w${newId().replaceAll('-', '')}`

const inLedger = ['ruby_accounts', 'ruby_closings', 'ruby_holds', 'ruby_transactions']

const setUp = async () => {
  const [db, accounts] = [await app.container.make(Database), await app.container.make(Accounts)]
  const deletion = await app.container.make(DeleteAccount)
  const sweep = await app.container.make(SweepClosedAccounts)
  const run = async (sql: string, values: unknown[] = []): Promise<any[]> =>
    (await db.rawQuery(sql, values as never)).rows
  const open = async (fields: object = {}) => {
    const email = newEmail()
    const account = await accounts.open({ email, password, ...fields })
    if (!account.ok) throw new Error(JSON.stringify(account.failure))
    return { userId: account.value.userId, email }
  }
  const remove = (userId: string) => deletion.run({ userId, currentPassword: password, token: null })
  const fold = async () => (await app.container.make(FoldIncrements)).run()
  return { db, accounts, sweep, run, open, remove, fold }
}

type Fixture = Awaited<ReturnType<typeof setUp>>

const character = async (
  { run }: Fixture,
  createdBy: string,
  word: string,
  fields: { isPublic?: boolean; tags?: string[] } = {}
) => {
  const id = newId()
  await run(
    `INSERT INTO characters (id, name, description, backstory, tags, avatar, created_by, is_public)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, word, word, word, fields.tags ?? [word], `https://${word}.example.test/`, createdBy, fields.isPublic ?? true]
  )
  return id
}

const chat = async ({ run }: Fixture, userId: string, characterId: string, word: string) => {
  const [id, answer, reroll] = [newId(), newId(), newId()]
  await run(
    `INSERT INTO chat_sessions (id, user_id, character_id, next_position, messages_written, title, pins)
     VALUES (?, ?, ?, 3, 1, ?, ARRAY[?])`,
    [id, userId, characterId, word, word]
  )
  await run(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, answer_id)
     VALUES (?, ?, ?, 1, ?, ?, NULL), (?, ?, ?, 2, NULL, ?, ?)`,
    [userId, newId(), id, userId, word, userId, answer, id, word, reroll]
  )
  await run(
    `INSERT INTO chat_message_alternates (user_id, id, message_id, position, content, ruby_cost, state, is_cut)
     VALUES (?, ?, ?, 2, ?, 0, 'complete', false), (?, ?, ?, 3, ?, 0, 'complete', false)`,
    [userId, answer, answer, word, userId, reroll, answer, word]
  )
  await run(
    `INSERT INTO rewrite_keys (user_id, client_message_id, kind, message_id, reply_id) VALUES (?, ?, 'reroll', ?, ?)`,
    [userId, newId(), answer, reroll]
  )
  return id
}

/** Inserts a running reply with some of its text stored. */
const reply = async ({ run }: Fixture, userId: string, sessionId: string, word: string) => {
  const id = newId()
  await run(
    `INSERT INTO replies (id, chat_session_id, user_id, user_message_id, message_id, position, tier, cost, owner)
     VALUES (?, ?, ?, ?, ?, 4, 'basic', 3, ?)`,
    [id, sessionId, userId, newId(), newId(), newId()]
  )
  await run('INSERT INTO reply_parts (user_id, reply_id, seq, text) VALUES (?, ?, 0, ?)', [userId, id, word])
  await run(`SELECT ledger_hold(?, ?, 3, now() + interval '1 hour')`, [userId, id])
  return id
}

/** Returns the tables with the number of rows that reference the user or contain the marker. */
const traces = async ({ run }: Fixture, userId: string, word: string) => {
  const tables = await run(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const [{ count }] = await run(
      `SELECT count(*)::int AS count FROM "${name}" AS line
       WHERE line::text LIKE '%' || ? || '%' OR line::text LIKE '%' || ? || '%'`,
      [userId, word]
    )
    if (count > 0) found[name] = count
  }
  return found
}

test.group('Deleting an account', () => {
  test('leaves only anonymous lines of the ledger', async ({ assert }) => {
    const fixture = await setUp()
    const { run, open, remove, sweep, fold } = fixture
    const [word, others] = [newWord(), newWord()]
    const [{ userId, email }, { userId: other }] = [await open({ firstName: word }), await open()]
    await run(
      `UPDATE users SET username = LEFT(?, 30), persona_background = ?, profile_image_url = '/pictures/x' WHERE id = ?`,
      [word, word, userId]
    )
    const theirs = await character(fixture, other, others)
    const [own, hidden] = [
      await character(fixture, userId, word),
      await character(fixture, userId, word, { isPublic: false }),
    ]
    const gone = await character(fixture, userId, word)
    await run('UPDATE characters SET deleted_at = now() WHERE id = ?', [gone])
    const [session, deleted] = [await chat(fixture, userId, theirs, word), await chat(fixture, userId, own, word)]
    await run('UPDATE chat_sessions SET deleted_at = now() WHERE id = ?', [deleted])
    const kept = await chat(fixture, other, own, others)
    await reply(fixture, userId, session, word)
    for (const [liking, liked] of [
      [userId, theirs],
      [userId, own],
      [other, own],
      [other, hidden],
    ])
      await run('SELECT gallery_toggle_like(?, ?)', [liking, liked])
    await run('INSERT INTO character_comments (character_id, user_id, content) VALUES (?, ?, ?), (?, ?, ?)', [
      theirs,
      userId,
      word,
      own,
      other,
      others,
    ])
    const hash = (digit: string) => digit.repeat(64)
    await run(`INSERT INTO pictures (hash, owner_id, widths, bytes) VALUES (?, ?, '{64}', 1), (?, ?, '{64}', 1)`, [
      hash('a'),
      userId,
      hash('b'),
      userId,
    ])
    await run('UPDATE characters SET background = ? WHERE id = ?', [`/pictures/uploads/${hash('b')}.webp`, theirs])

    assert.deepEqual(await remove(userId), { ok: true, value: null })
    await fold()
    assert.deepEqual(await traces(fixture, userId, word), {
      character_tags: 1,
      closed_accounts: 1,
      ruby_accounts: 1,
      ruby_closings: 1,
      ruby_holds: 1,
      ruby_transactions: 1,
    })
    const [account] = await run('SELECT balance::int, held::int FROM ruby_accounts WHERE user_id = ?', [userId])
    assert.deepEqual(account, { balance: 50, held: 0 })
    const { problems } = await (await app.container.make(Ledger)).verify()
    assert.deepEqual(
      problems.filter((problem) => problem.userId === userId),
      []
    )

    // Data of other users is unchanged.
    const [counters] = await run('SELECT likes FROM character_counters WHERE character_id = ?', [theirs])
    assert.deepEqual(counters, { likes: 0 })
    const lines = await run('SELECT content FROM chat_messages WHERE chat_session_id = ? ORDER BY position', [kept])
    assert.deepEqual(lines, [{ content: others }, { content: others }])
    const rows = await run('SELECT id, name, deleted_at IS NULL AS is_there FROM characters WHERE id = ANY (?)', [
      [own, hidden, gone],
    ])
    const nameless = (id: string) => ({ id, name: 'Deleted Character', is_there: false })
    assert.sameDeepMembers(rows, [nameless(own), nameless(gone)])
    assert.deepEqual(await run('SELECT owner_id FROM pictures WHERE hash = ANY (?)', [[hash('a'), hash('b')]]), [
      { owner_id: null },
    ])
    assert.deepEqual(await run('SELECT hash, widths FROM removed_pictures WHERE hash = ?', [hash('a')]), [
      { hash: hash('a'), widths: [64] },
    ])

    await run(`UPDATE closed_accounts SET closed_at = now() - interval '11 minutes' WHERE user_id = ?`, [userId])
    await sweep.run()
    assert.deepEqual(Object.keys(await traces(fixture, userId, word)), inLedger)
    const again = await fixture.accounts.open({ email, password })
    assert.isTrue(again.ok)
  })

  test('frees the e-mail, without welcome rubies for a year, ignoring case', async ({ assert }) => {
    const { open, remove, run, accounts, db } = await setUp()
    const ledger = await app.container.make(Ledger)
    const { userId, email } = await open()
    const again = async (spelled = email) => {
      const opened = await accounts.open({ email: spelled, password })
      if (!opened.ok) throw new Error(opened.failure.kind)
      const rubies = await ledger.rubies(opened.value.userId)
      await remove(opened.value.userId)
      return rubies
    }
    await remove(userId)
    assert.equal(await again(email.toUpperCase()), 0)
    assert.notInclude(JSON.stringify(await run('SELECT * FROM released_emails')), email)
    await run(`UPDATE released_emails SET released_at = released_at - interval '366 days'`)
    await (await app.container.make(ReleasedEmails)).purge(db)
    assert.lengthOf(await run('SELECT FROM released_emails'), 0)
    assert.equal(await again(), 50)
  })

  test('recognizes the e-mail by the previous key', async ({ assert }) => {
    const { db } = await setUp()
    const email = newEmail()
    await db.transaction(async (trx) => {
      await releasedWith('old').add(email, trx)
      assert.isTrue(await releasedWith('new', 'old').has(email, trx))
      assert.isFalse(await releasedWith('new').has(email, trx))
    })
  })

  test('withholds the welcome rubies from its earlier e-mails, too', async ({ assert }) => {
    const { open, accounts } = await setUp()
    const ledger = await app.container.make(Ledger)
    const settings = await app.container.make(ChangeSettings)
    const { userId, email } = await open()
    assert.isTrue((await settings.run(userId, { email: newEmail() })).ok)
    const opened = await accounts.open({ email, password })
    assert.equal(await ledger.rubies(opened.ok ? opened.value.userId : ''), 0)
  })

  test('succeeds once for two concurrent requests', async ({ assert }) => {
    const { open, remove, run } = await setUp()
    const { userId } = await open()
    const outcomes = await Promise.all([remove(userId), remove(userId)])
    assert.sameDeepMembers(outcomes, [
      { ok: true, value: null },
      { ok: false, failure: { kind: 'gone' } },
    ])
    assert.lengthOf(await run('SELECT FROM ruby_closings WHERE user_id = ?', [userId]), 1)
  })

  test('is atomic', async ({ assert }) => {
    const fixture = await setUp()
    const { open, db, run } = fixture
    const { userId } = await open()
    const theirs = await character(fixture, (await open()).userId, newWord())
    await chat(fixture, userId, theirs, newWord())
    const { closing } = await app.container.make(Accounts)
    const failing = new DeleteAccount(
      db,
      await app.container.make('hash'),
      {} as never,
      {
        closing: {
          runInReverse: async (event: { userId: string }, trx: Parameters<typeof closing.runInReverse>[1]) => {
            await closing.runInReverse(event, trx)
            throw new Error('no room')
          },
        },
      } as never,
      released
    )
    const refused = failing.run({ userId, currentPassword: password, token: null })
    await assert.rejects(() => refused, 'no room')
    for (const table of ['users', 'chat_sessions'])
      assert.lengthOf(await run(`SELECT FROM ${table} WHERE ${table === 'users' ? 'id' : 'user_id'} = ?`, [userId]), 1)
    assert.lengthOf(await run('SELECT FROM ruby_closings WHERE user_id = ?', [userId]), 0)
  })

  test('is repeated ten minutes later for data of requests in flight', async ({ assert }) => {
    const fixture = await setUp()
    const { open, remove, run, sweep } = fixture
    const [{ userId }, word] = [await open(), newWord()]
    const theirs = await character(fixture, (await open()).userId, newWord())
    await remove(userId)
    const session = await chat(fixture, userId, theirs, word)
    await reply(fixture, userId, session, word)
    await character(fixture, userId, word, { tags: [] })
    await run('SELECT gallery_toggle_like(?, ?)', [userId, theirs])
    await sweep.run()
    assert.lengthOf(await run('SELECT FROM chat_sessions WHERE id = ?', [session]), 1)
    await run(`UPDATE closed_accounts SET closed_at = now() - interval '11 minutes' WHERE user_id = ?`, [userId])
    await Promise.all([sweep.run(), sweep.run()])
    assert.deepEqual(Object.keys(await traces(fixture, userId, word)), inLedger)
    const [account] = await run('SELECT held::int FROM ruby_accounts WHERE user_id = ?', [userId])
    assert.deepEqual(account, { held: 0 })
    assert.deepEqual(await run('SELECT likes FROM character_counters WHERE character_id = ?', [theirs]), [{ likes: 0 }])
  })

  test('does not deadlock with concurrent likes, messages and counters', async ({ assert }) => {
    const fixture = await setUp()
    const { open, remove, run } = fixture
    const owner = await open()
    const liked = await Promise.all(Array.from({ length: 8 }, () => character(fixture, owner.userId, newWord())))
    const leaving = await Promise.all(Array.from({ length: 4 }, () => open()))
    const staying = await Promise.all(Array.from({ length: 4 }, () => open()))
    const toggle = (userId: string, order: string[]) =>
      order.reduce(
        (done, id) => done.then(() => run('SELECT gallery_toggle_like(?, ?)', [userId, id])),
        Promise.resolve([] as any[])
      )
    await Promise.all(leaving.map(({ userId }) => toggle(userId, liked)))
    await Promise.all([
      ...leaving.map(({ userId }) => remove(userId)),
      ...staying.map(({ userId }, at) => toggle(userId, at % 2 ? liked : liked.toReversed())),
    ])
    const counted = await run('SELECT likes FROM character_counters WHERE character_id = ANY (?)', [liked])
    assert.deepEqual(counted, Array(8).fill({ likes: 4 }))
  })
})

test.group('Disabling an account', () => {
  test('refuses the built-in and unknown accounts, and keeps the first date when repeated', async ({ assert }) => {
    const { accounts, db, open, run } = await setUp()
    const set = (userId: string, isDisabled: boolean) =>
      db.transaction((trx) => accounts.setDisabled(userId, isDisabled, trx))
    assert.isFalse(await set(await accounts.builtInAccount(), true))
    assert.isFalse(await set(newId(), true))
    const { userId } = await open()
    assert.isTrue(await set(userId, true))
    await run(`UPDATE users SET disabled_at = '2020-01-01Z' WHERE id = ?`, [userId])
    assert.isTrue(await set(userId, true))
    const disabledAt = async () => (await run('SELECT disabled_at FROM users WHERE id = ?', [userId]))[0].disabled_at
    assert.equal((await disabledAt()).toISOString(), '2020-01-01T00:00:00.000Z')
    assert.isTrue(await set(userId, false))
    assert.isNull(await disabledAt())
  })

  test('requests a stop of that user’s replies only', async ({ assert }) => {
    const fixture = await setUp()
    const { accounts, db, open, run } = fixture
    const [disabled, other] = [await open(), await open()]
    const theirs = await character(fixture, other.userId, newWord())
    const ids: string[] = []
    for (const { userId } of [disabled, other])
      ids.push(await reply(fixture, userId, await chat(fixture, userId, theirs, 'x'), 'x'))
    await db.transaction((trx) => accounts.setDisabled(disabled.userId, true, trx))
    const asked = await run(
      'SELECT stop_requested_at IS NOT NULL AS asked FROM replies WHERE id = ANY (?) ORDER BY id',
      [ids]
    )
    assert.deepEqual(asked, [{ asked: true }, { asked: false }])
    for (const { userId } of [disabled, other])
      await run(`UPDATE replies SET state = 'failed', ended_at = now() WHERE user_id = ?`, [userId])
  })
})
