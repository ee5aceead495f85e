import { test } from '@japa/runner'
import { last, messagesOf, send, sharedStage, type Chat, type Stage } from '#tests/support/stage'
import type { CharacterSheet } from '#modules/gallery/index'
import { textOf } from '#tests/support/client'
import { mayReadThinking } from '../replies/run/may_read_thinking.ts'

test.group('The thinking of a model', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await sharedStage()
  })

  const own = ({ client, characterId }: Chat) =>
    stage.db.query('UPDATE characters SET created_by = $1 WHERE id = $2', [client.user.id, characterId])

  const think = () => {
    stage.upstream.answer = async (call) => {
      call.event({ reasoning_content: 'She greets ' })
      call.event({ reasoning_content: 'me.' })
      call.delta('Good evening.')
      call.finish()
    }
  }

  test('goes to listeners, and never into the answer, the table or the next prompt', async ({ assert }) => {
    think()
    const chat = await stage.chat()
    await own(chat)
    const events = await (await send(chat, 'Hello.')).ended
    const thoughts = events.map((event) => (event.type === 'aiThinking' ? event.content : '')).join('')
    assert.equal(thoughts, 'She greets me.')
    assert.equal(textOf(events), 'Good evening.')
    assert.equal(last(events).type, 'aiComplete')
    assert.notInclude(JSON.stringify(await messagesOf(chat)), 'She greets')
    const { rows } = await stage.db.query('SELECT text FROM reply_parts UNION ALL SELECT tails::text FROM reply_tails')
    assert.notInclude(JSON.stringify(rows), 'She greets')
    await (
      await send(chat, 'Hello again.')
    ).ended
    assert.notInclude(JSON.stringify(last(stage.upstream.calls).body), 'She greets')
  })

  test('is no part of the answer when only its closing mark shows it, not even of the first', async ({ assert }) => {
    stage.upstream.answer = async (call) => {
      for (const piece of ['She greets ', 'me.\n</thi', 'nk>\n\nGood ', 'evening.']) call.delta(piece)
      call.finish()
    }
    for (const thoughts of ['', 'She greets me.\n']) {
      const chat = await stage.chat()
      await own(chat)
      const events = await (await send(chat, 'Hello.')).ended
      const end = last(events)
      assert.equal(end.type === 'aiComplete' && end.message.content, 'Good evening.')
      // The first time, it was sent as text before the mark came.
      const sent = events.map((event) => (event.type === 'aiThinking' ? event.content : '')).join('')
      if (thoughts !== '') assert.equal(sent, thoughts)
      const saved = (await messagesOf(chat)).map(({ content }) => content)
      assert.include(saved, 'Good evening.')
      assert.notInclude(JSON.stringify(saved), 'She greets')
    }
  })

  test('gets room by itself, so that no reply is used up by it', async ({ assert }) => {
    stage.upstream.answer = async (call) => {
      call.event({ reasoning_content: 'Hmm.' })
      if (call.body.max_tokens < 1_000) return call.finish('length')
      call.delta('Good evening.')
      call.finish()
    }
    const chat = await stage.chat()
    for (let replies = 0; replies < 2; replies++) {
      const end = last(await (await send(chat, 'Hello.')).ended)
      assert.equal(end.type === 'aiComplete' && end.message.content, 'Good evening.')
      assert.isAbove(last(stage.upstream.calls).body.max_tokens, 4_096)
    }
  })

  test('is shown only to users who may read all texts of the character', ({ assert }) => {
    const open = {
      ownerId: 'owner',
      definitionPublic: true,
      lorebookIds: [] as string[],
      depthNote: null,
      systemPrompt: '',
      exampleDialogue: '',
      postHistoryInstructions: '',
    } as unknown as CharacterSheet
    assert.isTrue(mayReadThinking(open, 'reader', [{ name: 'Ben', description: 'Open.' }]))
    for (const userId of ['reader', 'owner'])
      assert.isFalse(mayReadThinking(open, userId, [{ name: 'Ben', description: 'Hush.', isHidden: true }]))
    for (const hidden of [
      { definitionPublic: false },
      { lorebookIds: ['book'] },
      { depthNote: { text: 'Hush.', depth: 4, role: 'system' as const } },
      { systemPrompt: 'Hush.' },
      { exampleDialogue: 'Hush.' },
      { postHistoryInstructions: 'Hush.' },
    ]) {
      assert.isFalse(mayReadThinking({ ...open, ...hidden }, 'reader'))
      assert.isTrue(mayReadThinking({ ...open, ...hidden }, 'owner'))
      // A fork doesn't copy lorebooks.
      assert.equal(mayReadThinking({ ...open, ...hidden, allowForks: true }, 'reader'), !('lorebookIds' in hidden))
    }
  })

  test('is kept from users who may not read the definition that it may quote', async ({ assert }) => {
    think()
    const chat = await stage.chat()
    await stage.db.query('UPDATE characters SET definition_public = false WHERE id = $1', [chat.characterId])
    const events = await (await send(chat, 'Hello.')).ended
    assert.isFalse(events.some(({ type }) => type === 'aiThinking'))
    assert.equal(textOf(events), 'Good evening.')
  })
})
