import { test } from '@japa/runner'
import type { AnswerPrompt } from '#modules/chat/api'
import type { Call } from '#tests/support/model_upstream'
import { answeredBefore, ask, last, startStage, until, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'

/** Sends these pieces in the format of completions. */
const complete =
  (...pieces: string[]) =>
  ({ response }: Call) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of pieces) response.write(`data: ${JSON.stringify({ choices: [{ text }] })}\n\n`)
    response.end(
      'data: {"choices":[{"text":"","finish_reason":"stop"}],"usage":{"prompt_tokens":90,"completion_tokens":3},"timings":{"cache_n":70}}\n\n' +
        'data: [DONE]\n\n'
    )
  }

test.group('A model that goes on with its own message', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await startStage({ env: { MODELS_PROVIDER: 'text-completion', MODELS_TEMPLATE: 'chatml' } })
    return () => stage.close()
  })

  test('gets a cut answer last, without a request, and its text is appended unchanged', async ({ assert }) => {
    const chat = await stage.chat(50, 'continue')
    await stage.db.query('INSERT INTO chat_settings (user_id, chat_session_id, note) VALUES ($1, $2, $3)', [
      chat.client.user.id,
      chat.sessionId,
      { text: 'It rains.', depth: 0, role: 'system', every: 1 },
    ])
    stage.upstream.answer = complete(' ', 'won', 'derful', ' you.')
    const end = last(await (await ask(chat, '')).ended)
    const message = end.type === 'aiComplete' ? end.message : null
    assert.equal(message?.content, `${answeredBefore}wonderful you.`)

    const { prompt } = last(stage.upstream.calls).body
    const cut = `<<end>><|im_end|>\n<|im_start|>assistant\n${answeredBefore.trimEnd()}`
    assert.isTrue(prompt.endsWith(cut), prompt.slice(-300))
    assert.isBelow(prompt.indexOf('Good evening.'), prompt.indexOf('It rains.'))

    await until(stage.db, 'SELECT count(*) = 1 FROM kept_prompts WHERE chat_session_id = $1', [chat.sessionId])
    const { body } = (await chat.client.get(`/api/messages/${message!.id}/prompt`)) as { body: AnswerPrompt }
    assert.notInclude(
      body.parts.map(({ kind }) => kind),
      'request'
    )
    const shown = body.messages.map(({ role, pieces }) => [
      role,
      ...pieces.map((piece) => ('part' in piece ? body.parts[piece.part]!.kind : piece.text)),
    ])
    assert.deepEqual(shown.slice(-2), [
      ['user', 'Good evening.', 'authorsNote'],
      ['assistant', answeredBefore.trimEnd()],
    ])
    // The provider's count would tell the length of the character's hidden texts.
    assert.propertyVal(body.usage!, 'inputTokens', null)
  }).tags(longRun)
})
