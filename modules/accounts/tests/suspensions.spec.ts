import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { Accounts } from '../index.ts'
import { EndSuspensions } from '../src/actions/end_suspensions.ts'

const setUp = async () => {
  const db = await app.container.make(Database)
  const accounts = await app.container.make(Accounts)
  const open = async () => {
    const opened = await accounts.open({ email: `${newId()}@example.test`, password: 'correct horse' })
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure))
    return opened.value.userId
  }
  const disable = (userId: string, until: Date | null) =>
    db.transaction((trx) => accounts.setDisabled(userId, true, trx, until))
  return { db, accounts, open, disable, suspensions: await app.container.make(EndSuspensions) }
}

const past = new Date(Date.now() - 60_000)
const future = new Date(Date.now() + 3_600_000)

test.group('Suspensions', () => {
  test('end at their time, and other accounts stay disabled', async ({ assert }) => {
    const { accounts, open, disable, suspensions } = await setUp()
    const [over, running, banned] = [await open(), await open(), await open()]
    await disable(over, past)
    await disable(running, future)
    await disable(banned, null)
    const enabled: string[] = []
    accounts.enabled.on(async ({ userId }) => void enabled.push(userId))
    await suspensions.run()
    assert.containSubset(await accounts.person(over), { disabledAt: null, disabledUntil: null })
    assert.deepEqual((await accounts.person(running))!.disabledUntil, future)
    assert.isNotNull((await accounts.person(banned))!.disabledAt)
    assert.deepEqual(
      enabled.filter((id) => [over, running, banned].includes(id)),
      [over]
    )
  })

  test('take the latest end, or none', async ({ assert }) => {
    const { accounts, open, disable } = await setUp()
    const userId = await open()
    await disable(userId, future)
    const { disabledAt } = (await accounts.person(userId))!
    await disable(userId, null)
    assert.containSubset(await accounts.person(userId), { disabledAt, disabledUntil: null })
  })
})
