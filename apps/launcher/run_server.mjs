import process from 'node:process'
import { END_SIGNALS } from './child.mjs'
import { openDatabase } from './database.mjs'
import { openListener } from './port.mjs'
import { say as sayAloud } from './say.mjs'
import { ServerProcesses } from './server_processes.mjs'

/** The server drains for DRAIN_MS and takes 2 s more to save replies. After this much more it is killed. */
const ENDING_MS = 5_000

/**
 * Runs the server's processes with their database until this process gets a signal or they can't run. Returns the exit code. Opens the
 * port first, so that nothing starts when it is taken.
 *
 * SIGUSR2 replaces the processes one by one. They get one SIGTERM for any other signal. Each has its own process group, so Ctrl-C reaches
 * only this process. A pipe on fd 3 tells them when this process dies.
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
  let database, listener, processes
  const roll = () => void processes?.roll()
  // Unhandled, it would end this process.
  if (process.platform !== 'win32') process.on('SIGUSR2', roll)
  try {
    listener = await openListener(settings)
    if (!settings.databaseUrl) database = await openDatabase({ dataDir: settings.dataDir, say })
    if (stop.signal) return 0

    processes = new ServerProcesses({
      count: listener ? settings.processes : 1,
      listenerFd: listener?.fd ?? null,
      command,
      environment: {
        PORT: String(settings.port),
        DATA_DIR: settings.dataDir,
        DATABASE_URL: database?.url ?? settings.databaseUrl,
        ...(database && { DATABASE_OWNER_URL: database.ownerUrl }),
        ...environment,
      },
      say,
      drainMs,
      // A process may outlive this one while it drains. A CLI command that ends meanwhile must not stop the database.
      onSpawn: (pid) => database?.addClient(pid),
    })
    database?.keepUp()
    const ended = processes.run(onReady)
    stop.listen((name) => {
      say(`${name}: finishing replies, then stopping (at most ${Math.ceil(drainMs / 1000)} s)`)
      void processes.stop()
    })
    return await ended
  } finally {
    process.off('SIGUSR2', roll)
    listener?.close()
    await database?.close()
    stop.end()
  }
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
