import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnv } from './processes.mjs'
import { findFreePort } from '../../../apps/launcher/port.mjs'
import { ROOT } from '../../../apps/launcher/settings.mjs'
import { callJson, cookieOf } from './clients.mjs'

const bootDeadlineMs = 120_000 // with all migrations, on a busy machine; a server that exits is reported at once
const signUpsAtOnce = 4 // hashing passwords is work for the same two cores
const rubiesEach = 1_000_000

/**
 * Starts the built server on its own database, with an admin and `people` users with enough rubies. With `processCount` the launcher starts
 * that many server processes. `flags` are further arguments of Node, `env` further settings, and `root` the folder of another build.
 *
 * Returns `{ url, pid, characterIds, cookies, adminCookie, runCommand(args), stop(), start(env) }`. `runCommand` runs a command of the
 * command line. `stop('SIGKILL')` kills the server. `start` runs it again on the same port and resolves to the new `{ pid }`. Its `env`
 * changes settings.
 */
export async function startFacet(
  processes,
  { databaseUrl, dataDir, modelUrl, models, people, processCount = 1, flags = [], env: settings = {}, root = ROOT }
) {
  const { serverEnvironment, serverFlags } = await import(join(root, 'apps/launcher/server_process.mjs'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...bareEnv(),
    ...serverEnvironment,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: url,
    RATE_LIMITS: 'off',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MODELS_PROVIDER: 'openai-compatible',
    MODELS_BASE_URL: modelUrl,
    MODELS_API_KEY: 'mock',
    MODEL_BASIC: models.basic,
    MODEL_STANDARD: models.standard,
    PROCESSES: String(processCount),
    ...settings,
  }
  // A single process runs without the launcher, whose memory would count.
  const command =
    processCount === 1 ? [...serverFlags, ...flags, 'build/apps/server/bin/server.js'] : ['apps/launcher/start.mjs']
  let server
  const start = async (more = {}) => {
    server = processes.spawn('server', process.execPath, command, {
      env: { ...env, ...more, FACET_LAUNCHER_FD: '3' },
      cwd: root,
    })
    await untilReady(server, url)
    return { pid: server.child.pid }
  }
  const stop = async (signal = 'SIGTERM') => {
    server.child.kill(signal)
    await server.ended
  }
  const { pid } = await start()

  const admin = { email: 'bench-admin@example.test', password: randomBytes(12).toString('hex') }
  const runCommand = ([name, ...args], input) =>
    processes.run(`command ${name}`, process.execPath, ['build/cli/main.js', name, ...args], { env, cwd: root, input })
  await runCommand(['create-user', '--email', admin.email, '--password-stdin', '--admin'], `${admin.password}\n`)

  const { headers } = await callJson('POST', `${url}/api/login`, { body: admin })
  const cookie = cookieOf(headers)
  const { json: characters } = await callJson('GET', `${url}/api/characters?limit=60`, { cookie })
  if (characters.length === 0) throw new Error('The gallery is empty: the server did not seed its characters.')
  const characterIds = characters.map(({ id }) => id)
  const cookies = await signUp(url, cookie, people)
  return { url, pid, characterIds, cookies, adminCookie: cookie, runCommand, stop, start }
}

export async function untilReady(server, url) {
  for (const deadline = Date.now() + bootDeadlineMs; Date.now() < deadline; await sleep(50)) {
    if (server.hasEnded()) throw new Error(server.describeEnd())
    const isReady = await callJson('GET', `${url}/health/ready`).then(
      () => true,
      () => false
    )
    if (isReady) return
  }
  throw new Error(`The server was not ready within ${bootDeadlineMs / 1000} s.`)
}

async function signUp(url, adminCookie, people) {
  const cookies = Array.from({ length: people })
  const password = randomBytes(12).toString('hex')
  const signUpOne = async (index) => {
    const body = { email: `bench-${index}@example.test`, password, firstName: 'Bench' }
    const { json: user, headers } = await callJson('POST', `${url}/api/register`, { body })
    const grant = { amount: rubiesEach, reason: 'bench' }
    await callJson('POST', `${url}/api/admin/users/${user.id}/rubies`, { cookie: adminCookie, body: grant })
    cookies[index] = cookieOf(headers)
  }
  let next = 0
  const hand = async () => {
    while (next < people) await signUpOne(next++)
  }
  await Promise.all(Array.from({ length: signUpsAtOnce }, hand))
  return cookies
}
