import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { ask, brokenAfterwards, kinds, startStage } from '#tests/support/stage'

test.group('With CREATOR_SHARE_PERCENT', () => {
  test('each character’s creator gets a share of the bought rubies of its replies', async ({ assert, cleanup }) => {
    const stage = await startStage({ env: { CREATOR_SHARE_PERCENT: '20' } })
    cleanup(() => stage.close())
    const { db } = stage
    const [payer, maker, other] = [await stage.visitor(0), await stage.visitor(0), await stage.visitor(0)]
    // All of them come from this machine's network.
    assert.equal((await db.query('DELETE FROM ruby_networks')).rowCount, 3)
    const { body: known } = await maker.get(`/api/characters/${stage.characterIds[0]}`)
    const create = async (client: Client, name: string): Promise<string> => {
      const texts = { name, description: 'Waits.', personality: 'Patient.', backstory: 'Came early.' }
      const { status, body, text } = await client.post('/api/characters', {
        ...texts,
        avatar: known.avatar,
        category: 'General',
        tags: [],
        isPublic: true,
      })
      if (status !== 201) throw new Error(text)
      return body.id
    }
    const buy = (client: Client) =>
      db.query(`SELECT ledger_post($1, 100, 'purchase', 'Bought', 'opening')`, [client.user.id])
    const shares = async (client: Client): Promise<[creator: string, origin: string, share: number][]> => {
      const { rows } = await db.query(
        'SELECT creator_id, origin, share::int FROM share_accruals WHERE user_id = $1 ORDER BY hold_id',
        [client.user.id]
      )
      return rows.map(({ creator_id: creator, origin, share }) => [creator, origin, share])
    }
    const [ferry, harbor] = [await create(maker, 'Ferry'), await create(other, 'Harbor')]
    await buy(payer)
    await buy(maker)

    await payer.say(ferry, { content: 'Is it here?', model: 'standard' })
    await maker.say(ferry, { content: 'My own.', model: 'standard' })
    await payer.say(stage.characterIds[0]!, { content: 'Built in.', model: 'standard' })
    assert.deepEqual(await shares(payer), [[maker.user.id, 'chat', 60]])
    assert.deepEqual(await shares(maker), [])

    const { body: group } = await payer.post('/api/group-chats', { characterIds: [ferry, harbor] })
    const path = `/api/group-chats/${group.session.id}/stream`
    for (const speakerId of [ferry, harbor])
      await (
        await payer.stream(path, { method: 'POST', body: { content: 'And you?', model: 'basic', speakerId } })
      ).ended
    assert.sameDeepMembers((await shares(payer)).slice(1), [
      [maker.user.id, 'chat', 20],
      [other.user.id, 'chat', 20],
    ])
    await db.query(`SELECT ledger_collect_shares(now() + interval '1 hour', 100)`)
    await db.query('SELECT ledger_post_share($1, now())', [maker.user.id])
    assert.deepEqual((await maker.get('/api/rubies/shares')).body, { percent: 20, earned: 0, remainderHundredths: 80 })
    await payer.say(ferry, { content: 'Once more.', model: 'standard' })
    await db.query(`SELECT ledger_collect_shares(now() + interval '1 hour', 100)`)
    await db.query('SELECT ledger_post_share($1, now())', [maker.user.id])
    assert.deepEqual((await maker.get('/api/rubies/shares')).body, { percent: 20, earned: 1, remainderHundredths: 40 })
    const { body: history } = await maker.get('/api/rubies/transactions')
    assert.deepInclude(history[0], { type: 'share', amount: 1, description: 'Your characters earned 1 ruby' })
    const { body: exported } = await payer.get('/api/user/export')
    assert.deepInclude(exported.sharesPaid[0], { origin: 'chat', boughtRubies: 3, shareHundredths: 60 })
    assert.deepEqual(await brokenAfterwards(db), [])
  })

  test('a reroll and a continuation have shares, and a reply that free rubies paid has none', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ env: { CREATOR_SHARE_PERCENT: '50' } })
    cleanup(() => stage.close())
    const { db } = stage
    const client = await stage.visitor(0)
    const owner = await stage.visitor(0)
    await db.query('UPDATE characters SET created_by = $1', [owner.user.id])
    await db.query(`SELECT ledger_post($1, 1, 'admin_grant', 'Free', 'free')`, [client.user.id])
    await db.query(`SELECT ledger_post($1, 100, 'purchase', 'Bought', 'opening')`, [client.user.id])
    for (const chat of await stage.chats(client, kinds.length, kinds))
      await (
        await ask(chat, 'Hello', { model: 'basic' })
      ).ended
    const { rows } = await db.query(
      'SELECT origin, bought::int, share::int FROM share_accruals WHERE user_id = $1 ORDER BY hold_id',
      [client.user.id]
    )
    assert.deepEqual(rows, [
      { origin: 'reroll', bought: 1, share: 50 },
      { origin: 'chat', bought: 1, share: 50 },
    ])
    assert.deepEqual(await brokenAfterwards(db), [])
  })
})
