import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { endReply } from '../replies/run/end_reply.ts'
import { endingOf } from '../replies/run/endings.ts'
import { beginInTables } from './support.ts'

for (const kind of ['reply', 'reroll', 'continue'] as const)
  test.group(`The end of a reply (${kind})`, () => {
    const setUp = async () => {
      const { db, ask, userId, replyId, owner, account } = await beginInTables({ kind })
      const ending = endingOf('complete', { text: ' Well met.' })
      const details = { characterId: newId(), description: 'A reply', firstTextMs: 5 }
      const end = async () => (await endReply(db, { ...ending, ...details, userId, replyId, kind, owner }))?.message
      return { ask, replyId, account, end }
    }

    test('charges the hold, and the message has the price', async ({ assert }) => {
      const { account, end } = await setUp()
      assert.deepInclude(await end(), { state: 'complete', rubyCost: 3 })
      assert.deepEqual(await account(), { balance: 2, held: 0 })
    })

    test('is free after the hold has expired, and the message has no price', async ({ assert }) => {
      const { ask, replyId, account, end } = await setUp()
      await ask('SELECT ledger_give_back(user_id, id) FROM replies WHERE id = $1', replyId)
      const message = await end()
      assert.deepInclude(message, { state: 'complete', rubyCost: 0 })
      assert.include(message!.content, 'Well met.')
      assert.deepEqual(await account(), { balance: 5, held: 0 })
    })
  })
