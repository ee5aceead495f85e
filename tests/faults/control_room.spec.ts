import { test } from '@japa/runner'
import type { ControlRoomState } from '#modules/connections/api'
import { numberedWords, speak, speakInTwo, startModelUpstream } from '#tests/support/model_upstream'
import { at, brokenAfterwards, isChunk, last, send, startStage } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const chatCount = 12

test.group('A provider that is changed while replies are written', () => {
  test('loses no reply, and every process uses the new one', async ({ assert }) => {
    const endpoint = await startModelUpstream(speak(['New', ' model.']))
    const stage = await startStage({ env: { OUTBOUND_PRIVATE: new URL(endpoint.url).host } })
    const other = await stage.secondServer()
    try {
      const admin = await stage.visitor()
      await stage.makeAdmin(admin)
      const [first, rest] = [numberedWords(4), numberedWords(8).slice(4)]
      const { answer, goOn } = speakInTwo(first, rest)
      stage.upstream.answer = answer
      const chats = await Promise.all(Array.from({ length: chatCount }, () => stage.chat()))
      const servers = [stage.server, other]
      const under = await Promise.all(chats.map((chat, index) => send(at(chat, servers[index % 2]!), 'Before?')))
      for (const stream of under) await stream.waitFor(isChunk)

      const added = await admin.post('/api/admin/connections', {
        name: 'New',
        provider: 'openai-compatible',
        baseUrl: endpoint.url,
        options: {},
        isOff: false,
      })
      const { connections, tiers } = added.body as ControlRoomState
      const { tier: _, isConfigured: __, problem: ___, ...body } = tiers.find(({ tier }) => tier === 'basic')!
      const links = [{ connectionId: connections[0]!.id, provider: '', model: 'new' }]
      assert.equal((await admin.put('/api/admin/tiers/basic', { ...body, name: 'New', links })).status, 200)
      for (const { url } of servers)
        await waitUntil('the process has the new tier', async () => {
          const { body: models } = await admin.at(url).get('/api/models')
          return models.some(({ tier, name }: { tier: string; name: string }) => tier === 'basic' && name === 'New')
        })

      const after = await Promise.all(servers.map(async (server) => send(at(await stage.chat(), server), 'After?')))
      for (const stream of after) {
        const end = last(await stream.ended)
        assert.equal(end.type, 'aiComplete')
        if (end.type === 'aiComplete') assert.deepInclude(end.message, { content: 'New model.', modelId: 'new' })
      }
      goOn()
      for (const stream of under) {
        const end = last(await stream.ended)
        assert.equal(end.type, 'aiComplete')
        if (end.type === 'aiComplete') assert.equal(end.message.content.trim(), numberedWords(8).join('').trim())
      }
      assert.isEmpty(await brokenAfterwards(stage.db))
    } finally {
      await stage.close()
      await endpoint.close()
    }
  })
})
