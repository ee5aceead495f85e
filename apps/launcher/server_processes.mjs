import { spawn } from 'node:child_process'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCodeOf } from './child.mjs'
import { serverEnvironment } from './server_process.mjs'

/** A process that served this long before it died restarts at once. */
const STABLE_MS = 60_000
/** The delay before the next start, by the number of consecutive early deaths. */
const RESTART_MS = [0, 0, 1_000, 2_000, 5_000, 10_000, 30_000]
/** The launcher stops after this many consecutive early deaths, if no process is serving. */
const EARLY_DEATHS_MAX = 4
/** How long a replacement may take to become ready. */
const REPLACEMENT_MS = 120_000
/** How long the other processes may take to report their metrics. */
const METRICS_MS = 1_000

/**
 * The server processes of one launcher, numbered from 1. All accept connections from one inherited socket. Over its IPC channel, each
 * process reports that it is ready, asks for the metrics of the others, and receives the request to leave.
 */
export class ServerProcesses {
  #options
  #slots
  /** Every running process, including replacements and processes that are leaving. */
  #running = new Set()
  #over = withResolvers()
  #stopping = new AbortController()
  #isRolling = false
  #metricsRequests = new Map()
  #requestCount = 0

  /**
   * - `listenerFd` is the inherited socket, or null if the only process opens its own.
   * - `onSpawn(pid)` is awaited after each start.
   * - `drainMs` is the time between SIGTERM and SIGKILL.
   */
  constructor({ count, listenerFd, command, environment, say, drainMs, onSpawn = () => {} }) {
    this.#options = { count, listenerFd, command, environment, say, drainMs, onSpawn }
    this.#slots = Array.from({ length: count }, (_, index) => ({ number: index + 1, current: null, earlyDeaths: 0 }))
  }

  /**
   * Starts the first process, then the others, and restarts processes that die. Resolves to the exit code when all have exited, or when the
   * first process could not start. Calls `onReady` when the first process is ready.
   */
  async run(onReady = () => {}) {
    const [first, ...others] = this.#slots
    await this.#start(first)
    if (await first.current.ready) onReady()
    else if (!this.#stopping.signal.aborted) {
      const code = await first.current.ended
      this.#options.say(`the server exited by itself (code ${code})`)
      return code
    }
    void this.#keepUp(first)
    void this.#startOneByOne(others)
    return this.#over.promise
  }

  /** Replaces one process after another without refusing a request. The new processes run the current build. */
  async roll() {
    const { say, listenerFd } = this.#options
    if (this.#isRolling || this.#stopping.signal.aborted) return
    if (listenerFd === null) return say('SIGUSR2: processes can only be replaced where they inherit a socket')
    this.#isRolling = true
    say('SIGUSR2: replacing the processes one by one')
    try {
      for (const slot of this.#slots) if (!(await this.#replace(slot))) return
      say('all processes are replaced')
    } finally {
      this.#isRolling = false
    }
  }

  /** Sends each process one SIGTERM and kills it if it misses the deadline. `exitCode` defaults to the first nonzero exit code. */
  async stop(exitCode) {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    const { drainMs } = this.#options
    const codes = await Promise.all([...this.#running].map((one) => this.#end(one, drainMs, () => one.kill('SIGTERM'))))
    this.#over.resolve(exitCode ?? codes.find((code) => code !== 0) ?? 0)
  }

  async #startOneByOne(slots) {
    for (const slot of slots) {
      if (this.#stopping.signal.aborted) return
      await this.#start(slot)
      const { ready } = slot.current
      void this.#keepUp(slot)
      await ready
    }
    if (slots.length > 0 && !this.#stopping.signal.aborted)
      this.#options.say(`${slots.length + 1} processes are serving`)
  }

  /** Restarts the slot's process whenever it dies, until the process is replaced or the launcher stops. */
  async #keepUp(slot) {
    const { say } = this.#options
    for (;;) {
      const { current } = slot
      const code = await current.ended
      if (this.#stopping.signal.aborted || slot.current !== current) return
      slot.earlyDeaths = current.servedMs() >= STABLE_MS ? 0 : slot.earlyDeaths + 1
      if (slot.earlyDeaths >= EARLY_DEATHS_MAX && !this.#slots.some(({ current: one }) => one?.isServing())) {
        say(`the server exited by itself (code ${code}) and does not start any more`)
        return this.stop(code || 1)
      }
      const waitMs = RESTART_MS[Math.min(slot.earlyDeaths, RESTART_MS.length - 1)]
      say(`${current.name} exited by itself (code ${code}), restarting it${waitMs > 0 ? ` in ${waitMs / 1000} s` : ''}`)
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
      if (this.#stopping.signal.aborted) return
      await this.#start(slot)
      const { ready, name } = slot.current
      void ready.then((isReady) => isReady && say(`${name} serves again`))
    }
  }

  /** Returns false if the replacement didn't become ready, and keeps the old process. Also returns false if the launcher is stopping. */
  async #replace(slot) {
    const old = slot.current
    // A process that is being restarted runs the new build anyway.
    if (!old || !this.#running.has(old)) return true
    await this.#start(slot)
    const { current } = slot
    const isReady = await Promise.race([current.ready, sleep(REPLACEMENT_MS, false, { ref: false })])
    if (this.#stopping.signal.aborted) return false
    if (!isReady) {
      this.#options.say(`the new ${current.name} did not get ready: keeping the old one`)
      if (this.#running.has(old)) slot.current = old
      else void this.#keepUp(slot)
      current.kill('SIGKILL')
      return false
    }
    void this.#keepUp(slot)
    // The old process serves the requests on its connections for at most the time of a drain, then drains.
    await this.#end(old, 2 * this.#options.drainMs, () => old.tell({ type: 'leave' }))
    return !this.#stopping.signal.aborted
  }

  async #end(one, deadlineMs, ask) {
    ask()
    const timer = setTimeout(() => {
      this.#options.say(`${one.name} did not stop in time and is killed`)
      one.kill('SIGKILL')
    }, deadlineMs)
    try {
      return await one.ended
    } finally {
      clearTimeout(timer)
    }
  }

  async #start(slot) {
    const { count, onSpawn } = this.#options
    const one = startProcess({ ...this.#options, number: slot.number, count })
    slot.current = one
    this.#running.add(one)
    void one.ended.then(() => this.#running.delete(one))
    one.onMessage((message) => this.#receive(one, message))
    if (this.#stopping.signal.aborted) one.kill('SIGTERM')
    if (one.pid) await onSpawn(one.pid)
  }

  #receive(one, message) {
    if (message?.type === 'get_metrics') this.#collectMetrics(one, message.id)
    if (message?.type === 'metrics') this.#metricsRequests.get(message.id)?.(one, message.metrics)
  }

  /** Asks the other processes for their metrics, and answers with the metrics that arrive in time. */
  #collectMetrics(asker, askerId) {
    const others = new Set([...this.#running].filter((one) => one !== asker && one.isServing()))
    const id = ++this.#requestCount
    const metrics = []
    const answer = () => {
      clearTimeout(timer)
      this.#metricsRequests.delete(id)
      asker.tell({ type: 'all_metrics', id: askerId, metrics })
    }
    const timer = setTimeout(answer, METRICS_MS)
    this.#metricsRequests.set(id, (one, its) => {
      if (!others.delete(one)) return
      metrics.push(its)
      if (others.size === 0) answer()
    })
    if (others.size === 0) return answer()
    for (const one of others) one.tell({ type: 'get_metrics', id })
  }
}

function startProcess({ command: [file, ...args], environment, number, count, listenerFd }) {
  const child = spawn(file, args, {
    detached: true,
    // fd 3 closes when this process dies. fd 4 is the listening socket.
    stdio: ['ignore', 'inherit', 'inherit', 'pipe', listenerFd ?? 'ignore', 'ipc'],
    env: {
      ...serverEnvironment,
      ...process.env,
      ...environment,
      FACET_LAUNCHER_FD: '3',
      ...(listenerFd !== null && { FACET_LISTEN_FD: '4' }),
      FACET_PROCESS_NUMBER: String(number),
      FACET_PROCESS_COUNT: String(count),
    },
  })
  child.stdio[3]?.on('error', () => {})
  child.on('error', () => {})
  const ended = exitCodeOf(child).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    return 1
  })
  let readyAt = null
  const ready = new Promise((resolve) => {
    child.on('message', (message) => {
      if (message?.type !== 'ready') return
      readyAt ??= performance.now()
      resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid,
    name: count === 1 ? 'the server' : `process ${number}`,
    ended,
    /** Resolves to whether the process became ready before it exited. */
    ready,
    isServing: () => readyAt !== null && !hasEnded(),
    servedMs: () => (readyAt === null ? 0 : performance.now() - readyAt),
    kill: (signal) => child.kill(signal),
    onMessage: (listener) => child.on('message', listener),
    // Ignores errors, because the process may have just exited.
    tell: (message) => child.connected && child.send(message, () => {}),
  }
}

/** Promise.withResolvers, which only Node 22 and newer have. */
function withResolvers() {
  const made = {}
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
  return made
}
