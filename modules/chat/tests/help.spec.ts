import app from '@adonisjs/core/services/app'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { Client } from '#tests/support/client'
import { startServer } from '#tests/support/server'
import { sharedStage, type Stage } from '#tests/support/stage'
import { Help } from '../replies/help/help.ts'

const said = 'I want to die.'

const setUp = async () => {
  const stage = await sharedStage()
  const client = await stage.visitor(100)
  const characterId = stage.characterIds[0]!
  const { body } = await client.get(`/api/chats/${characterId}?new=true`)
  const sessionId: string = body.session.id
  const say = (content: string) => client.say(characterId, { content, sessionId, model: 'basic' })
  return { stage, client, characterId, sessionId, say }
}

/** The whole text of the last prompt. */
const lastPrompt = ({ upstream }: Stage) => JSON.stringify(upstream.calls.at(-1)!.body.messages)
const careMark = '<<Care>>'

test.group('A message of self-harm', () => {
  test('is answered like any other, offers help, and tells the model to respond with care', async ({ assert }) => {
    const { stage, client, characterId, say } = await setUp()
    const events = await say(said)
    assert.deepInclude(
      events.find(({ type }) => type === 'userMessage'),
      { offersHelp: true }
    )
    const answer = events.at(-1) as { type: string; message: { id: string } }
    assert.equal(answer.type, 'aiComplete')
    assert.include(lastPrompt(stage), careMark)

    await (
      await client.stream(`/api/chats/${characterId}/reroll`, {
        method: 'POST',
        body: { messageId: answer.message.id, model: 'basic' },
      })
    ).ended
    assert.include(lastPrompt(stage), careMark)
  })

  test('leaves no trace but the prompt of its reply', async ({ assert }) => {
    const { stage, client, sessionId, characterId, say } = await setUp()
    await say(said)
    const events = await say('Thank you. And how are you?')
    assert.notProperty(
      events.find(({ type }) => type === 'userMessage')!,
      'offersHelp'
    )
    assert.notInclude(lastPrompt(stage), careMark)
    const { body, text } = await client.get(`/api/chats/${characterId}?session=${sessionId}`)
    assert.notInclude(text, 'offersHelp')
    const [, asked] = body.messages
    assert.sameMembers(Object.keys(asked), [
      'id',
      'content',
      'isUser',
      'createdAt',
      'chatSessionId',
      'rubyCost',
      'state',
    ])
    const { text: exported } = await client.get('/api/user/export')
    assert.notMatch(exported, /<<Care>>|offersHelp|self-harm/)
    assert.notMatch(stage.server.log(), /I want to die|self-harm|offersHelp/)
  })

  test('is not offered help for a quote', async ({ assert }) => {
    const { stage, say } = await setUp()
    const events = await say('She said: "I want to die."')
    assert.notProperty(
      events.find(({ type }) => type === 'userMessage')!,
      'offersHelp'
    )
    assert.notInclude(lastPrompt(stage), careMark)
  })
})

test.group('Help', () => {
  test('is counted at most once a person and UTC day', async ({ assert }) => {
    const timers = new AdjustableTimers()
    const help = new Help(timers)
    for (const person of ['one', 'one', 'other']) help.count(person)
    assert.equal(help.offers, 2)
    await timers.advance(86_400_000)
    help.count('one')
    assert.equal(help.offers, 3)
    assert.instanceOf(await app.container.make(Help), Help)
  })

  test('names the lines of the file that the operator gives, and ours without one', async ({ assert, cleanup }) => {
    const { stage } = await setUp()
    const { status, body: ours } = await new Client(stage.server.url).get('/api/help-lines')
    assert.equal(status, 200)
    assert.isAbove(new Set(ours.map(({ country }: { country: string }) => country)).size, 12)
    assert.deepInclude(ours, { country: null, name: 'Find A Helpline', phone: null, url: 'https://findahelpline.com' })

    const folder = mkdtempSync(join(tmpdir(), 'help-'))
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'lines.json')
    const line = { country: 'NL', name: '113', phone: '113', url: 'https://www.113.nl' }
    writeFileSync(file, JSON.stringify([{ ...line, source: 'https://www.113.nl', more: 1 }]))
    const server = await startServer({ env: { HELP_LINES_FILE: file } })
    assert.deepEqual((await new Client(server.url).get('/api/help-lines')).body, [line])
    await server.stop()
  })

  test('does not start with an unusable file of lines', async ({ assert, cleanup }) => {
    const folder = mkdtempSync(join(tmpdir(), 'help-'))
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'lines.json')
    writeFileSync(file, '[{"country":"nl","name":"113","phone":"113","url":"javascript:alert(1)"}]')
    for (const HELP_LINES_FILE of [file, join(folder, 'missing.json')])
      await assert.rejects(() => startServer({ env: { HELP_LINES_FILE } }), /HELP_LINES_FILE can't be used/)
  })
})
