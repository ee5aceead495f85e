/*
 * The process that loads the model, shared by all servers of the machine. Answers on a socket that only its user may open, and exits when
 * it has no connections left. Runs without the server's environment. Usage: `runner.ts FOLDER FILE SOCKET`.
 */
import { renameSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import { Engine, EngineFailure, type EngineRequest } from './engine.ts'
import type { RunnerLine } from './runner_line.ts'

const [folder, file, socketPath] = process.argv.slice(2) as [string, string, string]
/** How long this process waits without connections before it exits. It waits longer for the first connection. */
const lingerMs = 2_000
const firstConnectionMs = 20_000
/** The interval of `working` lines while the model loads, the reply waits in the queue or the model reads the prompt. */
const stillWorkingMs = 2_000

let engine: Promise<Engine> | null = null
const openEngine = () =>
  (engine ??= Engine.open(folder, file).catch((error) => {
    // Lets the next request try again.
    engine = null
    throw error
  }))

const server = http.createServer((request, response) => {
  const abort = new AbortController()
  response.on('close', () => abort.abort())
  response.on('error', () => {})
  const send = (line: RunnerLine) => void (response.writable && response.write(`${JSON.stringify(line)}\n`))
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.flushHeaders()
  const working = setInterval(() => send({ working: true }), stillWorkingMs)
  answer(request, abort.signal, (line) => {
    if ('text' in line) clearInterval(working)
    send(line)
  })
    .catch((error) => {
      if (abort.signal.aborted) return
      if (!(error instanceof EngineFailure)) console.error(error)
      send(error instanceof EngineFailure ? { error: error.code, neededBytes: error.neededBytes } : { error: 'failed' })
    })
    .finally(() => {
      clearInterval(working)
      response.end()
    })
})

const answer = async (request: http.IncomingMessage, signal: AbortSignal, send: (line: RunnerLine) => void) => {
  const body = (await json(request)) as EngineRequest
  const { reason, usage } = await (
    await openEngine()
  ).write(body, {
    signal,
    onText: (text) => send({ text }),
    onThought: () => send({ working: true, isThinking: true }),
  })
  send({ end: reason, usage })
}

/* Keeps the connections of servers open until the servers exit. */
server.keepAliveTimeout = 0
server.requestTimeout = 0
const connections = new Set<Socket>()
let isReplaced = false
let ending = setTimeout(() => process.exit(0), firstConnectionMs)
server.on('connection', (socket) => {
  clearTimeout(ending)
  connections.add(socket)
  socket.on('close', () => {
    connections.delete(socket)
    if (connections.size === 0) ending = setTimeout(() => process.exit(0), isReplaced ? 0 : lingerMs)
  })
})

const isAnswering = () =>
  new Promise<boolean>((resolve) => {
    const probe = connect(socketPath, () => resolve(true)).on('error', () => resolve(false))
    probe.on('connect', () => probe.destroy())
  })

/**
 * Exits when another runner has replaced the socket. Two runners that start at once after a crash may both listen. Clients then find the
 * later runner, and the earlier runner exits after its replies.
 */
const watchSocket = () => {
  const { ino } = statSync(socketPath)
  setInterval(() => {
    if (!isReplaced && statSync(socketPath, { throwIfNoEntry: false })?.ino === ino) return
    if (!isReplaced) server.close()
    isReplaced = true
    // Each time, because a connection is idle only after its reply.
    server.closeIdleConnections()
    if (connections.size === 0) process.exit(0)
  }, 1_000)
}

if (await isAnswering()) process.exit(0)
// Ctrl-C at the terminal also reaches this process, but the servers decide when it exits.
process.on('SIGINT', () => {})
try {
  setPriority(10)
  // When memory runs out, Linux kills this process instead of the server or the database.
  writeFileSync('/proc/self/oom_score_adj', '800')
} catch {}
process.umask(0o177)
const draft = `${socketPath}.${process.pid}`
server.listen(draft, () => {
  renameSync(draft, socketPath)
  watchSocket()
})
