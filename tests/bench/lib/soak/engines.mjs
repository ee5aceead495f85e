import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterOf } from '../../../../apps/launcher/database.mjs'
import { findBinaries } from '../../../../apps/launcher/database_binaries.mjs'
import { ownerUrl, serverUrl } from '../../../../apps/launcher/database_roles.mjs'
import { changeOwner, chooseUser, commandOf } from '../../../../apps/launcher/database_user.mjs'
import { engineCommand } from '../../../support/engines.ts'
import { writePoolerSettings } from '../../../support/pgbouncer.ts'
import { copyForReplica } from '../../../support/replicated_database.ts'
import { Network } from './network.mjs'

const startDeadlineMs = 60_000
const [natsPort, poolerPort] = [4222, 6432]

/**
 * Starts what several machines of Facet share, each on a machine of its own: PostgreSQL, a replica of it, PgBouncer with the settings of
 * the guide for operators, and NATS. Returns the machines, with `start()`, and what the soak needs of its database.
 */
export async function openEngines(undo, { openThrowawayDatabase, openDatabase, connect, folder, logs }) {
  const network = new Network()
  undo(() => network.close())
  const log = (name) => join(logs, `${name}.log`)
  const say = () => {}

  /** Adds a machine with one program, whose `start` resolves when `isUp` does. */
  const add = async (name, programOf, isUp) => {
    const machine = await network.addMachine(name)
    const start = async () => {
      const { file, args, options } = programOf(machine)
      const output = openSync(log(name), 'a')
      const [first, ...rest] = machine.command(file, args, options)
      spawn(first, rest, { cwd: '/', stdio: ['ignore', output, output] }).on('error', () => {})
      closeSync(output)
      for (const deadline = Date.now() + startDeadlineMs; !(await isUp(machine)); await sleep(50))
        if (Date.now() > deadline)
          throw new Error(`${name} did not start:\n${readFileSync(log(name), 'utf8').slice(-1000)}`)
    }
    return Object.assign(machine, { start })
  }

  const throwaway = await openThrowawayDatabase({ unsafeFast: false, say })
  undo(() => throwaway.remove())
  const roles = await openDatabase({ dataDir: throwaway.folder, say })
  const passwordOf = (role) => readFileSync(join(throwaway.folder, `${role}.password`), 'utf8').trim()
  const cluster = clusterOf(throwaway.folder)
  await roles.close()
  await stop(throwaway.pid)
  const rules = ['all', 'replication'].map((database) => `host ${database} all ${Network.range} scram-sha-256\n`)
  appendFileSync(join(cluster, 'pg_hba.conf'), rules.join(''))
  const userOf = (cluster) =>
    chooseUser({ binaries: findBinaries(), cluster, outside: '/var/lib/embedded-postgres', say })
  const at = (url, { host }, port = 5432) => {
    const address = new URL(url)
    address.hostname = host
    address.port = String(port)
    return address.href
  }
  const owner = (machine) => at(ownerUrl(passwordOf('database'), 0), machine)
  const server = (machine, port) => at(serverUrl(passwordOf('server'), 0), machine, port)
  const answers = (url) =>
    connect(url).then(
      (client) => client.end().then(() => true),
      () => false
    )

  const addDatabase = (name, user) =>
    add(
      name,
      ({ host }) => {
        const settings = [`listen_addresses=${host}`, 'unix_socket_directories=', 'port=5432']
        const flags = settings.flatMap((one) => ['-c', one])
        const [file, args] = commandOf(user, 'postgres', ['-D', user.cluster, ...flags])
        return { file, args, options: user.options }
      },
      (machine) => answers(owner(machine))
    )
  const user = userOf(cluster)
  const primary = await addDatabase('primary', user)
  await primary.start()

  const copy = `${user.cluster}-replica`
  await copyForReplica(user.cluster, copy, owner(primary))
  const copyUser = userOf(copy)
  changeOwner(copyUser, copyUser.cluster)
  const replica = await addDatabase('replica', copyUser)
  await replica.start()

  const pooler = await add(
    'pgbouncer',
    (machine) => {
      const [file, ...args] = engineCommand('pgbouncer')
      const settings = { listen_addr: machine.host, listen_port: poolerPort }
      return { file, args: [...args, writePoolerSettings(folder, server(primary), settings)] }
    },
    (machine) => answers(server(machine, poolerPort))
  )
  await pooler.start()

  const nats = await add(
    'nats-server',
    ({ host }) => {
      const [file, ...args] = engineCommand('nats-server')
      return { file, args: [...args, '--addr', host, '--port', String(natsPort)] }
    },
    () => readFileSync(log('nats-server'), 'utf8').includes('Server is ready')
  )
  await nats.start()

  const statements = new URL(server(pooler, poolerPort))
  statements.pathname += '_statements'
  return {
    machines: [primary, replica, pooler, nats],
    addServer: () => network.addMachine('server'),
    ownerUrl: owner(primary),
    env: {
      DATABASE_URL: server(pooler, poolerPort),
      DATABASE_STATEMENTS_URL: statements.href,
      DATABASE_DIRECT_URL: server(primary),
      DATABASE_OWNER_URL: owner(primary),
      DATABASE_READ_URL: server(replica),
      NATS_URL: `nats://${nats.host}:${natsPort}`,
    },
    /** The address where the machines find a server of this process. */
    host: Network.host,
  }
}

/**
 * Kills, freezes and partitions each machine in turn, in an order that the seed decides. Ends with all of them at work. `servers` are the
 * members of the fleet, with their machines.
 */
export async function injectMachineFaults({ dice, journal, fleet, machines, untilMs, everyMs }) {
  const targets = [
    ...machines.map((machine) => ({ machine, port: null, start: () => machine.start() })),
    ...fleet.members.map((member) => ({
      machine: member.machine,
      port: member.port,
      member,
      start: () => fleet.launch(member),
    })),
  ]
  const ways = {
    async killed({ machine, start }) {
      await machine.kill()
      await sleep(dice.between(0, 6_000))
      await start()
    },
    async frozen({ machine }) {
      machine.signal('SIGSTOP')
      await sleep(dice.between(2_000, 12_000))
      machine.signal('SIGCONT')
    },
    async partitioned({ machine }) {
      machine.partition()
      await sleep(dice.between(2_000, 12_000))
      machine.heal()
    },
  }
  const all = targets.flatMap((target) => Object.keys(ways).map((way) => ({ target, way })))
  let rest = []
  while (journal.now() < untilMs) {
    if (rest.length === 0) rest = dice.shuffled(all)
    await sleep(Math.min(dice.between(0.5, 1.5) * everyMs, Math.max(0, untilMs - journal.now())))
    if (journal.now() >= untilMs) break
    const { target, way } = rest.pop()
    const repaired = journal.fault(`${target.machine.name} ${way}`, target.port)
    // A load balancer sends nothing to a server that doesn't answer.
    if (target.member) target.member.isAway = true
    await ways[way](target)
    if (target.member) target.member.isAway = false
    repaired()
  }
}

async function stop(pid) {
  for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline; await sleep(20))
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      return
    }
  throw new Error('PostgreSQL did not stop.')
}
