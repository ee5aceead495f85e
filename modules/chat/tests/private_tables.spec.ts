import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { forgetChats } from '../sessions/forget_chats.ts'
import { deleteMessages, StoredChatRows } from '../sessions/delete_rows.ts'
import { owners, privateTables } from '../sessions/private_tables.ts'

const root = join(import.meta.dirname, '..')

const setUp = async () => {
  const db = await app.container.make(Database)
  const ask = async (sql: string, values: unknown[] = []): Promise<any[]> =>
    (await db.rawQuery(sql, values as never)).rows
  /** Inserts a row of each table that no foreign keys check, all of one message of one chat. */
  const fill = async () => {
    const [user_id, sessionId, messageId, replyId] = [newId(), newId(), newId(), newId()]
    const inserted: Record<string, Record<string, unknown>> = {
      chat_sessions: { id: sessionId, character_id: newId() },
      chat_messages: { id: messageId, chat_session_id: sessionId, position: 1, content: 'A secret.' },
      chat_message_alternates: {
        id: replyId,
        message_id: messageId,
        position: 2,
        content: 'A secret.',
        ruby_cost: 0,
        state: 'complete',
        is_cut: false,
      },
      replies: {
        id: replyId,
        chat_session_id: sessionId,
        message_id: messageId,
        position: 2,
        tier: 'basic',
        cost: 0,
        state: 'written',
        owner: newId(),
        ended_at: new Date(),
      },
      reply_parts: { reply_id: replyId, seq: 0, text: 'A secret.' },
      rewrite_keys: { client_message_id: replyId, kind: 'reroll', message_id: messageId, reply_id: replyId },
      kept_prompts: { reply_id: replyId, chat_session_id: sessionId, message_id: messageId, answer_id: replyId },
      prompt_texts: { chat_session_id: sessionId, hash: Buffer.from('hash'), text: 'A secret.', message_id: messageId },
      chat_drafts: { chat_session_id: sessionId, reply_id: replyId, text: 'A secret.' },
    }
    for (const [table, row] of Object.entries(inserted)) await db.table(table).insert({ user_id, ...row })
    return { userId: user_id, sessionId, messageId, replyId, tables: Object.keys(inserted) }
  }
  const tablesWith = async (userId: string) => {
    const found: string[] = []
    for (const { table } of privateTables)
      if ((await ask(`SELECT FROM ${table} WHERE user_id = ? LIMIT 1`, [userId])).length > 0) found.push(table)
    return found.toSorted()
  }
  /** Returns the rows that `work` leaves. Other tests leave some, too. */
  const leftBy = async (work: () => Promise<unknown>) => {
    const check = new StoredChatRows(db)
    const keyOf = ({ table, of }: { table: string; of: string }) => `${table} of ${of}`
    const before = new Map((await check.findLeft()).map((each) => [keyOf(each), each.count]))
    await work()
    return (await check.findLeft())
      .map((each) => [keyOf(each), each.count - (before.get(keyOf(each)) ?? 0)] as const)
      .filter(([, count]) => count > 0)
  }
  return { db, ask, fill, tablesWith, leftBy }
}

test.group('Private tables of chat', () => {
  test('are all in the list, with their keys', async ({ assert }) => {
    const { ask } = await setUp()
    const migrated = globSync('*/migrations/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/privateTable\(\s*'(\w+)'/g)].map(([, name]) => name!)
    )
    assert.sameMembers(
      privateTables.map(({ table }) => table),
      migrated
    )
    for (const { table, of, cascades } of privateTables) {
      const columns = (
        await ask(`SELECT attname AS name FROM pg_attribute WHERE attrelid = ?::regclass AND attnum > 0`, [table])
      ).map(({ name }) => name)
      assert.includeMembers(
        columns,
        of.map((owner) => owners[owner].column)
      )
      const [{ count }] = await ask(
        `SELECT count(*)::int AS count FROM pg_constraint WHERE conrelid = ?::regclass AND confdeltype = 'c'`,
        [table]
      )
      assert.equal(count > 0, cascades ?? false, table)
    }
  })

  test('are checked for rows whose chat, message or reply no longer exists', async ({ assert }) => {
    const { ask, fill, leftBy } = await setUp()
    const chats = [await fill(), await fill(), await fill(), await fill()] as const
    assert.deepEqual(await leftBy(() => ask('DELETE FROM chat_messages WHERE user_id = ?', [chats[1].userId])), [
      ['chat_message_alternates of message', 1],
      ['kept_prompts of message', 1],
      ['prompt_texts of message', 1],
    ])
    assert.deepEqual(await leftBy(() => ask('DELETE FROM replies WHERE user_id = ?', [chats[2].userId])), [
      ['kept_prompts of reply', 1],
      ['rewrite_keys of reply', 1],
      ['reply_parts of reply', 1],
    ])
    assert.deepEqual(await leftBy(() => ask('DELETE FROM chat_sessions WHERE user_id = ?', [chats[3].userId])), [
      ['chat_messages of session', 1],
      ['prompt_texts of session', 1],
      ['chat_drafts of session', 1],
      ['replies of session', 1],
    ])
    // Rows of another user with the same ids don't count as theirs.
    assert.deepEqual(
      await leftBy(() =>
        ask('UPDATE chat_drafts SET user_id = ?::uuid WHERE user_id = ?', [chats[1].userId, chats[0].userId])
      ),
      [['chat_drafts of session', 1]]
    )
  })

  test('keep nothing of a deleted message, and nothing of a deleted account', async ({ assert }) => {
    const { db, fill, tablesWith, leftBy } = await setUp()
    const [message, account, kept] = [await fill(), await fill(), await fill()]
    assert.deepEqual(
      await leftBy(async () => {
        await db.transaction((trx) => deleteMessages(trx, [{ user_id: message.userId, id: message.messageId }]))
        await db.transaction((trx) => forgetChats(account.userId, trx))
      }),
      []
    )
    assert.deepEqual(await tablesWith(message.userId), [
      'chat_drafts',
      'chat_sessions',
      'replies',
      'reply_parts',
      'rewrite_keys',
    ])
    assert.deepEqual(await tablesWith(account.userId), [])
    assert.deepEqual(await tablesWith(kept.userId), kept.tables.toSorted())
  })
})
