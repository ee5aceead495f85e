import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'

const FOLDER = join(ROOT, '.data/engines')
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const RELEASE = 'trixie'
/**
 * Programs of other projects: the Debian packages or npm packages that have each, and the tests that use it, by suite. A program that needs
 * a newer C library than this system may have comes with its libraries.
 */
const ENGINES = [
  { name: 'nats-server', packages: ['nats-server'], tests: { units: 'plugins/bus-nats/tests/*' } },
  {
    name: 'pgbouncer',
    packages: [
      'pgbouncer',
      'libc6',
      'libaudit1',
      'libcap-ng0',
      'libcap2',
      'libcares2',
      'libevent-2.1-7t64',
      'libpam0g',
      'libselinux1',
      'libssl3t64',
      'libsystemd0',
      'libzstd1',
    ],
    tests: { faults: 'pooler.spec.ts' },
  },
  {
    name: 's3rver',
    npm: ['s3rver@3.7.1', '@aws-sdk/client-s3@3.1169.0', '@aws-sdk/s3-request-presigner@3.1169.0'],
    tests: { units: 'kernel/tests/open_disk.spec.ts', faults: 's3.spec.ts' },
  },
]

/** The engines of the soak on several machines. */
const SOAKED = ['nats-server', 'pgbouncer']

/**
 * `npm run test:engines [-- --all]` runs the tests that use programs of other projects. Unpacks their packages below `.data/engines` and
 * installs nothing elsewhere. An engine that can't be had is skipped with one line, and with `--all` the exit code is then 2.
 * `npm test` uses the engines that are there.
 *
 * With `--minutes N` it runs the soak on several machines instead, all of whose engines must be there.
 */
await runMain(async () => {
  const { all, minutes } = readOptions()
  const problems = []
  for (const engine of minutes === undefined ? ENGINES : ENGINES.filter(({ name }) => SOAKED.includes(name))) {
    const problem = await (engine.npm ? install(engine) : unpack(engine))
    if (problem !== null) problems.push(`${engine.name} (${problem})`)
    if (problem !== null || minutes !== undefined) continue
    const test = join(ROOT, 'apps/launcher/test.mjs')
    for (const [suite, files] of Object.entries(engine.tests)) {
      const code = await runChild(process.execPath, [test, '--only', 'japa', suite, `--files=${files}`])
      if (code !== 0) return code
    }
  }
  if (minutes !== undefined && !(await isDone('unshare', ['--net', 'ip', 'link'])))
    problems.push('soak (no network namespaces: it needs root and iproute2)')
  for (const problem of problems) say(`skipped: ${problem}`)
  if (problems.length > 0) return all ? 2 : 0
  return minutes === undefined ? 0 : soak(minutes)
})

function readOptions() {
  try {
    const { values } = parseArgs({ options: { all: { type: 'boolean' }, minutes: { type: 'string' } } })
    if (values.minutes === undefined || Number(values.minutes) > 0) return values
  } catch {
    // Unknown arguments are refused below.
  }
  throw new Refusal('npm run test:engines [-- [--all] [--minutes N]]')
}

async function soak(minutes) {
  const node = await prepare({ server: true, web: true })
  const args = [join(ROOT, 'tests/bench/soak.mjs'), '--engines', '--minutes', minutes, '--fault-seconds', '15']
  return runChild('unshare', ['--net', node, ...args], { cwd: ROOT, env: { ...process.env, FACET_ROOT: ROOT } })
}

/** Downloads and unpacks an engine, unless it is there. Returns null, or the reason why that isn't possible. */
async function unpack({ name, packages }) {
  const target = join(FOLDER, name)
  if (existsSync(target)) return null
  if (!existsSync(KEYRING)) return 'this system has no keys of Debian'
  // In the same file system as the target, so that it appears whole.
  const work = `${target}.draft-${process.pid}`
  try {
    for (const folder of ['lists/partial', 'archives/partial', 'root'])
      mkdirSync(join(work, folder), { recursive: true })
    writeFileSync(
      join(work, 'sources.list'),
      `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${RELEASE} main\n`
    )
    const options = [
      ['Dir::Etc::SourceList', join(work, 'sources.list')],
      ['Dir::Etc::SourceParts', '-'],
      ['Dir::State', work],
      ['Dir::State::Status', '/dev/null'],
      ['Dir::Cache', work],
      ['APT::Sandbox::User', 'root'],
      ['Acquire::Languages', 'none'],
    ].flatMap(([option, value]) => ['-o', `${option}=${value}`])
    say(`downloading ${name} of Debian ${RELEASE}`)
    for (const action of [['update'], ['download', ...packages]])
      if (!(await isDone('apt-get', [...options, ...action], work))) return `apt-get ${action[0]} failed`
    for (const file of readdirSync(work).filter((one) => one.endsWith('.deb')))
      if (!(await isDone('dpkg', ['-x', join(work, file), join(work, 'root')], work))) return 'dpkg failed'
    renameSync(join(work, 'root'), target)
    return null
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Installs an engine from npm, unless it is there. Returns null, or the reason why that isn't possible. */
async function install({ name, npm }) {
  const target = join(FOLDER, name)
  if (existsSync(target)) return null
  const work = `${target}.draft-${process.pid}`
  mkdirSync(work, { recursive: true })
  try {
    say(`installing ${name} from npm`)
    const args = ['install', '--prefix', work, '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...npm]
    if (!(await isDone('npm', args, work))) return 'npm install failed'
    renameSync(work, target)
    return null
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Runs a program quietly. Returns false if it fails or doesn't exist. */
function isDone(file, args, cwd) {
  return runChild(file, args, { cwd, write: () => {} }).then(
    (code) => code === 0,
    () => false
  )
}
