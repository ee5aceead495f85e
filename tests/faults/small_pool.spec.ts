import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speakInTwo } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  startStage,
  stop,
  writtenIn,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

test.group('A server with two database connections', () => {
  test('finishes 30 concurrent replies and answers other calls, because no stream holds a connection', async ({
    assert,
    cleanup,
  }) => {
    const stage = await startStage({ env: { DATABASE_POOL: '2' } })
    cleanup(() => stage.close())
    const words = numberedWords(20)
    const { answer, goOn } = speakInTwo(words.slice(0, 5), words.slice(5))
    stage.upstream.answer = answer
    const client = await stage.visitor()
    const chats = await stage.chats(client, 32, kinds)
    const streams = await Promise.all(chats.map((chat) => ask(chat, 'All together!')))
    for (const stream of streams) await stream.waitFor(isChunk)
    const calls = await Promise.all(
      chats.flatMap(() => [client.get('/api/chats'), client.get('/api/auth/user'), client.get('/api/characters')])
    )
    assert.deepEqual([...new Set(calls.map(({ status }) => status))], [200])
    // Stops one reply, and deletes the chat of another.
    const [stopped, deleted] = chats.splice(0, 2)
    await Promise.all([stop(stopped!), client.delete(`/api/chats/${deleted!.sessionId}`)])
    goOn()
    for (const stream of streams.slice(2)) {
      const events = await stream.ended
      assert.equal(last(events).type, 'aiComplete')
      assert.equal(textOf(events), words.join(''))
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [])
    for (const chat of chats) assert.deepInclude(await writtenIn(chat), { content: words.join(''), state: 'complete' })
    assert.isAtLeast((await accountOf(stage.db, { client })).charges, 30)
  }).tags(longRun)
})
