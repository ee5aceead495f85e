import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { isOutage } from '#modules/kernel/sql'
import { appOwner } from '#tests/support/app'
import { waitUntil } from '#tests/support/wait_until'

test.group('A commit', () => {
  test('that gets no answer fails the transaction, and runs no hook for its success', async ({ assert }) => {
    const db = await app.container.make(Database)
    const owner = await appOwner()
    const hooks: string[] = []
    const work = db.transaction(async (trx) => {
      trx.after('commit', () => void hooks.push('commit'))
      trx.after('rollback', () => void hooks.push('rollback'))
      const {
        rows: [{ pid }],
      } = await trx.rawQuery('SELECT pg_backend_pid() AS pid')
      await owner.rawQuery('SELECT pg_terminate_backend(?)', [pid])
      await waitUntil(
        'the connection is gone',
        async () => (await owner.rawQuery('SELECT FROM pg_stat_activity WHERE pid = ?', [pid])).rowCount === 0
      )
      return 'done'
    })
    const error = await work.catch((reason: unknown) => reason)
    assert.isTrue(isOutage(error), String(error))
    assert.deepEqual(hooks, ['rollback'])
  })
})

test.group('A transaction', () => {
  test('may wait 30 seconds for its next query, at any isolation level, and leaves its connection unchanged', async ({
    assert,
  }) => {
    const db = await app.container.make(Database)
    const limitOf = async (client: Pick<Database, 'rawQuery'>) =>
      (await client.rawQuery('SHOW idle_in_transaction_session_timeout')).rows[0].idle_in_transaction_session_timeout
    for (const options of [{}, { isolationLevel: 'repeatable read' as const }]) {
      const inside = await db.transaction(
        async (trx) => [
          await limitOf(trx as never),
          (await trx.rawQuery('SHOW transaction_isolation')).rows[0].transaction_isolation,
          await trx.transaction((nested) => limitOf(nested as never)),
        ],
        options
      )
      assert.deepEqual(inside, ['30s', options.isolationLevel ?? 'read committed', '30s'])
      assert.equal(await limitOf(db), '0')
    }
  })
})
