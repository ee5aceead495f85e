import { spawn } from 'node:child_process'
import { openSync, closeSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnv } from '../processes.mjs'
import { freePort } from '../../../support/free_port.ts'
import { HeapWatch } from '../../../support/heap_watch.ts'
import { serverEnvironment, serverFlags } from '../../../../apps/launcher/server_process.mjs'

/** How long a server may take to start. */
const bootDeadlineMs = 180_000

/** The number of processes of the last server. */
const launchedProcesses = 2

/**
 * The servers of a soak, which share a database and a data folder. `command` starts a server, and `env` applies to all. Each has a
 * log file in `logs`. The last one is a launcher with two processes.
 */
export class Fleet {
  members = []
  /** Null if the servers are on other machines. */
  heapOfFirst = null
  #turn = 0
  #options

  constructor(options) {
    this.#options = options
  }

  /** `addMachine` returns a machine for each server. Without it, all of them are on this one. */
  async start(count, addMachine) {
    if (!addMachine) this.heapOfFirst = new HeapWatch(await freePort())
    // The first server runs the migrations.
    for (let number = 0; number < count; number++)
      this.members.push({
        number,
        port: await freePort(),
        lives: [],
        isLauncher: !addMachine && number > 0 && number === count - 1,
        machine: await addMachine?.(),
        isAway: false,
      })
    const [first, ...others] = this.members
    await this.launch(first)
    await Promise.all(others.map((one) => this.launch(one)))
  }

  /** Returns the servers in turn, whatever their state, except for those that a load balancer would leave out. */
  next() {
    const members = this.members.filter(({ isAway }) => !isAway)
    return members[this.#turn++ % members.length]
  }

  url({ port, machine }) {
    return `http://${machine?.host ?? '127.0.0.1'}:${port}`
  }

  /** Starts a process and waits until it is ready. */
  async launch(member) {
    const { command, root, env, logs } = this.#options
    const logPath = join(logs, `${member.port}-${member.lives.length + 1}.log`)
    const log = openSync(logPath, 'a')
    const [file, ...args] = command
    const launched = ['tests/support/run_launcher.mjs', ...args]
    const own = [file, ...(member.isLauncher ? launched : [...serverFlags, ...args])]
    const [first, ...rest] = member.machine ? member.machine.command(file, own.slice(1)) : own
    const child = spawn(first, rest, {
      cwd: root,
      detached: true,
      stdio: ['ignore', log, log, 'pipe'],
      env: {
        ...bareEnv(),
        ...serverEnvironment,
        ...env,
        PORT: String(member.port),
        ...(member.machine && { HOST: member.machine.host }),
        FACET_LAUNCHER_FD: '3',
        PROCESSES: String(launchedProcesses),
        ...(member === this.members[0] && this.heapOfFirst?.env),
      },
    })
    closeSync(log)
    child.stdio[3].on('error', () => {})
    member.child = child
    member.ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
    member.lives.push({ pid: child.pid, logPath })
    for (const deadline = Date.now() + bootDeadlineMs; ;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`A server ended while it started:\n${readFileSync(logPath, 'utf8').slice(-2000)}`)
      const isReady = await fetch(`${this.url(member)}/health/ready`).then(
        (response) => response.ok,
        () => false
      )
      if (isReady && (!member.isLauncher || readFileSync(logPath, 'utf8').includes('processes are serving'))) return
      if (Date.now() > deadline) throw new Error('A server did not get ready.')
      await sleep(50)
    }
  }

  /** Returns the ids of a server's processes, without its launcher. */
  pids({ child, isLauncher }) {
    if (!isLauncher) return [child.pid]
    try {
      return readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number)
    } catch {
      return []
    }
  }

  /** Kills one process of a launcher and waits for its restart. */
  async killOne(member) {
    const hasRestarted = this.#nextLine(member, 'serves again')
    process.kill(this.pids(member)[0], 'SIGKILL')
    await this.#waitFor(hasRestarted)
  }

  /** Replaces the processes of a launcher and waits for the end. */
  async replace(member) {
    const areReplaced = this.#nextLine(member, 'all processes are replaced')
    member.child.kill('SIGUSR2')
    await this.#waitFor(areReplaced)
  }

  /** Returns a function that tells whether the launcher has logged this text again since. */
  #nextLine({ lives }, text) {
    const count = () => readFileSync(lives.at(-1).logPath, 'utf8').split(text).length
    const before = count()
    return () => count() > before
  }

  async #waitFor(isTrue) {
    for (const deadline = Date.now() + bootDeadlineMs; !isTrue(); await sleep(50))
      if (Date.now() > deadline) throw new Error('A launcher did not restart or replace a process in time.')
  }

  /** Sends a signal and returns how the process ended. */
  async end(member, signal) {
    member.child.kill(signal)
    return member.ended
  }

  async stopAll() {
    await Promise.all(this.members.filter(({ child }) => child).map((member) => this.end(member, 'SIGKILL')))
  }

  /** Returns the error messages in the servers' logs, with counts. */
  errors() {
    const counts = {}
    for (const { logPath } of this.members.flatMap(({ lives }) => lives))
      for (const line of readFileSync(logPath, 'utf8').split('\n')) {
        if (!line.startsWith('{')) continue
        const { level, msg, err } = JSON.parse(line)
        if (level < 50 || !err) continue
        // The message starts with the failed statement.
        const what = `${msg}: ${err.message.split(' - ').at(-1).slice(0, 150)}`
        counts[what] = (counts[what] ?? 0) + 1
      }
    return counts
  }
}
