/**
 * The floor: the minimum that any server must do for a reply with Facet's guarantees. `POST /chat {chatId, text, model}` saves the user's
 * message, calls the model, parses its stream and forwards each delta as a `data:` event. It saves the text every second, and finishes the
 * reply of a disconnected client. It has no users, prompts or rubies.
 *
 * FLOOR_DATABASE_URL is its database, and FLOOR_MODEL_URL is the model's address.
 */
import http from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import pg from 'pg'
import { DataLines, deltaText } from './sse.mjs'
import { serveUntilParentLeaves } from './child.mjs'

const modelUrl = process.env.FLOOR_MODEL_URL
const checkpointMs = 1000
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 1024 })
const store = await openStore(process.env.FLOOR_DATABASE_URL)

async function openStore(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 0 })
  await pool.query(`CREATE TABLE IF NOT EXISTS floor_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chat_id bigint NOT NULL,
    role text NOT NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`)
  const add = 'INSERT INTO floor_messages (chat_id, role, content) VALUES ($1, $2, $3) RETURNING id'
  const change = 'UPDATE floor_messages SET content = $2 WHERE id = $1'
  return {
    add: async (...values) => (await pool.query({ name: 'add', text: add, values })).rows[0].id,
    change: (...values) => pool.query({ name: 'change', text: change, values }),
  }
}

/** Saves one reply: a row at the start, its text every second, and the whole text at the end. */
async function keepSaving(chatId, textSoFar) {
  const id = await store.add(chatId, 'assistant', '')
  let writing = null
  const write = () => (writing ??= store.change(id, textSoFar()).finally(() => (writing = null)))
  const timer = setInterval(() => {
    if (textSoFar() !== '') write().catch(() => {})
  }, checkpointMs)
  return {
    giveUp: () => clearInterval(timer),
    async finish() {
      clearInterval(timer)
      await writing
      await write()
      return id
    },
  }
}

/** Calls the model. Resolves when its stream ends. */
function askModel(body, onPiece) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = http.request(modelUrl, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`the model answered ${response.statusCode}`))
      response.on('data', onPiece).on('end', resolve).on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function chat({ chatId, text, model }, response) {
  const userId = await store.add(chatId, 'user', text)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  const send = (event) => response.write(`data: ${JSON.stringify(event)}\n\n`)

  let reply = ''
  const lines = new DataLines((payload) => {
    const delta = deltaText(payload)
    if (delta === '') return
    reply += delta
    send({ t: 'delta', text: delta })
  })
  const decoder = new StringDecoder('utf8')
  const prompt = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: text }] })
  const asked = askModel(prompt, (piece) => lines.push(decoder.write(piece)))
  asked.catch(() => {}) // awaited below, after the row exists

  const saving = await keepSaving(chatId, () => reply)
  try {
    await asked
    send({ t: 'done', userId, replyId: await saving.finish() })
  } catch (error) {
    saving.giveUp()
    send({ t: 'error', message: error.message })
  }
  response.end()
}

const server = http.createServer((request, response) => {
  const pieces = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    chat(JSON.parse(Buffer.concat(pieces).toString()), response).catch((error) => response.destroy(error))
  })
})
serveUntilParentLeaves(server)
