import process from 'node:process'
import { END_SIGNALS } from './child.mjs'
import { openWithBackup } from '../../modules/kernel/conversion/open_with_backup.mjs'
import { openListener } from './port.mjs'
import { say as sayAloud } from './say.mjs'
import { ServerProcesses } from './server_processes.mjs'

/** The server drains for DRAIN_MS and takes 2 s more to save replies. It is killed this long after DRAIN_MS. */
const ENDING_MS = 5_000

/**
 * Runs the server's processes with their database until this process receives a signal or they can't run. Returns the exit code. Opens the
 * port first, so that nothing starts if the port is taken.
 *
 * SIGUSR2 replaces the processes one by one. After any other signal, each process receives one SIGTERM. Each has its own process group, so
 * Ctrl-C reaches only this process. A pipe on their fd 3 closes when this process dies.
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
  // Without a handler, SIGUSR2 would end this process.
  if (process.platform !== 'win32') process.on('SIGUSR2', roll)
  try {
    listener = await openListener(settings)
    if (!settings.databaseUrl) database = await openWithBackup({ dataDir: settings.dataDir, say })
    if (stop.signal) return 0

    processes = new ServerProcesses({
      count: listener ? settings.processes : 1,
      listenerFd: listener?.fd ?? null,
      command,
      environment: {
        PORT: String(settings.port),
        DATA_DIR: settings.dataDir,
        ...(database?.environment ?? { DATABASE_URL: settings.databaseUrl }),
        ...environment,
      },
      say,
      drainMs,
      // A server process may outlive this process while it drains. A CLI command that exits meanwhile must not stop the database.
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

/** Handles only the first signal, whether it arrives before or after the server starts. */
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
