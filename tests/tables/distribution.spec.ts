import { test } from '@japa/runner'
import { bootApp } from '#tests/support/app'
import { distribute, readDistributionPlan } from '#modules/kernel/rebuild/distribute'
import { planDistribution, type FunctionFacts, type TableFacts } from '#modules/kernel/rebuild/distribution_plan'

const table = (name: string, key: string[], more: Partial<TableFacts> = {}): TableFacts => ({
  name,
  key,
  uniqueKeys: [{ name: `${name}_pkey`, columns: key }],
  foreignKeys: [],
  triggers: [],
  ...more,
})
const key = (to: string, columns: string[], toColumns = columns) => ({ name: `to_${to}`, to, columns, toColumns })

const plan = (tables: TableFacts[], functions: FunctionFacts[] = []) => planDistribution(tables, functions, {})

test.group('The plan for Citus', () => {
  test('distributes the private tables of the database, apart from known problems', async ({ assert }) => {
    const db = await (await bootApp()).container.make('lucid.db')
    const found = await readDistributionPlan(db.connection())
    assert.includeMembers(found.distributed, ['chat_sessions', 'chat_messages', 'replies', 'ruby_transactions'])
    assert.deepEqual(found.reference, [])
    assert.includeMembers(
      found.local.map(({ name }) => name),
      ['users', 'characters', 'admin_acts', 'ruby_payments', 'reply_owners', 'jobs']
    )
    assert.deepEqual(
      Object.fromEntries(found.local.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]]))),
      {
        ruby_orders: 'payment providers name orders without their users',
        closed_accounts: 'it is read for all users',
        card_files: 'files are purged for all users',
        card_originals: 'its foreign key card_originals_file leads to card_files, which stays local',
        character_likes: 'its foreign key character_likes_character leads to characters, which stays local',
        agreements: 'its foreign key agreements_user_fkey leads to users, which stays local',
        personas: 'its foreign key personas_user_fkey leads to users, which stays local',
        recovery_codes: 'its foreign key recovery_codes_factor_fkey leads to second_factors, which stays local',
        ruby_disputes: 'its foreign key ruby_disputes_order_fkey leads to ruby_orders, which stays local',
        ruby_failed_refunds: 'its foreign key ruby_failed_refunds_order_fkey leads to ruby_orders, which stays local',
        ruby_refund_reports: 'its foreign key ruby_refund_reports_order_fkey leads to ruby_orders, which stays local',
        second_factors: 'its foreign key second_factors_user_fkey leads to users, which stays local',
      }
    )
    assert.sameMembers(
      found.walls.map(({ name }) => name),
      ['ruby_accounts', 'ruby_closings', 'ruby_debts', 'ruby_transactions'].map((name) => `${name}_append_only`)
    )
    assert.deepEqual(found.problems, [
      'The table chat_message_alternates has the trigger chat_message_alternates_keep_replaced_text.',
      'The table chat_messages has the trigger chat_messages_keep_replaced_text.',
      'The function chat_keep_replaced_text reads chat_message_alternates, so it must be PL/pgSQL.',
      'The function ledger_available reads ruby_accounts, so it must be PL/pgSQL.',
      'The function lore_always_on reads lorebooks, so it must be PL/pgSQL.',
    ])
  })

  test('changes nothing without the extension', async ({ assert }) => {
    const app = await bootApp()
    const db = await app.container.make('lucid.db')
    await assert.rejects(() => distribute(app, db, () => {}), /no extension "citus"/)
    assert.lengthOf((await readDistributionPlan(db.connection())).walls, 4)
  })

  test('finds keys without the user, and triggers that are no walls', ({ assert }) => {
    const { problems, walls } = plan([
      table('chats', ['user_id', 'id'], {
        uniqueKeys: [{ name: 'chats_id', columns: ['id'] }],
        triggers: [
          { name: 'chats_append_only', isWall: true },
          { name: 'chats_count', isWall: false },
        ],
      }),
      table('notes', ['user_id', 'id'], { foreignKeys: [key('chats', ['chat_id', 'user_id'], ['id', 'user_id'])] }),
      table('marks', ['user_id', 'id'], { foreignKeys: [key('chats', ['chat_id', 'user_id'], ['user_id', 'id'])] }),
    ])
    assert.deepEqual(walls, [{ name: 'chats_append_only', table: 'chats' }])
    assert.deepEqual(problems, [
      'The unique key chats_id of chats lacks user_id.',
      'The table chats has the trigger chats_count.',
      'The foreign key to_chats of marks lacks user_id.',
    ])
  })

  test('makes the target of a foreign key a reference table if it can, or else leaves both local', ({ assert }) => {
    const tables = [
      table('places', ['id'], { foreignKeys: [key('lands', ['land_id'], ['id'])] }),
      table('lands', ['id'], { foreignKeys: [key('lands', ['parent_id'], ['id'])] }),
      table('users', ['id'], { triggers: [{ name: 'users_names', isWall: false }] }),
      table('visits', ['user_id', 'id'], { foreignKeys: [key('places', ['place_id'], ['id'])] }),
      table('drafts', ['user_id', 'id'], { foreignKeys: [key('users', ['user_id'], ['id'])] }),
      table('pages', ['user_id', 'id'], { foreignKeys: [key('drafts', ['user_id', 'id'])] }),
      table('stays', ['user_id', 'id']),
      table('guests', ['id'], { foreignKeys: [key('stays', ['user_id', 'id'])] }),
    ]
    const { distributed, reference, local, problems } = plan(tables)
    assert.deepEqual([distributed, reference, problems], [['visits'], ['lands', 'places'], []])
    assert.deepEqual(local, [
      { name: 'drafts', reason: 'its foreign key to_users leads to users, which stays local' },
      { name: 'pages', reason: 'its foreign key to_drafts leads to drafts, which stays local' },
      { name: 'stays', reason: 'a foreign key of guests, which stays local, leads to it' },
      { name: 'users', reason: null },
      { name: 'guests', reason: null },
    ])
  })

  test('puts the targets of foreign keys first', ({ assert }) => {
    const chat = ['user_id', 'id']
    const { distributed } = plan([
      table('answers', chat, { foreignKeys: [key('messages', chat)] }),
      table('messages', chat, { foreignKeys: [key('sessions', chat), key('messages', chat)] }),
      table('sessions', chat),
    ])
    assert.deepEqual(distributed, ['sessions', 'messages', 'answers'])
  })

  test('finds functions that Citus refuses', ({ assert }) => {
    const functions = {
      inlined: 'SELECT n FROM chats WHERE user_id = p',
      volatile: 'UPDATE chats SET at = clock_timestamp() WHERE user_id = p; SELECT 1',
      upsert: 'INSERT INTO chats VALUES (p) ON CONFLICT (user_id, id) DO UPDATE SET at = clock_timestamp()',
      locking: 'PERFORM FROM chats WHERE id = p FOR UPDATE SKIP LOCKED',
      good: 'v := clock_timestamp(); UPDATE chats SET at = v WHERE user_id = p; PERFORM FROM chats WHERE user_id = p FOR UPDATE',
      local: 'UPDATE users SET at = clock_timestamp()',
      inserting: 'INSERT INTO chats VALUES (p, uuidv7())',
    }
    const { problems } = plan(
      [table('chats', ['user_id', 'id']), table('users', ['id'])],
      Object.entries(functions).map(([name, text]) => ({ name, text, isInlined: name === 'inlined' }))
    )
    assert.deepEqual(problems, [
      'The function inlined reads chats, so it must be PL/pgSQL.',
      'The function volatile changes rows of chats with a volatile function.',
      'The function upsert changes rows of chats with a volatile function.',
      'The function locking locks rows of chats without a user.',
    ])
  })
})
