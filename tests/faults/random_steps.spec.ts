import { test } from '@japa/runner'
import type { Message, ReplyKind } from '#modules/chat/api'
import { dice, seedOfRun } from '#tests/support/dice'
import { speak, speakOn, type Call } from '#tests/support/model_upstream'
import {
  accountOf,
  ask,
  at,
  brokenAfterwards,
  isChunk,
  last,
  messagesOf,
  send,
  startStage,
  stop,
  type Chat,
  type Stage,
} from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

const steps = 200
const rubies = 300

/** Returns the messages of the last request, without the system prompt, the opening cue and the request to continue. */
const prompted = (stage: Stage, kind: ReplyKind): string => {
  const sent: { content: string }[] = last(stage.upstream.calls).body.messages.slice(1)
  const chatMessages = sent.filter(({ content }) => content !== '[The scene begins.]')
  return (kind === 'continue' ? chatMessages.slice(0, -1) : chatMessages).map(({ content }) => content).join('\n\n')
}

const cutOff = (call: Call) => {
  call.delta('I was about')
  call.response.end()
}
const fails = ({ response }: Call) => void response.writeHead(500).end()

test.group('A chat under random use', (group) => {
  group.tap((slowTest) => slowTest.tags(longRun))
  test(`keeps every invariant through ${steps} random steps, alternating between two servers`, async ({
    assert,
    cleanup,
  }) => {
    const seed = seedOfRun()
    const roll = dice(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)]!
    const stage = await startStage()
    cleanup(() => stage.close())
    const other = await stage.secondServer()
    const client = await stage.visitor(rubies)
    const chats = await stage.chats(client, 3)
    const deleted: string[] = []
    const expected = { charges: 0, paid: 0 }
    const trail: string[] = []
    const note = () => `SEED=${seed}, step ${trail.length}: ${trail.slice(-5).join(', ')}`

    /** Performs a send, reroll or continuation with one of the possible endings. */
    const answer = async (chat: Chat, kind: ReplyKind) => {
      const before = await messagesOf(chat)
      const target = before.findLast(({ isUser }) => !isUser)
      const question = before.slice(0, target ? before.indexOf(target) : 0).findLast(({ isUser }) => isUser)
      const end = pick(['whole', 'whole', 'whole', 'stopped', 'cut', 'failed'] as const)
      const text = `Answer ${trail.length}.`
      stage.upstream.answer =
        end === 'cut'
          ? cutOff
          : end === 'failed'
            ? fails
            : end === 'stopped'
              ? speakOn(text, 50)
              : speak([text, ' More.'])
      trail.push(`${kind} ${end}`)
      const calls = stage.upstream.calls.length
      const stream = await ask({ ...chat, kind, messageId: target?.id ?? chat.sessionId }, `Word ${trail.length}.`)
      if (kind !== 'reply') {
        const expected = !target ? 404 : !question ? 422 : 200
        assert.equal(stream.status, expected, note())
        if (expected !== 200) return assert.deepEqual(await messagesOf(chat), before, note())
      }
      assert.equal(stream.status, 200, note())
      if (end === 'stopped') {
        await stream.waitFor(isChunk)
        assert.equal((await stop(chat)).status, 200, note())
      }
      const events = await stream.ended
      assert.equal(last(events).type, end === 'whole' || end === 'stopped' ? 'aiComplete' : 'error', note())
      assert.isAbove(stage.upstream.calls.length, calls, note())

      // The prompt contains the selected answers and nothing else.
      const upTo =
        kind === 'reply' ? before : before.slice(0, before.indexOf(kind === 'reroll' ? question! : target!) + 1)
      const seen = upTo.map(({ content }) => content.trim())
      if (kind === 'reply') seen.push(`Word ${trail.length}.`)
      assert.equal(prompted(stage, kind), seen.join('\n\n'), note())

      if (end === 'whole' || end === 'stopped') {
        expected.charges++
        expected.paid++
      }
      const after = await messagesOf(chat)
      if (kind === 'reply') return assert.deepEqual(after.slice(0, before.length), before, note())
      const others = (messages: Message[]) => messages.filter(({ id }) => id !== target!.id)
      assert.deepEqual(others(after), others(before), note())
      if (end === 'failed') assert.deepEqual(after, before, note())
      const answersBefore = target!.alternates ?? [target!]
      const answersAfter = after.find(({ id }) => id === target!.id)!.alternates ?? []
      if (kind === 'reroll' && end !== 'failed') {
        assert.lengthOf(answersAfter, answersBefore.length + 1, note())
        assert.deepEqual(
          answersAfter.slice(0, -1).map(({ content }) => content),
          answersBefore.map(({ content }) => content),
          note()
        )
      }
    }

    const change = async ({ client, ...chat }: Chat) => {
      const before = await messagesOf({ client, ...chat })
      const message = pick(before)
      if (!message) return
      const path = `/api/messages/${message.id}`
      const action = pick(['edit', 'choose', 'choose', 'delete', 'restore'] as const)
      trail.push(action)
      let status = 200
      if (action === 'edit') status = (await client.put(path, { content: `Edited ${trail.length}.` })).status
      if (action === 'choose') {
        const count = message.alternates?.length ?? (message.isUser ? 0 : 1)
        const index = Math.floor(roll() * (count + 1))
        const chosen = await client.put(`${path}/alternate`, { index })
        assert.equal(chosen.status, index < count ? 200 : 422, note())
        if (message.alternates && chosen.status === 200)
          assert.equal(chosen.body.content, message.alternates[index]!.content, note())
      }
      if (action === 'delete') {
        status = (await client.delete(path)).status
        deleted.push(message.id)
      }
      if (action === 'restore' && deleted.length > 0) {
        const id = pick(deleted)
        deleted.splice(deleted.indexOf(id), 1)
        status = (await client.post(`/api/messages/${id}/restore`)).status
      }
      assert.equal(status, 200, note())
    }

    while (trail.length < steps) {
      const chosen = pick(chats)
      const chat = roll() < 0.5 ? chosen : at(chosen, other)
      const kind = pick(['reply', 'reroll', 'reroll', 'continue', 'change', 'change', 'change'] as const)
      if (kind === 'change') await change(chat)
      else await answer(chat, kind)
      const account = await accountOf(stage.db, { client })
      assert.deepEqual(account, { balance: rubies - expected.paid, held: 0, ...expected }, note())
      if (trail.length % 10 === 0) assert.deepEqual(await brokenAfterwards(stage.db), [], note())
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [], note())
  })

  test('has at most one reply at a time and keeps every invariant, with many clients at once', async ({
    assert,
    cleanup,
  }) => {
    const seed = seedOfRun()
    const roll = dice(seed)
    const note = `SEED=${seed}`
    const stage = await startStage()
    cleanup(() => stage.close())
    const other = await stage.secondServer()
    stage.upstream.answer = speak(['Well', ' met.'], 20)
    const client = await stage.visitor(rubies)
    const chats = await stage.chats(client, 3, ['reroll', 'continue'])
    let answered = 0
    const useChat = async (from: Chat) => {
      for (let turn = 0; turn < 25; turn++) {
        const chat = roll() < 0.5 ? from : at(from, other)
        const path = `/api/messages/${chat.messageId}`
        const step = Math.floor(roll() * 7)
        if (step < 3) {
          const kind = (['reply', 'reroll', 'continue'] as const)[step]!
          const stream = await ask({ ...chat, kind }, 'Word.', { clientMessageId: `${Math.floor(roll() * 1e9)}` })
          assert.oneOf(stream.status, [200, 404, 409, 422], note)
          if (stream.status !== 200) continue
          assert.equal(last(await stream.ended).type, 'aiComplete', note)
          answered++
        } else {
          const changed =
            step === 3
              ? await chat.client.put(path, { content: 'Edited.' })
              : step === 4
                ? await chat.client.put(`${path}/alternate`, { index: 0 })
                : step === 5
                  ? await chat.client.delete(path)
                  : await chat.client.post(`${path}/restore`)
          assert.oneOf(changed.status, [200, 404, 409], note)
        }
      }
    }
    await Promise.all(chats.flatMap((chat) => [useChat(chat), useChat(chat), useChat(chat)]))
    // Each chat goes on.
    for (const chat of chats) {
      assert.equal(last(await (await send(chat, 'Word.')).ended).type, 'aiComplete', note)
      answered++
    }
    assert.deepEqual(await brokenAfterwards(stage.db), [], note)
    assert.deepEqual(
      await accountOf(stage.db, { client }),
      { balance: rubies - answered, held: 0, paid: answered, charges: answered },
      note
    )
  })
})
