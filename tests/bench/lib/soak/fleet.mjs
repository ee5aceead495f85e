import { spawn } from 'node:child_process'
import { openSync, closeSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnv } from '../processes.mjs'
import { serverEnvironment, serverFlags } from '../../../../apps/launcher/server_process.mjs'

/** How long a server may take to start. */
const bootDeadlineMs = 180_000

/**
 * The server processes of a soak, which share a database and a data folder. `command` starts one, `env` applies to all. Each has a log
 * file in `logs`.
 */
export class Fleet {
  members = []
  #turn = 0
  #options

  constructor(options) {
    this.#options = options
  }

  async start(count) {
    // The first one runs the migrations.
    for (let number = 0; number < count; number++) this.members.push({ number, port: await freePort(), lives: [] })
    const [first, ...others] = this.members
    await this.launch(first)
    await Promise.all(others.map((one) => this.launch(one)))
  }

  /** The ports in turn, whatever their state. */
  next() {
    return this.members[this.#turn++ % this.members.length]
  }

  url({ port }) {
    return `http://127.0.0.1:${port}`
  }

  /** Starts a process and waits until it is ready. */
  async launch(member) {
    const { command, root, env, logs } = this.#options
    const logPath = join(logs, `${member.port}-${member.lives.length + 1}.log`)
    const log = openSync(logPath, 'a')
    const [file, ...args] = command
    const child = spawn(file, [...serverFlags, ...args], {
      cwd: root,
      detached: true,
      stdio: ['ignore', log, log, 'pipe'],
      env: { ...bareEnv(), ...serverEnvironment, ...env, PORT: String(member.port), FACET_LAUNCHER_FD: '3' },
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
      if (isReady) return
      if (Date.now() > deadline) throw new Error('A server did not get ready.')
      await sleep(50)
    }
  }

  /** Sends a signal and returns how the process ended. */
  async end(member, signal) {
    member.child.kill(signal)
    return member.ended
  }

  async stopAll() {
    await Promise.all(this.members.filter(({ child }) => child).map((member) => this.end(member, 'SIGKILL')))
  }

  /** Error messages in the servers' logs, with counts. */
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

/** Below the ephemeral ports, so that a port is still free when its server restarts. */
async function freePort() {
  for (;;) {
    const probe = createServer().listen(10_000 + Math.floor(Math.random() * 20_000), '127.0.0.1')
    const isFree = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]).catch(() => false)
    if (!isFree) continue
    const { port } = probe.address()
    probe.close()
    await once(probe, 'close')
    return port
  }
}
