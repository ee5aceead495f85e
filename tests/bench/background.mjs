/**
 * Measures whether background work shows in the times of replies, in a large database. README.md explains the figures. Run it with Node 24
 * after a build.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { findFreePort } from '../../apps/launcher/port.mjs'
import { ROOT } from '../../apps/launcher/settings.mjs'
import { analyze } from './lib/database.mjs'
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
/** The second server's clock moves by this much, this often. So hourly work runs twice in a round, and all other work all the time. */
const [stepMs, stepEveryMs] = [6 * 60_000, 1_000]
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
  const worker = await startWorker(stage)
  const rounds = { alone: [], beside: [] }
  for (let cycle = 0; cycle < plan.cycles; cycle++) {
    console.log(`round ${cycle + 1} of ${plan.cycles}`)
    for (const name of cycle % 2 === 0 ? ['alone', 'beside'] : ['beside', 'alone']) {
      const stopWork = name === 'beside' ? await work(db, worker) : async () => {}
      rounds[name].push(await stage.play(side, name, scene, plan.measureMs))
      await stopWork()
    }
  }
  return report(stage.databases, rounds)
}

/** Starts a second server, which gets no requests and whose clock this process moves. */
async function startWorker({ processes, databases, dataDir }) {
  const server = processes.fork('worker', join(ROOT, 'build/apps/server/bin/server.js'), {
    NODE_ENV: 'test',
    TEST_CONTROL: 'on',
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    APP_KEY: 'the key of a server that gets no requests',
    DATABASE_URL: databases.facetUrl,
    DATA_DIR: join(dataDir, 'worker'),
  })
  let calls = 0
  return {
    advance: (ms) =>
      new Promise((settle, reject) => {
        const id = ++calls
        const hear = (message) => {
          if (message.id !== id) return
          server.child.off('message', hear)
          if (message.error) reject(new Error(message.error))
          else settle()
        }
        server.child.on('message', hear)
        server.ended.then(() => reject(new Error(server.describeEnd())))
        server.child.send({ id, name: 'advance', args: [ms] })
      }),
  }
}

/** Lets users delete chats, and the second server do all its periodic work, until the returned function is called. */
async function work(db, worker) {
  await db.query(
    `UPDATE chat_sessions SET deleted_at = now() - interval '1 year'
     WHERE ctid = ANY (ARRAY (SELECT ctid FROM chat_sessions WHERE deleted_at IS NULL AND user_id NOT IN (SELECT id FROM users) LIMIT $1))`,
    [deletedChats]
  )
  let isOver = false
  const advancing = (async () => {
    while (!isOver) {
      await worker.advance(stepMs)
      await sleep(stepEveryMs)
    }
  })()
  return async () => {
    isOver = true
    await advancing
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
