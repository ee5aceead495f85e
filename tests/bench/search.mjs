/**
 * Measures the search of messages, and the list of chats, of a user with many of them in a large database. README.md explains the figures. Run
 * it with Node 24 after a build.
 */
import http from 'node:http'
import pg from 'pg'

import { analyze } from './lib/database.mjs'
import { startFacet } from './lib/facet.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { percentile } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('search', {
  messages: {
    type: 'string',
    default: '2000000',
    value: 'N',
    help: 'how many there are (2,000,000), of N / 1,000 users',
  },
})
const messages = Number(options.messages)
const runDeadlineMs = 4 * 60 * 60_000
const plan = options.quick ? { warmUp: 5, requests: 40 } : { warmUp: 20, requests: 300 }
const limitMs = 30
const [ownMessages, ownChats, messagesPerUser] = [50_000, 5_000, 1_000]
const batch = 5_000

/** The words of the messages, by how often they occur: from each fourth sentence to once in a hundred thousand. */
const words = Array.from({ length: 20_000 }, (_, n) => wordOf(n))
const [common, rare] = ['lighthouse', 'wzyqx']

/** The same every time. */
let seed = 1
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const { facetUrl: databaseUrl } = databases
  const models = { basic: 'none', standard: 'none' }
  const modelUrl = 'http://127.0.0.1:9/v1'
  const facet = await startFacet(processes, { databaseUrl, dataDir, modelUrl, models, people: 1 })
  // It would fill in the index message by message.
  await facet.stop()
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  undo(() => db.end())
  console.log(`writing ${messages.toLocaleString('en')} messages`)
  const own = await fill(db, facet.characterIds)
  console.log('filling in the index')
  await fillIndex(db)
  await analyze(databaseUrl)
  await facet.start()

  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  undo(() => agent.destroy())
  const get = (path) => ask(agent, facet.url + path, facet.cookies[0])
  const search = (q, more = '') => `/api/chats/search?q=${encodeURIComponent(q)}${more}`
  const scenes = {
    'a common word': search(common),
    'a rare word': search(rare),
    'a word that none has': search('qqqzzzxxx'),
    'a phrase': search('"the tide keeps"'),
    'three words': search(`${words[40]} ${words[300]} ${common}`),
    'two letters': search('zq'),
    'a word of old messages only': search('yesteryear'),
    'a common word in a chat': search(common, `&sessionId=${own.sessionId}`),
    'a rare word of a character': search(words[5_000], `&characterId=${facet.characterIds[1]}`),
    'a common word of a year': search(common, '&from=2025-01-01&to=2025-12-31'),
    'the list of chats, 50': '/api/chats?limit=50',
    'the archive': '/api/chats?archived=true&limit=50',
  }
  const rounds = []
  for (const [name, path] of Object.entries(scenes)) {
    const times = []
    let found = 0
    for (let count = -plan.warmUp; count < plan.requests; count++) {
      const begun = performance.now()
      const body = await get(path)
      if (count >= 0) times.push(performance.now() - begun)
      const { hits = body, isComplete = true } = body
      if (!isComplete) throw new Error('The index is not complete.')
      found = hits.length
    }
    times.sort((one, other) => one - other)
    rounds.push({ name, found, p50: percentile(times, 50), p95: percentile(times, 95), p99: percentile(times, 99) })
  }
  return report(databases, rounds, await sizesOf(db))
}

/** Returns a pronounceable word. */
function wordOf(n) {
  const [consonants, vowels] = ['bdfghklmnprstvz', 'aeiou']
  let word = ''
  for (let rest = n + 40; rest > 0; rest = Math.floor(rest / 75))
    word += consonants[rest % 15] + vowels[Math.floor(rest / 15) % 5]
  return word
}

function textOf(n) {
  const said = Array.from({ length: 45 }, () => words[Math.floor(words.length * random() ** 4)])
  if (n % 4 === 0) said.push(common)
  if (n % 10_000 === 0) said.push(rare)
  if (n % 300 === 0) said.push('the tide keeps the time')
  return said.join(' ')
}

/** Writes the messages. Users write in turn, so that the rows of each are spread over the tables, as in production. */
async function fill(db, characterIds) {
  const { rows } = await db.query(`SELECT id FROM users WHERE email = 'bench-0@example.test'`)
  const [{ id: userId }] = rows
  const chatsOf = async (user, count) => {
    const { rows } = await db.query(
      `INSERT INTO chat_sessions (user_id, id, character_id, next_position, messages_written, last_message_at)
       SELECT $1, uuidv7(), ($2::uuid[])[1 + n % cardinality($2::uuid[])], 1000000, 1, now() - n * INTERVAL '1 hour'
       FROM generate_series(0, $3::int - 1) n RETURNING id`,
      [user, characterIds, count]
    )
    return rows.map(({ id }) => ({ userId: user, id, position: 0 }))
  }
  const own = await chatsOf(userId, ownChats)
  const others = []
  for (let n = 0; n < Math.ceil(messages / messagesPerUser); n++) {
    const { rows } = await db.query('SELECT uuidv7() AS id')
    others.push(...(await chatsOf(rows[0].id, 10)))
  }
  const total = Math.max(messages, 2 * ownMessages)
  const ownEvery = Math.floor(total / ownMessages)
  let ownCount = 0
  for (let from = 0; from < total; from += batch) {
    const made = { user: [], chat: [], position: [], text: [], age: [] }
    for (let n = from; n < Math.min(total, from + batch); n++) {
      const isOwn = n % ownEvery === 0 && ownCount < ownMessages
      // A tenth of the user's messages are in one chat.
      const chat = isOwn
        ? own[ownCount % 10 === 0 ? 0 : ownCount % own.length]
        : others[Math.floor(random() * others.length)]
      const isOld = isOwn && ownCount < ownMessages / 3 && ownCount % 3 === 0
      if (isOwn) ownCount++
      made.user.push(chat.userId)
      made.chat.push(chat.id)
      made.position.push(++chat.position)
      made.text.push(isOld ? `${textOf(n)} yesteryear` : textOf(n))
      made.age.push(total - n)
    }
    await db.query(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, created_at)
       SELECT user_id, uuidv7(), chat, position, CASE WHEN position % 2 = 1 THEN user_id END, content, now() - age * INTERVAL '20 seconds'
       FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::int[]) AS made (user_id, chat, position, content, age)`,
      [made.user, made.chat, made.position, made.text, made.age]
    )
  }
  return { userId, sessionId: own[0].id }
}

/** Fills in the tables of the search, then builds the large indexes at once, which is much faster. */
async function fillIndex(db) {
  const { rows: indexes } = await db.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'chat_search_texts' AND indexdef LIKE '%USING gin%'`
  )
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`)
  await db.query('SELECT chat_search_fill_range(user_id, id, 0, 2147483647) FROM chat_sessions')
  await db.query(
    `INSERT INTO chat_search_marks (user_id, chat_session_id, next_position, is_open, position, before_position)
     SELECT user_id, id, next_position, false, next_position, 0 FROM chat_sessions`
  )
  await db.query(`SET maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) await db.query(definition)
}

async function sizesOf(db) {
  const { rows } = await db.query(
    `SELECT relname AS name, pg_relation_size(oid) / 1e6 AS mb FROM pg_class
     WHERE relname IN ('chat_messages', 'chat_search_texts') OR relname LIKE 'chat_search_texts\\_%' ORDER BY 2 DESC`
  )
  return rows
}

function ask(agent, address, cookie) {
  return new Promise((fulfil, reject) => {
    const request = http.get(address, { agent, headers: { cookie } }, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) fulfil(JSON.parse(Buffer.concat(pieces).toString()))
        else reject(new Error(`${address} answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
  })
}

function report({ version, durable }, rounds, sizes) {
  const ms = (value) => figure(value, 'ms')
  const isMissed = ({ p95 }) => p95 > limitMs
  const target = `p95 ${figure(limitMs, 'ms')}`
  console.log(
    `\n${table([
      ['search', 'hits', 'p50', 'p95', 'p99', 'target', 'verdict'],
      ...rounds.map((round) => [
        round.name,
        String(round.found),
        ...[round.p50, round.p95, round.p99].map(ms),
        target,
        isMissed(round) ? 'missed' : 'reached',
      ]),
    ])}\n`
  )
  console.log(sizes.map(({ name, mb }) => `${name}: ${figure(Number(mb), 'MB')}`).join(', '))
  const machine = machineWith(nodeVersion, `PostgreSQL ${version}`)
  console.log(
    `${machine}; ${messages.toLocaleString('en')} messages, ${ownMessages.toLocaleString('en')} of them and ${ownChats.toLocaleString('en')} chats of the user, ${plan.requests} requests each, one at a time.`
  )
  const summary = rounds.map(({ name, p95 }) => ({ name, measured: ms(p95), target }))
  return finish(
    options,
    { machine, postgres: { version, durable }, messages, rounds, sizes, summary },
    rounds.some(isMissed)
  )
}
