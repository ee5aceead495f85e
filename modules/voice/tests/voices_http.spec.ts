import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startServer, type RunningServer } from '#tests/support/server'
import { waitUntil } from '#tests/support/wait_until'
import { speakingBy, startVoiceUpstream, type VoiceUpstream } from '#tests/support/voice_upstream'
import { recordingBytesMax } from '#plugins/contract/voice'
import { measureWav, toneMsPerUnit, toneOf } from '#plugins/kits/tone'
import { voiceLimits, type VoiceChoice } from '../api.ts'

let shared: Promise<{ server: RunningServer; upstream: VoiceUpstream }> | null = null

const setUp = async () => {
  shared ??= (async () => {
    const upstream = await startVoiceUpstream()
    return { server: await startServer({ env: speakingBy(upstream) }), upstream }
  })()
  const { server, upstream } = await shared
  Object.assign(upstream, { answer: (call: Parameters<VoiceUpstream['answer']>[0]) => call.speak() })
  upstream.spoken.length = 0
  return { server, upstream, run: asking(server.databaseUrl), client: await new Client(server.url).register() }
}

const addCharacter = async (client: Client, fields: Record<string, unknown> = {}): Promise<string> => {
  const made = await client.post('/api/characters', {
    name: 'Mo',
    description: 'Mends nets.',
    backstory: 'Born at sea.',
    personality: 'Calm.',
    avatar: 'https://pictures.example.test/mo.png',
    isPublic: true,
    ...fields,
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}

/** Sends a text and returns the audio. */
const hear = async ({ url, cookie }: Client, text: string, voice = 'af_bella') => {
  const response = await fetch(`${url}/api/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ text, voice }),
  })
  return { status: response.status, headers: response.headers, audio: new Uint8Array(await response.arrayBuffer()) }
}

const dictate = (client: Client, recording: Uint8Array, type = 'audio/wav') =>
  client.call('/api/transcriptions?language=en-GB', {
    method: 'POST',
    rawBody: Buffer.from(recording),
    headers: { 'content-type': type },
  })

const ada: VoiceChoice = { voice: 'browser:Ada', narrator: 'none' }

test.group('Voices of characters', () => {
  test('are the reader’s, then the owner’s', async ({ assert }) => {
    const { server, client: owner } = await setUp()
    const reader = await new Client(server.url).register()
    const id = await addCharacter(owner)
    const voice = async (client: Client) => (await client.get(`/api/characters/${id}/voice`)).body
    assert.deepEqual(await voice(reader), { owners: null, own: null, isOwner: false })
    assert.equal((await owner.put(`/api/characters/${id}/voice/owners`, { choice: ada })).status, 200)
    const own = { voice: 'server:af_bella', narrator: null }
    assert.equal((await reader.put(`/api/characters/${id}/voice`, { choice: own })).status, 200)
    assert.deepEqual(await voice(reader), { owners: ada, own, isOwner: false })
    assert.deepEqual(await voice(owner), { owners: ada, own: null, isOwner: true })
    assert.equal((await reader.put(`/api/characters/${id}/voice`, { choice: null })).status, 200)
    assert.deepEqual(await voice(reader), { owners: ada, own: null, isOwner: false })
    assert.equal((await reader.put(`/api/characters/${id}/voice/owners`, { choice: null })).status, 403)
    assert.equal((await reader.put(`/api/characters/${randomUUID()}/voice`, { choice: null })).status, 404)
  })

  test('are hidden with a private character, and the owner’s with an adult one', async ({ assert }) => {
    const { server, client: owner } = await setUp()
    const reader = await new Client(server.url).register()
    const hidden = await addCharacter(owner, { isPublic: false })
    assert.equal((await reader.get(`/api/characters/${hidden}/voice`)).status, 404)
    const adult = await addCharacter(owner)
    await owner.put(`/api/characters/${adult}/voice/owners`, { choice: ada })
    await asking(server.databaseUrl)('UPDATE characters SET is_nsfw = true WHERE id = $1', [adult])
    assert.isNull((await reader.get(`/api/characters/${adult}/voice`)).body.owners)
  })

  test('are checked', async ({ assert }) => {
    const { client } = await setUp()
    const id = await addCharacter(client)
    const longest = `browser:${'a'.repeat(voiceLimits.voiceIdMax - 'browser:'.length)}`
    const put = async (choice: unknown) => (await client.put(`/api/characters/${id}/voice`, { choice })).status
    assert.equal(await put({ voice: longest, narrator: longest }), 200)
    for (const choice of [
      { voice: `${longest}a`, narrator: null },
      { voice: 'Ada', narrator: null },
      { voice: 'browser:', narrator: null },
      { voice: 'browser:\0', narrator: null },
      { voice: 'none', narrator: null },
      { voice: null },
      'browser:Ada',
      [],
    ])
      assert.equal(await put(choice), 422, JSON.stringify(choice))
  })

  test('are in the export, and go with the account', async ({ assert }) => {
    const { client, run, server } = await setUp()
    const id = await addCharacter(client)
    await client.put(`/api/characters/${id}/voice`, { choice: ada })
    await client.put(`/api/characters/${id}/voice/owners`, { choice: ada })
    assert.equal((await hear(client, 'Good night.')).status, 200)
    const file = join(server.dataDir, 'speech', 'speech', client.user.id)
    assert.lengthOf(readdirSync(file), 1)
    const exported = JSON.parse((await client.get('/api/user/export')).text)
    assert.containsSubset(exported, {
      voices: [{ characterId: id, ...ada }],
      characterVoices: [{ characterId: id, ...ada }],
    })
    await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.deepEqual(await run('SELECT FROM reader_voices WHERE user_id = $1', [client.user.id]), [])
    assert.deepEqual(await run('SELECT FROM character_voices WHERE owner_id = $1', [client.user.id]), [])
    await server.control!.advance(60_000)
    const left = () => run('SELECT FROM kept_speech WHERE user_id = $1', [client.user.id])
    await waitUntil('the audio is removed', async () => (await left()).length === 0)
    assert.isTrue(!existsSync(file) || readdirSync(file).length === 0)
  })
})

test.group('Speech over HTTP', () => {
  test('offers the voices of the server', async ({ assert }) => {
    const { client } = await setUp()
    assert.deepEqual((await client.get('/api/voices')).body, {
      provider: 'a voice service',
      voices: [
        { id: 'af_bella', name: 'Bella', language: 'en-US' },
        { id: 'bm_george', name: 'George', language: 'en-GB' },
      ],
      price: 0,
      writesDown: true,
    })
  })

  test('is as long as its text, and begins and ends in little silence', async ({ assert }) => {
    const { client, upstream } = await setUp()
    const text = 'The tide turns below the window.'
    const { status, headers, audio } = await hear(client, ` ${text} `)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'audio/wav')
    assert.include(headers.get('cache-control')!, 'no-store')
    const { ms, silentBeforeMs, silentAfterMs } = measureWav(audio)
    assert.isAbove(ms, (text.length * toneMsPerUnit) / 3)
    assert.isBelow(ms, text.length * toneMsPerUnit * 3)
    assert.isBelow(silentBeforeMs, 500)
    assert.isBelow(silentAfterMs, 1_000)
    assert.deepEqual(upstream.spoken, [{ text, voice: 'af_bella' }])
    assert.isTrue(Buffer.from((await hear(client, text)).audio).equals(audio))
    assert.lengthOf(upstream.spoken, 1)
  })

  test('is kept for each user apart', async ({ assert }) => {
    const { client, server, upstream } = await setUp()
    const other = await new Client(server.url).register()
    for (const listener of [client, other]) assert.equal((await hear(listener, 'A secret.')).status, 200)
    assert.lengthOf(upstream.spoken, 2)
  })

  test('is refused in the API’s way', async ({ assert }) => {
    const { client, upstream } = await setUp()
    const status = async (body: unknown) => (await client.post('/api/speech', body)).status
    assert.equal((await hear(client, 'a'.repeat(voiceLimits.textMax))).status, 200)
    for (const body of [
      {},
      { text: ' ', voice: 'af_bella' },
      { text: 'a'.repeat(voiceLimits.textMax + 1), voice: 'af_bella' },
      { text: 'Hello.', voice: 'unknown' },
      { text: 'Hello.' },
      { text: 3, voice: 'af_bella' },
    ])
      assert.equal(await status(body), 422, JSON.stringify(body).slice(0, 60))
    upstream.answer = (call) => call.fail(500)
    assert.equal(await status({ text: 'It fails.', voice: 'af_bella' }), 503)
    upstream.answer = (call) => call.fail(400)
    assert.equal(await status({ text: 'It is refused.', voice: 'af_bella' }), 422)
  })

  test('ends at the upstream when the listener leaves', async () => {
    const { client, upstream, server } = await setUp()
    const asked = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    upstream.answer = (call) => {
      asked.resolve()
      void call.closed.then(closed.resolve)
    }
    const body = JSON.stringify({ text: 'I leave.', voice: 'af_bella' })
    const headers = { 'content-type': 'application/json', cookie: client.cookie }
    const request = http.request(`${server.url}/api/speech`, { method: 'POST', agent: false, headers })
    request.on('error', () => {}).end(body)
    await asked.promise
    request.destroy()
    await closed.promise
  })
})

test.group('Dictation', () => {
  test('returns the text of a recording, and stores nothing', async ({ assert }) => {
    const { client, upstream, server } = await setUp()
    upstream.transcript = ' Good evening. '
    const recording = toneOf('Good evening.')
    const { status, body } = await dictate(client, recording)
    assert.deepEqual([status, body], [200, { text: 'Good evening.' }])
    assert.isTrue(upstream.recordings.at(-1)!.includes(Buffer.from(recording)))
    const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    // The server may remove a temporary file meanwhile.
    const found = files.filter(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return existsSync(path) && readFileSync(path).includes(Buffer.from(recording))
    })
    assert.deepEqual(found, [])
  })

  test('takes two minutes, and refuses a longer recording', async ({ assert }) => {
    const { client, upstream } = await setUp()
    const lasting = (seconds: number) => toneOf('a'.repeat((seconds * 1_000 - 100) / toneMsPerUnit))
    assert.equal((await dictate(client, lasting(120))).status, 200)
    const before = upstream.recordings.length
    const { status, body } = await dictate(client, lasting(130))
    assert.deepEqual([status, body.errors[0].rule], [422, 'duration'])
    assert.lengthOf(upstream.recordings, before)
  })

  test('takes the largest recording, and refuses a larger one and what is no audio', async ({ assert }) => {
    const { client } = await setUp()
    const largest = Buffer.alloc(recordingBytesMax)
    largest.set(toneOf('Good evening.'))
    assert.equal((await dictate(client, largest)).status, 200)
    assert.equal((await dictate(client, Buffer.concat([largest, Buffer.alloc(1)]))).status, 413)
    assert.equal((await dictate(client, Buffer.from('<html>'))).status, 422)
    assert.equal((await dictate(client, Buffer.from('ID3 and so on'), 'audio/mpeg')).status, 422)
    assert.equal((await dictate(client, Buffer.alloc(0))).status, 422)
    assert.equal((await dictate(client, toneOf('A text'), 'text/plain')).status, 415)
    assert.equal((await client.post('/api/transcriptions?language=%22', {})).status, 422)
  })
})
