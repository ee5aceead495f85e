import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak, speakOn } from '#tests/support/model_upstream'
import type { RunningServer } from '#tests/support/server'
import {
  accountOf,
  ask,
  at,
  brokenAfterwards,
  isChunk,
  join,
  kinds,
  last,
  messagesOf,
  send,
  settled,
  startStage,
  stop,
  writtenIn,
  type Stage,
} from '#tests/support/stage'

const words = numberedWords(20)
const whole = words.join('')

for (const kind of kinds)
  test.group(`Two servers on one database (${kind})`, (group) => {
    let stage: Stage
    let other: RunningServer
    group.setup(async () => {
      // Shorter than any pause below: a model must not be blamed for our own silence.
      stage = await startStage({ env: { REPLY_NEXT_TEXT_TIMEOUT_MS: '500' } })
      other = await stage.secondServer()
      return () => stage.close()
    })
    group.each.setup(() => {
      stage.upstream.answer = speak(words, 60)
    })

    test('a reply is followed from the other, live and to its end', async ({ assert }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const followers = await Promise.all([join(at(chat, other)), join(at(chat, other))])
      const events = await stream.ended
      for (const follower of followers) {
        const heard = await follower.ended
        assert.deepInclude(heard[0], { type: 'resumed', kind })
        if (kind === 'reply') assert.deepEqual(heard[1], events[0])
        else assert.isTrue(heard.slice(1, -1).every(isChunk))
        assert.deepEqual(last(heard), last(events))
        assert.equal(textOf(heard), whole)
        // Live means in several pieces, not all at the end.
        assert.isAbove(heard.filter(isChunk).length, 2)
      }
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      // When all is over there is nothing to follow.
      assert.equal((await join(at(chat, other))).status, 204)
    })

    test('the same clientMessageId at the other joins the reply', async ({ assert }) => {
      const chat = await stage.chat(5, kind)
      const body = { clientMessageId: 'at both' }
      const [here, there] = await Promise.all([ask(chat, 'Hello?', body), ask(at(chat, other), 'Hello?', body)])
      const [events, heard] = await Promise.all([here.ended, there.ended])
      assert.equal(last(events).type, 'aiComplete')
      assert.deepEqual(last(heard), last(events))
      if (kind === 'reply') assert.deepEqual(heard[0], events[0])
      assert.equal(textOf(heard), whole)
      assert.equal(textOf(events), whole)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 4, held: 0, paid: 1, charges: 1 })
    })

    test('one more at the other while a reply runs is 409', async ({ assert }) => {
      const chat = await stage.chat(5, kind)
      const stream = await ask(chat, 'Hello?')
      for (const one of kinds.filter((one) => one === 'reply' || chat.messageId !== null))
        assert.equal((await ask({ ...at(chat, other), kind: one }, 'And me?')).status, 409)
      await stream.ended
      assert.deepInclude(await writtenIn(chat), { content: whole })
    })

    test('a reply is stopped from the other: what was written is kept and paid, and both agree', async ({ assert }) => {
      // It would never end by itself.
      stage.upstream.answer = speakOn('On and on. ', 60)
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const stopped = await stop(at(chat, other))
      const end = last(await stream.ended)
      assert.deepEqual(end, { type: 'aiComplete', message: stopped.body.message })
      assert.equal(stopped.body.message.state, 'stopped')
      assert.equal((await writtenIn(chat))?.state, 'stopped')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
    })

    test('ends the reply here as a stop does when its chat is deleted at the other server', async ({ assert }) => {
      // It would never end by itself.
      stage.upstream.answer = speakOn('On and on. ', 60)
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      assert.equal((await at(chat, other).client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test('gives the rubies back when the chat is deleted at the other server before the first text', async ({
      assert,
    }) => {
      const asked = Promise.withResolvers<void>()
      stage.upstream.answer = () => asked.resolve()
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await asked.promise
      assert.equal((await at(chat, other).client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
    })

    test('gives the rubies of a killed server’s reply back when its chat is deleted at the other', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor((event) => isChunk(event) && JSON.stringify(event).includes('word5'))
      await stage.server.kill('SIGKILL')
      assert.equal((await at(chat, other).client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      await stage.restart()
    })

    test('a killed one’s replies are ended by the other, which gives the rubies back and keeps the text', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor((event) => isChunk(event) && JSON.stringify(event).includes('word5'))
      const follower = await join(at(chat, other))
      await stage.server.kill('SIGKILL')
      const killedAt = performance.now()
      const end = last(await follower.ended)
      assert.isBelow(performance.now() - killedAt, 60_000)
      assert.equal(end.type, 'error')
      if (end.type !== 'error') return
      assert.equal(end.code, 'server_lost')
      assert.deepEqual(end.message, last(await messagesOf(at(chat, other))))
      const kept = (await writtenIn(at(chat, other)))!
      assert.deepInclude(kept, { state: 'broken_off', rubyCost: 0 })
      assert.isTrue(whole.startsWith(kept.content) && kept.content.includes('word3'))
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      assert.equal(last(await (await ask(at(chat, other), 'And you?')).ended).type, 'aiComplete')
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      await stage.restart()
    })

    test('a killed one’s reply is stopped at the other: closed from what was saved, free of charge', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor((event) => isChunk(event) && JSON.stringify(event).includes('word5'))
      await stage.server.kill('SIGKILL')
      const stopped = await stop(at(chat, other))
      assert.equal(stopped.status, 200)
      assert.deepEqual(stopped.body.message, last(await messagesOf(at(chat, other))))
      assert.deepInclude(await writtenIn(at(chat, other)), { state: 'broken_off', rubyCost: 0 })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      await stage.restart()
    })

    test('one paused past its lease is swept; woken, it saves its full text and charges nothing', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor((event) => isChunk(event) && JSON.stringify(event).includes('word5'))
      stage.server.process.kill('SIGSTOP')
      try {
        await settled(stage.db)
        const swept = await writtenIn(at(chat, other))
        assert.deepInclude(swept, { state: 'broken_off', rubyCost: 0 })
        assert.isBelow(swept!.content.length, whole.length)
        assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
        await sleep(1_000)
      } finally {
        stage.server.process.kill('SIGCONT')
      }
      const end = last(await stream.ended)
      assert.deepInclude(await writtenIn(chat), { content: whole, state: 'complete', rubyCost: 0 })
      const message = last(await messagesOf(chat))
      // A reroll that was rescued is there to be chosen, and not selected by itself.
      if (kind === 'reroll') assert.deepInclude(end, { type: 'error', code: 'server_lost', message })
      else assert.deepEqual(end, { type: 'aiComplete', message })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      // It is well again.
      assert.equal(last(await (await send(chat, 'Are you well?')).ended).type, 'aiComplete')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test('one paused for less than its lease loses nothing, and blames no model for the silence', async ({
      assert,
    }) => {
      // On a machine that is out of breath a pause may become longer than the lease: then it is made again.
      for (let isTooLong = true; isTooLong;) {
        const chat = await stage.chat(1, kind)
        const stream = await ask(chat, 'Hello?')
        await stream.waitFor(isChunk)
        const begunAt = performance.now()
        const { rows } = await stage.db.query(
          `SELECT 1000 * extract(epoch FROM min(lease_until) - clock_timestamp())::float AS left_ms FROM reply_owners WHERE lease_until > 'epoch'`
        )
        stage.server.process.kill('SIGSTOP')
        await sleep(600)
        stage.server.process.kill('SIGCONT')
        isTooLong = performance.now() - begunAt > rows[0].left_ms - 50
        const end = last(await stream.ended)
        if (isTooLong) continue
        assert.equal(end.type, 'aiComplete')
        assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      }
    })
  })
