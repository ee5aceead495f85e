import { spawn } from 'node:child_process'
import { get } from 'node:http'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { END_SIGNALS, exitCodeOf } from './child.mjs'
import { openDatabase } from './database.mjs'
import { checkPort } from './port.mjs'
import { say as sayAloud } from './say.mjs'
import { serverEnvironment } from './server_process.mjs'

/** The server drains for DRAIN_MS and takes 2 s more to save replies. After this much more it is killed. */
const ENDING_MS = 5_000

/**
 * Runs the server with its database until it exits or this process gets a signal. Returns the server's exit code. Checks the port first, so
 * that nothing starts when it is taken.
 *
 * The server gets one SIGTERM for any signal. It has its own process group, so Ctrl-C reaches only this process. A pipe on fd 3 tells it
 * when this process dies.
 */
export async function runServer({
  settings,
  command,
  environment = {},
  onReady,
  say = sayAloud,
  drainMs = settings.drainMs + ENDING_MS,
}) {
  const stop = listenForStop()
  let database
  try {
    await checkPort(settings)
    if (!settings.databaseUrl) database = await openDatabase({ dataDir: settings.dataDir, say })
    if (stop.signal) return 0

    const child = spawnServer({ command, environment, settings, database: database ?? { url: settings.databaseUrl } })
    const ended = exitCodeOf(child)
    ended.catch(() => {})
    database?.keepUp()
    // The server may outlive this process while it drains. A CLI command that ends meanwhile must not stop the database.
    if (database && child.pid) await database.addClient(child.pid)
    stop.listen((name) => endServer({ child, ended, name, drainMs, say }))
    void notifyWhenReady({ settings, ended, onReady })
    const code = await ended
    if (!stop.signal) say(`the server exited by itself (code ${code})`)
    return code
  } finally {
    await database?.close()
    stop.end()
  }
}

function spawnServer({ command: [file, ...args], environment, settings, database }) {
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: {
      ...serverEnvironment,
      ...process.env,
      PORT: String(settings.port),
      DATA_DIR: settings.dataDir,
      DATABASE_URL: database.url,
      ...(database.ownerUrl && { DATABASE_OWNER_URL: database.ownerUrl }),
      FACET_LAUNCHER_FD: '3',
      ...environment,
    },
  })
  child.stdio[3]?.on('error', () => {})
  return child
}

async function endServer({ child, ended, name, drainMs, say }) {
  say(`${name}: finishing replies, then stopping (at most ${Math.ceil(drainMs / 1000)} s)`)
  child.kill('SIGTERM')
  const timer = setTimeout(() => {
    say('the server did not stop in time and is killed')
    child.kill('SIGKILL')
  }, drainMs)
  await ended.catch(() => {})
  clearTimeout(timer)
}

/** Only the first signal counts, whether it comes before or after the server starts. */
function listenForStop() {
  const stop = { signal: null, notify: null }
  const onSignal = (name) => {
    if (stop.signal) return
    stop.signal = name
    stop.notify?.(name)
  }
  for (const name of END_SIGNALS) process.on(name, onSignal)
  stop.listen = (notify) => {
    stop.notify = notify
    if (stop.signal) notify(stop.signal)
  }
  stop.end = () => END_SIGNALS.forEach((name) => process.off(name, onSignal))
  return stop
}

async function notifyWhenReady({ settings, ended, onReady }) {
  let over = false
  const end = () => (over = true)
  ended.then(end, end)
  for (let waitMs = 40; !over; waitMs = Math.min(waitMs * 1.2, 1_000)) {
    if (await isReady(settings)) return onReady?.()
    await sleep(waitMs, undefined, { ref: false })
  }
}

function isReady({ host, port }) {
  const isAny = !host || host === '0.0.0.0' || host === '::'
  return new Promise((resolve) => {
    const request = get(
      { host: isAny ? '127.0.0.1' : host, port, path: '/health/ready', timeout: 2_000 },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      }
    )
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
