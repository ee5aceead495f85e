/**
 * Measures whether background work shows in the times of replies, in a large database. README.md explains the figures. Run it with Node 24
 * after a build.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

import { findFreePort } from '../../apps/launcher/port.mjs'
import { ROOT } from '../../apps/launcher/settings.mjs'
import { analyze } from './lib/database.mjs'
import { untilReady } from './lib/facet.mjs'
import { fillUsers } from './lib/fill_users.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { openReplyStage, pacedModel } from './lib/reply_stage.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { median } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('background', {
  messages: {
    type: 'string',
    default: '10000000',
    value: 'N',
    help: 'how many messages the database has (10,000,000)',
  },
})
const messages = Number(options.messages)
const runDeadlineMs = 2 * 60 * 60_000
const plan = options.quick ? { cycles: 1, measureMs: 5_000 } : { cycles: 5, measureMs: 20_000 }
const people = 40
const pace = { tokens: 50, firstMs: 100, delayMs: 20 }
const scene = { chats: people, ...pace, model: pacedModel(pace), tier: 'basic' }
const deletedChats = 1_000

await runWithCleanup(runDeadlineMs, bench)

async function bench(undo) {
  const stage = await openReplyStage(undo, { warmUpMs: 2_000 })
  const models = { basic: scene.model, standard: scene.model }
  const side = await stage.startServer({ models, people })
  const db = new pg.Client({ connectionString: stage.databases.facetUrl })
  await db.connect()
  undo(() => db.end())
  console.log(`writing ${messages.toLocaleString('en')} messages`)
  await fillUsers(db, side.characterIds[0], messages)
  await analyze(stage.databases.facetUrl)
  const rounds = { alone: [], beside: [] }
  for (let cycle = 0; cycle < plan.cycles; cycle++) {
    console.log(`round ${cycle + 1} of ${plan.cycles}`)
    for (const name of cycle % 2 === 0 ? ['alone', 'beside'] : ['beside', 'alone']) {
      const stopWork = name === 'beside' ? await work(db, stage) : async () => {}
      rounds[name].push(await stage.play(side, name, scene, plan.measureMs))
      await stopWork()
    }
  }
  return report(stage.databases, rounds)
}

/** Lets users delete chats, and a second server without requests do all its periodic work, until the returned function is called. */
async function work(db, { processes, databases, dataDir }) {
  await db.query(
    `UPDATE chat_sessions SET deleted_at = now() - interval '1 year'
     WHERE ctid = ANY (ARRAY (SELECT ctid FROM chat_sessions WHERE deleted_at IS NULL AND user_id NOT IN (SELECT id FROM users) LIMIT $1))`,
    [deletedChats]
  )
  const port = await findFreePort()
  const worker = processes.fork('worker', join(ROOT, 'build/apps/server/bin/server.js'), {
    NODE_ENV: 'test',
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'lib/hurry.mjs')).href}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_KEY: 'the key of a server that gets no requests',
    DATABASE_URL: databases.facetUrl,
    DATA_DIR: join(dataDir, 'worker'),
  })
  await untilReady(worker, `http://127.0.0.1:${port}`)
  return async () => {
    worker.child.kill('SIGTERM')
    await worker.ended
  }
}

function report({ version, durable }, rounds) {
  const of = (name, read) => median(rounds[name].map(read))
  const lines = [
    ['added time to first chunk, p50', ({ addedFirstMs }) => addedFirstMs.p50, 'ms'],
    ['added time to first chunk, p99', ({ addedFirstMs }) => addedFirstMs.p99, 'ms'],
    ['transit of a token, p99', ({ transitMs }) => transitMs.p99, 'ms'],
    ['replies per second', ({ repliesPerSecond }) => repliesPerSecond, ''],
    ['errors', ({ errors }) => errors, ''],
  ]
  const summary = lines.map(([name, read, unit]) => {
    const [alone, beside] = [of('alone', read), of('beside', read)]
    const ratio = alone ? `${figure(beside / alone)} x` : 'n/a'
    return { name, measured: figure(beside, unit), floor: figure(alone, unit), ratio }
  })
  const cells = summary.map(({ name, measured, floor, ratio }) => [name, floor, measured, ratio])
  console.log(`\n${table([['figure', 'alone', 'with background work', 'ratio'], ...cells])}\n`)
  const machine = machineWith(nodeVersion, `PostgreSQL ${version}`)
  console.log(
    `${machine}; ${messages.toLocaleString('en')} messages, ${people} chats, medians of ${plan.cycles} × ${plan.measureMs / 1_000} s, in turn.`
  )
  return finish(options, { machine, postgres: { version, durable }, messages, plan, rounds, summary }, false)
}
