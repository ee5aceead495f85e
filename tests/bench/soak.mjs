/**
 * Runs mixed load on several server processes with injected faults, then compares what clients saw with the tables. README.md lists the
 * guarantees. Run it with Node 24 after a build.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '../../apps/launcher/database.mjs'
import { ROOT } from '../../apps/launcher/settings.mjs'
import { openThrowawayDatabase } from '../../apps/launcher/throwaway_database.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { readOptions } from './lib/options.mjs'
import { Processes, bareEnv } from './lib/processes.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { Admin } from './lib/soak/admin.mjs'
import { Caller } from './lib/soak/calls.mjs'
import { Dice } from './lib/soak/dice.mjs'
import { injectMachineFaults, openEngines } from './lib/soak/engines.mjs'
import { injectFaults, openSoakDatabase } from './lib/soak/faults.mjs'
import { Fleet } from './lib/soak/fleet.mjs'
import { Journal, clock } from './lib/soak/journal.mjs'
import { MemoryWatch } from './lib/soak/memory.mjs'
import { startModel } from './lib/soak/model.mjs'
import { Person } from './lib/soak/person.mjs'
import { Provider } from './lib/soak/shop.mjs'
import { checkTables, checkTabs, settle } from './lib/soak/verdict.mjs'
import { table } from './lib/table.mjs'

const options = readOptions(
  'soak',
  {
    quick: {
      type: 'boolean',
      default: false,
      help: 'a minute in all, with fewer people and a fault every few seconds',
    },
    minutes: {
      type: 'string',
      value: 'N',
      help: 'how long there is load (5); starting and checking take half a minute more',
    },
    people: { type: 'string', value: 'N', help: 'how many use it at once' },
    servers: {
      type: 'string',
      default: '3',
      value: 'N',
      help: 'how many servers; the last one is a launcher with two processes',
    },
    'fault-seconds': { type: 'string', value: 'N', help: 'the time between two faults, on average' },
    engines: {
      type: 'boolean',
      default: false,
      help: 'servers, PostgreSQL, PgBouncer and NATS each on a machine of its own, which is killed, frozen and partitioned (npm run test:engines)',
    },
    seed: {
      type: 'string',
      default: process.env.SEED ?? String(Date.now() % 1_000_000_000),
      value: 'N',
      help: 'or SEED in the environment: the same order of faults and of acts',
    },
    logs: { type: 'string', value: 'FOLDER', help: 'keep the logs of the servers there' },
  },
  'Exits with 1 when anything was lost, doubled, charged wrongly, answered wrongly, or grew.'
)
const usual = options.quick
  ? { minutes: '0.5', people: '6', 'fault-seconds': '2' }
  : { minutes: '5', people: '24', 'fault-seconds': '25' }
const values = { ...usual, ...options }

const loadMs = Number(values.minutes) * 60_000
const seed = Number(values.seed)
const appKey = 'one key for all servers of a soak, so that cookies stay good'
/** How long the effects of a fault may last. */
const graceMs = 10_000
/** Timeout for the last actions. */
const endMs = 5 * 60_000
/** Memory growth is only judged in runs of at least ten minutes, because caches fill before. The limits are MB a minute and MB. */
const memory = { warmUpSeconds: Math.min(300, loadMs / 3000), leastSeconds: 400, mostPerMinute: 1, most: 450 }

await runWithCleanup(loadMs + 20 * 60_000, soak)

async function soak(undo) {
  console.log(`SEED=${seed}: ${values.people} people, ${values.servers} servers, ${values.minutes} minutes`)
  const folder = mkdtempSync(join(tmpdir(), 'facet-soak-'))
  undo(() => rmSync(folder, { recursive: true, force: true }))
  const logs = values.logs ?? join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const journal = new Journal(graceMs)
  const roll = new Dice(seed)
  const dice = () => new Dice(Math.floor(roll.roll() * 2 ** 32))

  const engines = values.engines
    ? await openEngines(undo, { openThrowawayDatabase, openDatabase, connect, folder, logs })
    : null
  const database = engines ?? (await openSoakDatabase({ openThrowawayDatabase, openDatabase, connect }))
  if (!engines) undo(() => database.remove())
  const model = await startModel(dice(), engines?.host)
  undo(() => model.close())
  const env = environment(engines?.env ?? databaseOf(database), folder, model.url)
  const fleet = new Fleet({ command: serverCommand(), root: ROOT, env, logs })
  undo(() => fleet.stopAll())
  const processes = new Processes()
  undo(() => processes.stopAll())
  await fleet.start(Number(values.servers), engines?.addServer)

  const shop = new Provider({ appKey, caller: new Caller(fleet, journal), journal })
  const cast = { fleet, journal, shop }
  const cli = (...args) => processes.run(args[0], process.execPath, [...cliCommand(), ...args], { env, cwd: ROOT })
  const admin = new Admin({ ...cast, dice: dice() })
  await admin.signIn(await createAdmin(processes, env))
  const people = Array.from({ length: Number(values.people) }, () => new Person({ ...cast, dice: dice() }))
  await Promise.all(people.map((one) => one.signUp()))

  const watch = new MemoryWatch(fleet, journal, { everyMs: 2_000, liveEveryMs: 15_000 })
  const untilMs = journal.now() + loadMs
  const isOver = () => journal.now() >= untilMs
  const telling = setInterval(() => tell(journal, watch, fleet), 60_000)
  undo(() => clearInterval(telling))
  console.log(`${clock(journal.now())} everything is running`)
  const everyMs = Number(values['fault-seconds']) * 1000
  const guests = []
  const all = Promise.all([
    engines
      ? injectMachineFaults({ dice: dice(), journal, fleet, machines: engines.machines, untilMs, everyMs })
      : injectFaults({ dice: dice(), journal, fleet, model, database, untilMs, everyMs }),
    admin.live(isOver),
    receiveGuests(cast, dice, guests, isOver),
    ...people.map((one) => one.live(isOver)),
  ])
  await Promise.race([all, sleep(loadMs + endMs, null, { ref: false })])
  for (const { number, doing } of [...people, ...guests])
    if (doing) journal.breach(`${number} never finished: ${doing}`)
  await watch.stop()
  clearInterval(telling)
  console.log(`${clock(journal.now())} the load is over`)

  await Promise.all(shop.pending)
  const db = await connect(database.ownerUrl)
  undo(() => db.end())
  await settle(db, journal)
  // Looks up payments whose reports were lost with a process, as servers do within minutes.
  await cli('reconcile-orders').catch((error) => journal.breach(error.message))
  await checkTabs(db, journal, people)
  await cli('verify-ledger').catch((error) => journal.breach(error.message))
  const found = await checkTables({ db, journal, model, people: [...people, ...guests], admin })
  await Promise.all(people.map(({ tab }) => tab.close()))
  return report(journal, watch, fleet, found)
}

/** Runs guests one after another, who register, chat, buy and leave. */
async function receiveGuests(cast, dice, guests, isOver) {
  while (!isOver()) {
    const guest = new Person({ ...cast, dice: dice() })
    guests.push(guest)
    try {
      await guest.signUp()
      const leavesAt = cast.journal.now() + 3_000
      await guest.live(() => isOver() || cast.journal.now() > leavesAt)
    } catch (error) {
      cast.journal.breach(`a guest: ${error.stack}`)
    }
    await guest.tab?.close()
    await sleep(500)
  }
}

function tell(journal, watch, fleet) {
  const { breaches, failures, counts } = journal
  const replies = Object.entries(counts)
    .filter(([name]) => /^(reply|reroll|continue): /.test(name))
    .reduce((sum, [, count]) => sum + count, 0)
  const now = fleet.members.map(({ number, lives }) => watch.series[number]?.[lives.length - 1]?.at(-1)?.megabytes)
  const sizes = now.map((megabytes) => (megabytes === undefined ? 'n/a' : `${megabytes.toFixed(0)}`)).join(', ')
  console.log(
    `${clock(journal.now())} ${replies} replies, ${failures.length} 5xx responses, ${breaches.length} breaches, ${sizes} MB resident, ${watch.live.at(-1)?.megabytes.toFixed(1) ?? 'n/a'} MB live`
  )
}

function report(journal, watch, fleet, { answers, bought, replies }) {
  const failures = journal.unexpectedFailures()
  const breaks = journal.unexpectedBreaks()
  const slope = watch.slope(memory.warmUpSeconds, memory.leastSeconds)
  const peak = watch.peak
  const show = (value, unit) => (value === null ? 'n/a' : `${value.toFixed(1)} ${unit}`)
  const verdict = (isKept) => (isKept ? 'reached' : 'missed')
  const rows = [
    ['what', 'figure', 'promise', 'verdict'],
    [
      'replies, rubies, orders, events, texts',
      String(journal.breaches.length),
      'no breach',
      verdict(journal.breaches.length === 0),
    ],
    [
      '5xx responses',
      `${journal.failures.length}, unexpected ${failures.length}`,
      `503 only, within ${graceMs / 1000} s of a fault`,
      verdict(failures.length === 0),
    ],
    [
      'broken connections',
      `${journal.breaks.length}, unexpected ${breaks.length}`,
      'of ended processes only',
      verdict(breaks.length === 0),
    ],
    [
      'live memory of a process, growth',
      show(slope, 'MB a minute'),
      `at most ${memory.mostPerMinute} MB a minute`,
      slope === null ? '' : verdict(slope <= memory.mostPerMinute),
    ],
    [
      'resident memory, peak of a process',
      show(peak, 'MB'),
      `at most ${memory.most} MB`,
      peak === null ? '' : verdict(peak <= memory.most),
    ],
  ]
  const pairs = (counts) => Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1))
  console.log(
    `\n${table([['what happened', 'times'], ...pairs(journal.counts).map(([name, count]) => [name, String(count)])])}\n`
  )
  console.log(`${table(rows)}\n`)
  for (const one of [...failures, ...breaks].slice(0, 20))
    console.log(`unexpected: ${clock(one.at)} ${JSON.stringify(one)}`)
  const errors = pairs(fleet.errors())
  if (errors.length > 0)
    console.log(
      `Errors in the logs of the servers:\n${errors.map(([text, count]) => `  ${count} × ${text}`).join('\n')}`
    )
  const states = replies.map(({ state, count }) => `${count} ${state}`).join(', ')
  console.log(
    `Replies: ${states}. ${answers} answers compared, ${bought} rubies bought. ` +
      `${machineWith(nodeVersion)}. SEED=${seed}`
  )
  const isKept = rows.every((row) => row[3] !== 'missed')
  console.log(isKept ? 'All guarantees held.' : 'Guarantees were violated.')
  const summary = rows.slice(1).map(([name, measured, target, verdict]) => ({ name, measured, target, verdict }))
  const { counts, breaches } = journal
  if (values.json)
    writeFileSync(
      values.json,
      JSON.stringify({ summary, seed, counts, breaches, failures, breaks, errors, replies }, null, 2)
    )
  return isKept ? 0 : 1
}

function databaseOf({ wire, ownerUrl }) {
  return { DATABASE_URL: wire.url, DATABASE_OWNER_URL: ownerUrl }
}

function environment(database, dataDir, modelUrl) {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    APP_KEY: appKey,
    APP_URL: 'http://127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    PAYMENTS_SANDBOX: 'true',
    ...database,
    DATA_DIR: dataDir,
    MODELS_PROVIDER: 'openai-compatible',
    MODELS_BASE_URL: modelUrl,
    MODELS_API_KEY: 'soak',
    MODEL_BASIC: 'soak',
    // These times are shorter than the defaults, so that each expires during a run.
    REPLY_LEASE_MS: '8000',
    REPLY_FIRST_TEXT_TIMEOUT_MS: '6000',
    REPLY_NEXT_TEXT_TIMEOUT_MS: '6000',
  }
}

/** Returns the command of the built server, or of its sources if FACET_TEST_SOURCES is set. */
function serverCommand() {
  return process.env.FACET_TEST_SOURCES
    ? [process.execPath, '--import=@poppinss/ts-exec', 'apps/server/bin/server.ts']
    : [process.execPath, 'build/apps/server/bin/server.js']
}

function cliCommand() {
  return process.env.FACET_TEST_SOURCES ? ['--import=@poppinss/ts-exec', 'cli/main.ts'] : ['build/cli/main.js']
}

async function createAdmin(processes, env) {
  const admin = { email: 'soak-admin@example.test', password: randomBytes(12).toString('hex') }
  const args = ['create-user', '--email', admin.email, '--password-stdin', '--admin']
  await processes.run('create-user', process.execPath, [...cliCommand(), ...args], {
    env: { ...bareEnv(), ...env },
    cwd: ROOT,
    input: `${admin.password}\n`,
  })
  return admin
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}
