import app from '@adonisjs/core/services/app'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'
import { AdjustableTimers } from '#plugins/contract/adjustable_timers'
import { Client } from '#tests/support/client'
import { startServer } from '#tests/support/server'
import { startImageUpstream } from '#tests/support/image_upstream'
import { sharedStage, startStage, type Stage } from '#tests/support/stage'
import { AskModeration } from '../replies/help/ask_moderation.ts'
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
    const settings = { lines: [], countryHeader: null, key: 'a key of the tests', moderation: null }
    const process = () => {
      const bus = {
        hasPeers: true,
        subscribe: (_topic: unknown, _key: string, listener: (message: never) => void) => listeners.push(listener),
        publish: async (_topic: unknown, _key: string, message: never) => {
          heard.push(message)
          for (const listener of listeners) listener(message)
        },
      }
      return new Help(timers, bus as never, settings, null as never)
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

test.group('A moderation provider', () => {
  test('also finds messages that need help, if the operator and the privacy page name it', async ({
    assert,
    cleanup,
  }) => {
    const upstream = await startImageUpstream()
    cleanup(() => upstream.close())
    const flagged = 'I have had enough of it all.'
    upstream.answer = (call) =>
      call.json({
        results: call.body.input.map((text: string) => ({
          flagged: true,
          categories: { 'self-harm/intent': text === flagged },
        })),
      })
    const stage = await startStage({
      env: {
        MODERATION: 'local, openai-compatible',
        MODERATION_BASE_URL: `${upstream.origin}/v1`,
        HELP_MODERATION: 'Acme Safety',
      },
    })
    cleanup(() => stage.close())
    await stage.db.query(
      `INSERT INTO site_pages (name, version, text) VALUES ('privacy', 1, 'Acme safety reads messages.')`
    )
    const chat = await stage.chat()
    const offers = async (content: string) => {
      const events = await chat.client.say(chat.characterId, { content, sessionId: chat.sessionId, model: 'basic' })
      return events.some((event) => event.type === 'userMessage' && event.offersHelp === true)
    }
    assert.isFalse(await offers('Good evening.'))
    assert.isTrue(await offers(flagged))
    assert.include(lastPrompt(stage), careMark)
    assert.notMatch(stage.server.log(), /enough of it all/)
  })

  const setUp = (moderation: string | null, pages: (string | null)[]) => {
    const timers = new AdjustableTimers()
    const asked: AbortSignal[] = []
    const warned: object[] = []
    const judge = {
      answer: async (): Promise<string[]> => ['self-harm/intent'],
      categoriesOf(_text: string, signal: AbortSignal) {
        asked.push(signal)
        return this.answer()
      },
    }
    const sitePages = { find: async () => ({ text: pages.length > 1 ? pages.shift() : pages[0] }) }
    const settings = { lines: [], countryHeader: null, key: '', moderation }
    const logger = { warn: (fields: object) => warned.push(fields) }
    const ask = new AskModeration(settings, judge as never, sitePages as never, timers, logger as never)
    return { ask, asked, judge, timers, warned }
  }

  test('gets no message while it is off, or the privacy page doesn’t name it', async ({ assert }) => {
    const off = setUp(null, ['Acme'])
    assert.isFalse(await off.ask.finds('a'))
    const { ask, asked, timers } = setUp('Acme', ['We send nothing.', 'ACME reads it.'])
    assert.isFalse(await ask.finds('a'))
    assert.lengthOf([...off.asked, ...asked], 0)
    await timers.advance(60_001)
    assert.isTrue(await ask.finds('a'))
    assert.lengthOf(asked, 1)
  })

  test('delays a reply by 1.5 seconds at most, and its failure is no finding', async ({ assert }) => {
    const { ask, asked, judge, timers, warned } = setUp('Acme', ['Acme'])
    judge.answer = () => new Promise((_, reject) => asked[0]!.addEventListener('abort', () => reject(asked[0]!.reason)))
    const found = ask.finds('a secret')
    await turn()
    await timers.advance(1_500)
    assert.isFalse(await found)
    assert.lengthOf(warned, 1)
    assert.notInclude(JSON.stringify(warned), 'secret')
  })
})
