/**
 * Writes the rows of a database that this version filled by its own calls. `upgrade.spec.ts` loads them under the next version.
 *
 *     node --import=@poppinss/ts-exec tests/upgrade/record.ts tests/upgrade/VERSION.json.gz
 *
 * Run it with Node 24, after a build, and with DATABASE_URL naming a PostgreSQL superuser.
 */
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { sendCards } from '#modules/cards/tests/support/cards_form'
import { Client } from '#tests/support/client'
import { dropDatabases } from '#tests/support/databases'
import { speak, speakOn } from '#tests/support/model_upstream'
import { stopServers } from '#tests/support/server'
import { messagesOf, send, settled, startStage, stop, type Chat, type Stage } from '#tests/support/stage'

export interface Recording {
  /** The names in `adonis_schema`, in the order in which the migrations ran. */
  migrations: string[]
  /** The rows by table, as `row_to_json` returns them. */
  tables: Record<string, unknown[]>
}

const expectStatus = async (answer: Promise<{ status: number; text: string; body: any }>, status: number) => {
  const { status: actual, text, body } = await answer
  if (actual !== status) throw new Error(`Expected ${status}, got ${actual}: ${text}`)
  return body
}

const recordRows = async (db: pg.Client): Promise<Recording> => {
  const { rows: tables } = await db.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`
  )
  const recording: Recording = { migrations: [], tables: {} }
  for (const { relname } of tables) {
    const { rows } = await db.query(`SELECT row_to_json(t) AS row FROM ${relname} t`)
    if (rows.length > 0) recording.tables[relname] = rows.map(({ row }) => row)
  }
  const { rows } = await db.query('SELECT name FROM adonis_schema ORDER BY id')
  recording.migrations = rows.map(({ name }) => name)
  return recording
}

/** Creates data of four users. Robin chats, buys, likes and comments. Kim owns characters and imports. Sam is disabled. */
const fill = async (stage: Stage) => {
  const open = (firstName: string) =>
    new Client(stage.server.url).register({ firstName, email: `${firstName.toLowerCase()}@example.test` })
  const [robin, kim, sam] = [await open('Robin'), await open('Kim'), await open('Sam')]
  await stage.makeAdmin(kim)
  await expectStatus(robin.put('/api/user/settings', { persona: 'Keeps bees.', characterName: 'Rob' }), 200)
  await expectStatus(robin.put('/api/user/username', { username: 'robin_of_old' }), 200)

  const own = {
    name: 'Mo',
    description: 'Mends nets.',
    backstory: 'Was born at sea.',
    personality: 'Calm.',
    firstMessage: 'Mind the ropes.',
    tags: ['sea'],
    avatar: 'https://pictures.example.test/mo.png',
  }
  const character = await expectStatus(kim.post('/api/characters', { ...own, isPublic: true }), 201)
  await expectStatus(
    kim.post('/api/admin/import-characters', [
      { name: 'Ann', backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.' },
    ]),
    200
  )
  await expectStatus(kim.post('/api/admin/import-new-characters', { set: 'fifty' }), 200)

  const chatWith = async (characterId: string): Promise<Chat> => {
    const { body } = await robin.get(`/api/chats/${characterId}?new=true`)
    return { client: robin, characterId, sessionId: body.session.id, kind: 'reply', messageId: null }
  }
  const chat = await chatWith(character.id)
  stage.upstream.answer = speak(['The tide ', 'is out.'])
  await (
    await send(chat, 'Good evening.')
  ).ended
  const answer = (await messagesOf(chat)).findLast(({ isUser }) => !isUser)!
  stage.upstream.answer = speak(['The tide ', 'is in.'])
  await (
    await robin.stream(`/api/chats/${chat.characterId}/reroll`, {
      method: 'POST',
      body: { messageId: answer.id, model: 'basic' },
    })
  ).ended
  await (
    await send(chat, 'And tomorrow?', { model: 'standard' })
  ).ended

  stage.upstream.answer = ({ response }) => void response.writeHead(500).end()
  await (
    await send(chat, 'This one fails.')
  ).ended
  stage.upstream.answer = speakOn('on and ', 20)
  const other = await chatWith(stage.characterIds[0]!)
  const stream = await send(other, 'Stop soon.')
  await stream.waitFor(({ type }) => type === 'aiChunk')
  await stop(other)
  await stream.ended
  await settled(stage.db)

  await expectStatus(robin.post(`/api/characters/${character.id}/comments`, { content: 'Well said.' }), 201)
  await expectStatus(robin.post(`/api/characters/${character.id}/like`), 200)
  await expectStatus(robin.post('/api/daily-reward/claim'), 200)
  const order = await expectStatus(robin.post('/api/rubies/stripe-checkout', { rubyAmount: 100, price: 2 }), 200)
  await fetch(order.checkoutUrl, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }), redirect: 'manual' })
  await expectStatus(kim.put(`/api/admin/users/${sam.user.id}/disabled`, { disabled: true }), 200)
  await fillPrivateTables(stage, await open('Lee'))
}

const encode = async (form: FormData) => {
  const encoded = new Response(form)
  return {
    rawBody: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  }
}

/** Lee has a persona, a lorebook, a card, an imported chat, a group, a branch, a draft, a summary, and a reply that is being written. */
const fillPrivateTables = async (stage: Stage, lee: Client) => {
  const book = await expectStatus(lee.post('/api/lorebooks', { name: 'Sea', alwaysOn: true }), 201)
  await expectStatus(
    lee.post(`/api/lorebooks/${book.id}/entries`, { keys: ['tide'], content: 'The tide is high.' }),
    201
  )
  const persona = await expectStatus(
    lee.post('/api/personas', { name: 'Captain', background: 'Sails.', lorebookIds: [book.id] }),
    201
  )
  const card = {
    name: 'Ida',
    description: 'Keeps the light.',
    first_mes: 'Who is there?',
    mes_example: '',
    personality: '',
    scenario: '',
  }
  await expectStatus(
    sendCards(lee, { 'ida.json': JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data: card }) }),
    200
  )

  const [characterId, ...others] = stage.characterIds as [string, ...string[]]
  const { body } = await lee.get(`/api/chats/${characterId}?new=true`)
  const chat: Chat = { client: lee, characterId, sessionId: body.session.id, kind: 'reply', messageId: null }
  await expectStatus(
    lee.put(`/api/chats/${chat.sessionId}/settings`, { personaId: persona.id, note: { text: 'It rains.', depth: 1 } }),
    200
  )
  stage.upstream.answer = speak(['Aye, ', 'captain.'])
  await (
    await send(chat, 'Is the tide in?')
  ).ended
  await expectStatus(lee.put(`/api/chats/${chat.sessionId}/summary`, { text: 'They met at the tide.' }), 200)
  await expectStatus(lee.put(`/api/chats/${chat.sessionId}/pins`, { pins: [{ text: 'It rains.', depth: 2 }] }), 200)
  await expectStatus(lee.put(`/api/chats/${chat.sessionId}/title`, { title: 'At sea' }), 200)
  const answer = (await messagesOf(chat)).findLast(({ isUser }) => !isUser)!
  await expectStatus(lee.put(`/api/messages/${answer.id}`, { content: 'Aye, captain, it is.' }), 200)
  await expectStatus(lee.post(`/api/chats/${chat.sessionId}/branches`, { messageId: answer.id }), 201)
  await (
    await lee.stream(`/api/chats/${characterId}/impersonate`, {
      method: 'POST',
      body: { sessionId: chat.sessionId, model: 'basic' },
    })
  ).ended

  const group = await expectStatus(
    lee.post('/api/group-chats', { characterIds: others.slice(0, 3), title: 'Crew' }),
    201
  )
  await (
    await lee.stream(`/api/group-chats/${group.session.id}/stream`, {
      method: 'POST',
      body: { content: 'All hands!', model: 'basic' },
    })
  ).ended
  const lines = [
    { user_name: 'Lee', character_name: 'Someone', create_date: '2025-1-1 @01h 01m 01s 001ms', chat_metadata: {} },
    { name: 'Lee', is_user: true, mes: 'Do you remember?', send_date: '2025-01-01T01:01:01.000Z' },
    { name: 'Someone', is_user: false, mes: 'I do.', send_date: '2025-01-01T01:02:01.000Z' },
  ]
  const form = new FormData()
  form.append('characterId', characterId)
  form.append('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), 'chat.jsonl')
  await expectStatus(lee.call('/api/chats/import', { method: 'POST', ...(await encode(form)) }), 201)
  await settled(stage.db)

  stage.upstream.answer = speakOn('on and ', 20)
  await (await send(chat, 'Tell me more.')).waitFor(({ type }) => type === 'aiChunk')
}

if (process.argv[1] === import.meta.filename) {
  const [file] = process.argv.slice(2)
  const stage = await startStage()
  try {
    await fill(stage)
    const recording = await recordRows(stage.db)
    writeFileSync(file!, gzipSync(JSON.stringify(recording), { level: 9 }))
    for (const [table, rows] of Object.entries(recording.tables)) console.log(table, rows.length)
  } finally {
    await stage.close()
    await stopServers()
    await dropDatabases()
  }
}
