import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { textOf } from '#tests/support/client'
import { numberedWords, speak, speakInTwo, speakOn, speakUntilTold } from '#tests/support/model_upstream'
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
  sharedPair,
  stop,
  until,
  untilSaved,
  writtenIn,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const words = numberedWords(20)
const whole = words.join('')

for (const kind of kinds)
  test.group(`Two servers on one database (${kind})`, (group) => {
    let stage: Stage
    let other: RunningServer
    // The other kinds take the same code path.
    if (kind !== 'reply') group.tap((each) => each.tags(longRun))
    group.setup(async () => {
      ;({ stage, other } = await sharedPair())
    })
    group.each.setup(() => {
      stage.upstream.answer = speak(words, 60)
    })

    test('a reply can be followed at the other one, live and to its end', async ({ assert }) => {
      const { answer, goOn } = speakInTwo(words.slice(0, 8), words.slice(8))
      stage.upstream.answer = answer
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      const followers = await Promise.all([join(at(chat, other)), join(at(chat, other))])
      // The followers receive text before the reply ends.
      for (const follower of followers) await follower.waitFor(isChunk)
      goOn()
      const events = await stream.ended
      for (const follower of followers) {
        const received = await follower.ended
        assert.deepInclude(received[0], { type: 'resumed', kind })
        if (kind === 'reply') assert.deepEqual(received[1], events[0])
        else assert.isTrue(received.slice(1, -1).every(isChunk))
        assert.deepEqual(last(received), last(events))
        assert.equal(textOf(received), whole)
      }
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      // After the end there is nothing to follow.
      assert.equal((await join(at(chat, other))).status, 204)
    })

    test('the same clientMessageId at the other one joins the reply', async ({ assert }) => {
      const chat = await stage.chat(5, kind)
      const body = { clientMessageId: 'at both' }
      const [here, there] = await Promise.all([ask(chat, 'Hello?', body), ask(at(chat, other), 'Hello?', body)])
      const [events, received] = await Promise.all([here.ended, there.ended])
      assert.equal(last(events).type, 'aiComplete')
      assert.deepEqual(last(received), last(events))
      if (kind === 'reply') assert.deepEqual(received[0], events[0])
      assert.equal(textOf(received), whole)
      assert.equal(textOf(events), whole)
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 4, held: 0, paid: 1, charges: 1 })
    })

    test('a send at the other one while a reply runs is 409', async ({ assert }) => {
      const chat = await stage.chat(5, kind)
      const stream = await ask(chat, 'Hello?')
      for (const one of kinds.filter((one) => one === 'reply' || chat.messageId !== null))
        assert.equal((await ask({ ...at(chat, other), kind: one }, 'And me?')).status, 409)
      await stream.ended
      assert.deepInclude(await writtenIn(chat), { content: whole })
    })

    test('a reply can be stopped at the other one: its text is kept and charged', async ({ assert }) => {
      // The model never ends by itself.
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

    test('a reply is ended as by a stop when its chat is deleted at the other one', async ({ assert }) => {
      // The model never ends by itself.
      stage.upstream.answer = speakOn('On and on. ', 60)
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      assert.equal((await at(chat, other).client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test('rubies are released when the chat is deleted at the other one before the first text', async ({ assert }) => {
      const requested = Promise.withResolvers<void>()
      stage.upstream.answer = () => requested.resolve()
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await requested.promise
      assert.equal((await at(chat, other).client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      assert.deepInclude(last(await stream.ended), { type: 'error', code: 'deleted' })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
    })
  })

const storyWords = numberedWords(1_000)
const story = storyWords.join('')
/** The text that is saved before a server is killed or paused. */
const begins = storyWords.slice(0, 6).join('')

for (const kind of kinds)
  test.group(`Two servers on one database, of which one is killed or paused (${kind})`, (group) => {
    let stage: Stage
    let other: RunningServer
    group.tap((each) => each.tags(longRun))
    let model: ReturnType<typeof speakUntilTold>
    group.each.setup(async () => {
      ;({ stage, other } = await sharedPair())
      const { process, control } = stage.server
      // The timeout is shorter than the pauses below, which must not count as the model's silence.
      await control!.configure({ nextTextTimeoutMs: 2_000, leaseMs: 4_000 })
      // A server only sweeps once it is connected for longer than a lease.
      await other.control!.configure({ leaseMs: 4_000 })
      model = speakUntilTold(storyWords)
      stage.upstream.answer = model.answer
      return async () => {
        process.kill('SIGCONT')
        if (process.connected) await control!.configure({ nextTextTimeoutMs: 30_000, leaseMs: 200_000 })
        await other.control!.configure({ leaseMs: 200_000 })
      }
    })

    /** Ends the lease of the reply's server, as if that server had been away for longer. */
    const endLease = ({ sessionId }: Chat) =>
      stage.db.query(
        `UPDATE reply_owners SET lease_until = clock_timestamp()
         WHERE id IN (SELECT owner FROM replies WHERE chat_session_id = $1 AND state = 'running')`,
        [sessionId]
      )

    test('rubies of a killed one’s reply are released when its chat is deleted at the other one', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      await ask(chat, 'Hello?')
      await untilSaved(stage.db, [chat], begins)
      await stage.server.kill('SIGKILL')
      assert.equal((await at(chat, other).client.delete(`/api/chats/${chat.sessionId}`)).status, 200)
      await endLease(chat)
      assert.deepEqual(await brokenAfterwards(stage.db), [])
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
    })

    test('replies of a killed one are swept by the other one: text is kept, rubies are released', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      await ask(chat, 'Hello?')
      await untilSaved(stage.db, [chat], begins)
      const follower = await join(at(chat, other))
      await stage.server.kill('SIGKILL')
      await endLease(chat)
      const end = last(await follower.ended)
      assert.equal(end.type, 'error')
      if (end.type !== 'error') return
      assert.equal(end.code, 'server_lost')
      assert.deepEqual(end.message, last(await messagesOf(at(chat, other))))
      const kept = (await writtenIn(at(chat, other)))!
      assert.deepInclude(kept, { state: 'broken_off', rubyCost: 0 })
      assert.isTrue(story.startsWith(kept.content) && kept.content.startsWith(begins))
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      model.goOn()
      assert.equal(last(await (await ask(at(chat, other), 'And you?')).ended).type, 'aiComplete')
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test('a reply of a killed one can be stopped at the other one: saved text is kept for free', async ({ assert }) => {
      const chat = await stage.chat(1, kind)
      await ask(chat, 'Hello?')
      await untilSaved(stage.db, [chat], begins)
      await stage.server.kill('SIGKILL')
      const stopping = stop(at(chat, other))
      await until(
        stage.db,
        `SELECT EXISTS (SELECT FROM replies WHERE chat_session_id = $1 AND stop_requested_at IS NOT NULL)`,
        [chat.sessionId]
      )
      await endLease(chat)
      const stopped = await stopping
      assert.equal(stopped.status, 200)
      assert.deepEqual(stopped.body.message, last(await messagesOf(at(chat, other))))
      assert.deepInclude(await writtenIn(at(chat, other)), { state: 'broken_off', rubyCost: 0 })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
    })

    test('a reply whose server is paused past its lease is swept, and its full text is saved for free later', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await untilSaved(stage.db, [chat], begins)
      stage.server.process.kill('SIGSTOP')
      try {
        await endLease(chat)
        await settled(stage.db)
        const swept = await writtenIn(at(chat, other))
        assert.deepInclude(swept, { state: 'broken_off', rubyCost: 0 })
        assert.isBelow(swept!.content.length, story.length)
        assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
        await sleep(2_500)
        model.goOn()
      } finally {
        stage.server.process.kill('SIGCONT')
      }
      const end = last(await stream.ended)
      assert.deepInclude(await writtenIn(chat), { content: story, state: 'complete', rubyCost: 0 })
      const message = last(await messagesOf(chat))
      // A rescued reroll is an alternate, but not the selected one.
      if (kind === 'reroll') assert.deepInclude(end, { type: 'error', code: 'server_lost', message })
      else assert.deepEqual(end, { type: 'aiComplete', message })
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 1, held: 0, paid: 0, charges: 0 })
      // The server works again.
      assert.equal(last(await (await send(chat, 'Are you well?')).ended).type, 'aiComplete')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

    test('a server that is paused for less than its lease loses nothing, and its replies don’t time out', async ({
      assert,
    }) => {
      const chat = await stage.chat(1, kind)
      const stream = await ask(chat, 'Hello?')
      await stream.waitFor(isChunk)
      stage.server.process.kill('SIGSTOP')
      // However long the pause takes on a slow machine, the lease lasts longer.
      await stage.db.query(
        `UPDATE reply_owners SET lease_until = clock_timestamp() + INTERVAL '1 hour' WHERE lease_until > 'epoch'`
      )
      await sleep(2_500)
      stage.server.process.kill('SIGCONT')
      model.goOn()
      assert.equal(last(await stream.ended).type, 'aiComplete')
      assert.deepEqual(await accountOf(stage.db, chat), { balance: 0, held: 0, paid: 1, charges: 1 })
    })
  })
