import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { END_SIGNALS, exitCodeOf } from './child.mjs'
import { openWithBackup } from '../../modules/kernel/conversion/open_with_backup.mjs'
import { checkPort, findFreePort } from './port.mjs'
import { prepare } from './prepare.mjs'
import { runMain, say } from './say.mjs'
import { readSettings, ROOT } from './settings.mjs'

const WATCHED = ['apps/server', 'modules', 'plugins', 'config', 'adonisrc.ts', '.env']

/**
 * `npm run dev`: Vite listens on PORT, reloads the web app in place and proxies other requests to the server. The server runs from the
 * sources on another port and restarts when they change.
 */
await runMain(async () => {
  const settings = readSettings()
  await checkPort(settings)
  const node = await prepare()
  const stop = new Promise((resolve) => END_SIGNALS.forEach((name) => process.on(name, resolve)))
  const database = settings.databaseUrl ? null : await openWithBackup({ dataDir: settings.dataDir })
  const serverPort = await findFreePort()
  const server = keepRunning(node, {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    APP_URL: settings.appUrl ?? `http://localhost:${settings.port}`,
    DATA_DIR: settings.dataDir,
    ...(database?.environment ?? { DATABASE_URL: settings.databaseUrl }),
    DRAIN_MS: '500',
    FACET_ROOT: ROOT,
    FACET_LAUNCHER_FD: '3',
  })
  const web = spawnWeb(node, settings, serverPort)
  try {
    await Promise.race([stop, exitCodeOf(web)])
  } finally {
    web.kill('SIGTERM')
    await server.stop()
    await database?.close()
  }
})

function keepRunning(node, env) {
  let child, ended, timer
  let stopped = false
  const start = () => {
    const args = ['--import=@poppinss/ts-exec', join(ROOT, 'apps/server/bin/server.ts')]
    child = spawn(node, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
    child.stdio[3].on('error', () => {})
    ended = exitCodeOf(child)
    const self = child
    void ended.then((code) => {
      if (!stopped && child === self && !self.killed)
        say(`the server exited (code ${code}) and restarts at the next change`)
    })
  }
  const end = async () => {
    child.kill('SIGTERM')
    const deadline = setTimeout(() => child.kill('SIGKILL'), 3_000)
    await ended
    clearTimeout(deadline)
  }
  const restart = async () => {
    say('sources changed, restarting the server')
    await end()
    if (!stopped) start()
  }
  // Debounces changes, and never runs two restarts at once.
  let queue = Promise.resolve()
  const onChange = (_event, name) => {
    if (stopped || (name && /(^|\/)tests\//.test(name))) return
    clearTimeout(timer)
    timer = setTimeout(() => (queue = queue.then(restart)), 150)
  }
  const watchers = WATCHED.map((path) => watchQuietly(join(ROOT, path), onChange))
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher?.close()
      await queue
      await end()
    },
  }
}

function watchQuietly(path, onChange) {
  try {
    return watch(path, { recursive: true }, onChange)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function spawnWeb(node, settings, serverPort) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const host = settings.host ? ['--host', settings.host] : []
  const args = [
    '--config',
    'apps/web/vite.config.ts',
    '--port',
    String(settings.port),
    '--strictPort',
    '--clearScreen',
    'false',
    ...host,
  ]
  const env = { ...process.env, WEB_PROXY_TARGET: `http://127.0.0.1:${serverPort}` }
  // Vite exits when its input pipe closes, so it doesn't outlive this process, even if this process is killed.
  const exitWithInput = 'data:text/javascript,process.stdin.resume().once("end",()=>process.exit())'
  const options = { cwd: ROOT, env, detached: true, stdio: ['pipe', 'inherit', 'inherit'] }
  return spawn(node, ['--import', exitWithInput, vite, ...args], options)
}
