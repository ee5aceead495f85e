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
  test('is counted at most once a person and UTC day in all processes, which hear no names', async ({ assert }) => {
    const timers = new AdjustableTimers()
    const listeners: ((message: never) => void)[] = []
    const heard: object[] = []
    const settings = { lines: [], countryHeader: null, key: 'a key of the tests' }
    const process = () => {
      const bus = {
        hasPeers: true,
        subscribe: (_topic: unknown, _key: string, listener: (message: never) => void) => listeners.push(listener),
        publish: async (_topic: unknown, _key: string, message: never) => {
          heard.push(message)
          for (const listener of listeners) listener(message)
        },
      }
      return new Help(timers, bus as never, settings)
    }
    const [first, second] = [process(), process()]
    for (const person of ['one', 'one', 'other']) first.count(person)
    for (const person of ['one', 'third']) second.count(person)
    assert.deepEqual([first.offers, second.offers], [2, 1])
    await timers.advance(86_400_000)
    second.count('one')
    first.count('one')
    assert.deepEqual([first.offers, second.offers], [2, 2])
    assert.notMatch(JSON.stringify(heard), /one|other|third/)
    assert.lengthOf(new Set(heard.map((message) => (message as { person: string }).person)), 4)
    assert.instanceOf(await app.container.make(Help), Help)
  })

  test('names the reader’s country, if a trusted proxy does', async ({ assert, cleanup }) => {
    const server = await startServer({ env: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' } })
    cleanup(() => server.stop().then(() => {}))
    const countryFor = async (value?: string) => {
      const headers: Record<string, string> = value === undefined ? {} : { 'cf-ipcountry': value }
      return (await new Client(server.url).call('/api/help-lines', { headers })).body.country
    }
    assert.deepEqual(
      [await countryFor('de'), await countryFor('XX'), await countryFor('T1'), await countryFor()],
      ['DE', null, null, null]
    )
    const { stage } = await setUp()
    const headers = { 'cf-ipcountry': 'DE' }
    const answer = await new Client(stage.server.url).call('/api/help-lines', { headers })
    assert.isNull(answer.body.country)
  })

  test('names the lines of the file that the operator gives, and ours without one', async ({ assert, cleanup }) => {
    const { stage } = await setUp()
    const {
      status,
      body: { lines: ours },
    } = await new Client(stage.server.url).get('/api/help-lines')
    assert.equal(status, 200)
    assert.isAbove(new Set(ours.map(({ country }: { country: string }) => country)).size, 12)
    assert.deepInclude(ours, { country: null, name: 'Find A Helpline', phone: null, url: 'https://findahelpline.com' })

    const folder = mkdtempSync(join(tmpdir(), 'help-'))
    cleanup(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'lines.json')
    const line = { country: 'NL', name: '113', phone: '113', url: 'https://www.113.nl' }
    writeFileSync(file, JSON.stringify([{ ...line, source: 'https://www.113.nl', more: 1 }]))
    const server = await startServer({ env: { HELP_LINES_FILE: file } })
    assert.deepEqual((await new Client(server.url).get('/api/help-lines')).body, { country: null, lines: [line] })
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
