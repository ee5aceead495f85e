import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabaseWire } from './database_wire.mjs'
import { clock } from './journal.mjs'

/**
 * Injects faults on a schedule, each kind equally often, in an order that the seed decides. The first process always runs, so that its
 * memory can be measured. Resolves when the time is over and all faults are repaired.
 */
export async function injectFaults({ dice, journal, fleet, model, database, untilMs, everyMs }) {
  const [, ...restartable] = fleet.members
  const faults = {
    async 'provider fails'() {
      const repaired = journal.fault('provider fails')
      model.failing = 0.7
      await sleep(dice.between(2_000, 5_000))
      model.failing = baseFailing
      repaired()
    },
    async 'provider gone'() {
      const repaired = journal.fault('provider gone')
      model.isGone = true
      await sleep(dice.between(1_000, 4_000))
      model.isGone = false
      repaired()
    },
    async 'database stopped'() {
      const repaired = journal.fault('database stopped')
      await database.restart('SIGINT')
      repaired()
    },
    async 'database killed'() {
      const repaired = journal.fault('database killed')
      await database.restart('SIGKILL')
      repaired()
    },
    async 'process killed'() {
      const one = dice.oneOf(restartable)
      const repaired = journal.fault('process killed', one.port)
      if (one.isLauncher) await fleet.killOne(one)
      else {
        await fleet.end(one, 'SIGKILL')
        await sleep(dice.between(0, 6_000))
        await fleet.launch(one)
      }
      repaired()
    },
    async 'process drained'() {
      const one = dice.oneOf(restartable)
      const repaired = journal.fault('process drained', one.port)
      const how = await fleet.end(one, 'SIGTERM')
      if (how !== 0) journal.breach(`a drained process ended with ${how}`)
      await sleep(dice.between(0, 2_000))
      await fleet.launch(one)
      repaired()
    },
    /** Records no fault, because no request may fail. */
    async 'processes replaced'() {
      const one = fleet.members.at(-1)
      if (!one.isLauncher) return
      journal.count('processes replaced')
      console.log(`${clock(journal.now())} processes replaced (${one.port})`)
      await fleet.replace(one)
    },
    /** Cuts the connections as a network failure does. The processes keep running without the database. */
    async 'connections cut'() {
      const repaired = journal.fault('connections cut')
      await database.cutConnections()
      repaired()
    },
    /** Packets vanish without closing connections, sometimes for longer than the query deadline. */
    async 'database network frozen'() {
      const repaired = journal.fault('database network frozen')
      database.wire.freeze()
      await sleep(dice.between(3_000, 12_000))
      database.wire.thaw()
      repaired()
    },
    /** Makes the database read-only, as during a failover. */
    async 'database read-only'() {
      const repaired = journal.fault('database read-only')
      await database.setReadOnly(true)
      await sleep(4_000)
      await database.setReadOnly(false)
      repaired()
    },
  }
  model.failing = baseFailing
  // The most severe come first, so that short runs include them.
  const hardest = [
    'process killed',
    'database killed',
    'process drained',
    'database network frozen',
    'database read-only',
  ]
  const others = Object.keys(faults).filter((kind) => !hardest.includes(kind))
  let kinds = [...dice.shuffled(others), ...dice.shuffled(hardest)]
  while (journal.now() < untilMs) {
    if (kinds.length === 0) kinds = dice.shuffled(Object.keys(faults))
    await sleep(Math.min(dice.between(0.5, 1.5) * everyMs, Math.max(0, untilMs - journal.now())))
    if (journal.now() >= untilMs) break
    await faults[kinds.pop()]()
  }
  model.failing = 0
}

/** The probability of a random failure of the model. */
const baseFailing = 0.03

/** Opens a database that restarts at the same address when it dies, as with `npm start`. */
export async function openSoakDatabase({ openThrowawayDatabase, openDatabase, connect }) {
  const say = () => {}
  const throwaway = await openThrowawayDatabase({ unsafeFast: false, say })
  const open = () => openDatabase({ dataDir: throwaway.folder, say })
  const database = await open()
  database.keepUp()
  const ask = async (...statements) => {
    const client = await connect(database.ownerUrl)
    try {
      let rows
      for (const sql of statements) ({ rows } = await client.query(sql))
      return rows
    } finally {
      await client.end()
    }
  }
  const wire = await startDatabaseWire(database.url)
  const startedAt = async () => (await ask('select pg_postmaster_start_time()::text as at'))[0].at
  return {
    ownerUrl: database.ownerUrl,
    url: database.url,
    /** The proxy between the servers and the database. */
    wire,
    setReadOnly: (isReadOnly) =>
      ask(
        'set default_transaction_read_only = off',
        `alter system set default_transaction_read_only = ${isReadOnly}`,
        'select pg_reload_conf()'
      ),
    cutConnections: () =>
      ask(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null'
      ),
    async restart(signal) {
      const [before, { pid }] = await Promise.all([startedAt(), open()])
      process.kill(pid, signal)
      for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50))
        if ((await startedAt().catch(() => before)) !== before) return
      throw new Error('The database did not come back.')
    },
    async remove() {
      wire.close()
      await database.close()
      await throwaway.remove()
    },
  }
}
