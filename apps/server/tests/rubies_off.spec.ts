import { test } from '@japa/runner'
import type { ModelTier } from '#modules/chat/api'
import { Client, textOf } from '#tests/support/client'
import { accountOf, ask, kinds, last, startStage, stop, writtenIn } from '#tests/support/stage'

test.group('With RUBIES=off', () => {
  test('every reply is free, balances stay as they are, and the economy is hidden', async ({ assert, cleanup }) => {
    const stage = await startStage({ env: { RUBIES: 'off' } })
    cleanup(() => stage.close())
    const { db } = stage
    const client = await stage.visitor(2)
    const user = async () => (await client.get('/api/auth/user')).body
    assert.deepInclude(await user(), { rubies: 0, rubyDebt: 0, welcomeRubiesWaiting: 0, discordInvite: null })
    const costs = async () => ((await client.get('/api/models')).body as ModelTier[]).map(({ cost }) => cost)
    assert.deepEqual(await costs(), [0, 0, 0, 0])

    const untouched = { balance: 2, held: 0, paid: 0, charges: 0 }
    for (const chat of await stage.chats(client, kinds.length, kinds)) {
      // Dearer than the balance.
      const events = await (await ask(chat, 'Hello', { model: 'ultra' })).ended
      assert.equal(last(events).type, 'aiComplete', chat.kind)
      assert.equal(textOf(events), 'Hello there.')
      assert.deepInclude(await writtenIn(chat), { state: 'complete', rubyCost: 0 })
    }
    const { body: group } = await client.post('/api/group-chats', { characterIds: stage.characterIds.slice(0, 2) })
    const turn = await client.stream(`/api/group-chats/${group.session.id}/stream`, {
      method: 'POST',
      body: { content: 'Good evening, both.', model: 'ultra' },
    })
    assert.equal(last(await turn.ended).type, 'aiComplete')
    // A reply that is stopped before any text releases nothing.
    stage.upstream.answer = () => new Promise<void>(() => {})
    const [stopped] = await stage.chats(client, 1)
    const waiting = await ask(stopped!, 'Hello?')
    await waiting.waitFor((event) => event.type === 'userMessage')
    assert.equal((await stop(stopped!)).status, 200)
    await waiting.ended
    assert.deepEqual(await accountOf(db, { client }), untouched)
    assert.equal((await db.query('SELECT FROM ruby_holds')).rowCount, 0)

    for (const path of ['/api/rubies/packs', '/api/rubies/transactions', '/api/daily-reward/check', '/ruby-shop'])
      assert.equal((await client.get(path)).status, 404, path)
    for (const path of [
      '/api/daily-reward/claim',
      '/api/discord-reward',
      '/api/rubies/codes',
      '/api/rubies/stripe-checkout',
    ])
      assert.equal((await client.post(path, {})).status, 404, path)
    const visitor = new Client(stage.server.url)
    for (const path of ['/', '/api/login?mode=register']) {
      const { text } = await visitor.get(path)
      assert.notMatch(text, /rubies are on us|Ruby System/, path)
    }
    assert.include((await client.get('/')).text, '<meta name="rubies" content="off">')
  })
})
