import { test } from '@japa/runner'
import type pg from 'pg'
import { connect } from '#tests/support/databases'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import {
  ask,
  brokenAfterwards,
  isChunk,
  kinds,
  last,
  messagesOf,
  send,
  sharedPair,
  until,
  type Stage,
} from '#tests/support/stage'

test.group('A prompt built while the chat changes', (group) => {
  let stage: Stage
  /** A second connection, whose open transaction holds a row lock. */
  let gate: pg.Client
  group.setup(async () => {
    ;({ stage } = await sharedPair())
    gate = await connect(stage.server.databaseUrl)
    return () => gate.end()
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Fine', '.'])
  })

  /** Waits until a number of the server's statements wait for a lock. */
  const blocked = (count: number) =>
    until(
      stage.db,
      `SELECT count(*) >= $1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      [count]
    )

  const lastPrompt = () => JSON.stringify(last(stage.upstream.calls).body)

  test('contains the previous answer when its end commits after the send began', async ({ assert }) => {
    const chat = await stage.chat(10)
    const { answer, goOn } = speakInTwo(['The password is'], [' swordfish.'])
    stage.upstream.answer = answer
    const first = await send(chat, 'What is the password?')
    await first.waitFor(isChunk)
    await gate.query('BEGIN')
    await gate.query('SELECT FROM ruby_accounts WHERE user_id = $1 FOR UPDATE', [chat.client.user.id])
    goOn()
    await blocked(1)
    stage.upstream.answer = speak(['Fine', '.'])
    const second = send(chat, 'Say it again.')
    await blocked(2)
    await gate.query('COMMIT')
    assert.equal(last(await first.ended).type, 'aiComplete')
    assert.equal(last(await (await second).ended).type, 'aiComplete')
    assert.include(lastPrompt(), 'The password is swordfish.')
    assert.include(lastPrompt(), 'Say it again.')
    assert.deepEqual(
      (await messagesOf(chat)).map(({ content }) => content),
      ['Good evening.', 'What is the password?', 'The password is swordfish.', 'Say it again.', 'Fine.']
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  for (const isRetry of [false, true])
    test(`contains the new text when an edit commits after the ${isRetry ? 'retry of a failed send' : 'send'} began`, async ({
      assert,
    }) => {
      const chat = await stage.chat(10)
      const key = { clientMessageId: 'one' }
      if (isRetry) {
        stage.upstream.answer = (call) => void call.response.writeHead(500).end()
        assert.equal(last(await (await send(chat, 'And then?', key)).ended).type, 'error')
        stage.upstream.answer = speak(['Fine', '.'])
      }
      await gate.query('BEGIN')
      await gate.query('UPDATE chat_sessions SET next_position = next_position + 1 WHERE id = $1', [chat.sessionId])
      await gate.query(
        `UPDATE chat_messages SET content = 'Good morning.' WHERE chat_session_id = $1 AND position = 1`,
        [chat.sessionId]
      )
      const sending = send(chat, 'And then?', key)
      await blocked(1)
      await gate.query('COMMIT')
      assert.equal(last(await (await sending).ended).type, 'aiComplete')
      assert.include(lastPrompt(), 'Good morning.')
      assert.notInclude(lastPrompt(), 'Good evening.')
      assert.equal(lastPrompt().split('And then?').length, 2, 'the message is in the prompt once')
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  for (const kind of kinds)
    test(`contains the new pins when they commit after the request began (${kind})`, async ({ assert }) => {
      const chat = await stage.chat(10, kind)
      await gate.query('BEGIN')
      await gate.query(`UPDATE chat_sessions SET pins = '{It never rains here.}' WHERE id = $1`, [chat.sessionId])
      const asking = ask(chat, 'And then?')
      await blocked(1)
      await gate.query('COMMIT')
      assert.equal(last(await (await asking).ended).type, 'aiComplete')
      assert.include(lastPrompt(), 'It never rains here.')
      assert.deepEqual(await brokenAfterwards(stage.db), [])
    })

  test('contains the new pins when they commit after the retry of a failed send began', async ({ assert }) => {
    const chat = await stage.chat(10)
    const key = { clientMessageId: 'one' }
    stage.upstream.answer = (call) => void call.response.writeHead(500).end()
    assert.equal(last(await (await send(chat, 'And then?', key)).ended).type, 'error')
    stage.upstream.answer = speak(['Fine', '.'])
    await gate.query('BEGIN')
    await gate.query(`UPDATE chat_sessions SET pins = '{It never rains here.}' WHERE id = $1`, [chat.sessionId])
    const sending = send(chat, 'And then?', key)
    await blocked(1)
    await gate.query('COMMIT')
    assert.equal(last(await (await sending).ended).type, 'aiComplete')
    assert.include(lastPrompt(), 'It never rains here.')
  })
})
