import { fork, spawn } from 'node:child_process'

const stopDeadlineMs = 10_000
const keptLines = 30
/** How long to wait for the last output of a process that has exited. A process that it left behind may keep the pipe open. */
const lastOutputMs = 2_000

/** The processes of one run. `stopAll` stops them in reverse order. */
export class Processes {
  #started = []

  /** Forks one of our modules with an IPC channel. It exits when this process dies. */
  fork(name, file, env = {}) {
    const child = fork(file, [], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      env: { ...bareEnv(), ...env },
    })
    return this.#keep(name, child)
  }

  /** Starts another program, with a pipe on fd 3 that closes when this process dies. */
  spawn(name, command, args, { env, cwd }) {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, env, cwd })
    child.stdio[3].on('error', () => {})
    return this.#keep(name, child)
  }

  /** Runs a program with `input` on stdin and returns its stdout. Throws with its last lines when it fails. */
  async run(name, command, args, { env, cwd, input = '' }) {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, env, cwd })
    const kept = this.#keep(name, child)
    let output = ''
    child.stdout.on('data', (piece) => (output += piece))
    child.stdin.on('error', () => {}) // it may end without reading
    child.stdin.end(input)
    await kept.ended
    if (child.exitCode !== 0) throw new Error(kept.describeEnd())
    return output
  }

  /** Sends SIGTERM, and SIGKILL after a deadline. Idempotent. */
  async stopAll() {
    for (const one of this.#started.splice(0).reverse()) await stop(one)
  }

  #keep(name, child) {
    const lines = []
    const keep = (piece) => {
      lines.push(...String(piece).split('\n').filter(Boolean))
      lines.splice(0, Math.max(0, lines.length - keptLines))
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const ended = new Promise((resolve) => {
      child.once('close', resolve)
      child.once('exit', () => setTimeout(resolve, lastOutputMs).unref())
      child.once('error', (error) => resolve(keep(error.message)))
    })
    const one = {
      name,
      child,
      ended,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      describeEnd: () =>
        `The ${name} ended (${child.signalCode ?? child.exitCode ?? 'not started'}):\n${lines.join('\n')}`,
      /** Resolves to the next message of a fork. Throws if the fork exits. */
      nextMessage: () =>
        new Promise((resolve, reject) => {
          child.once('message', resolve)
          ended.then(() => reject(new Error(one.describeEnd())))
        }),
    }
    this.#started.push(one)
    return one
  }
}

async function stop({ child, ended, hasEnded }) {
  if (hasEnded() || child.pid === undefined) return
  child.kill('SIGTERM')
  const force = setTimeout(() => killGroup(child.pid), stopDeadlineMs)
  await ended
  clearTimeout(force)
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL') // it leads its own process group, so this kills its children, too
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Returns a clean environment, so that the caller's settings don't affect the measurement. */
export function bareEnv() {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  return Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value !== undefined))
}
