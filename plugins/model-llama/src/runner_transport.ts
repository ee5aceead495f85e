import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Transport } from '../../contract/transport.ts'

/** How long a new runner may take until it listens. It loads the model only at the first request. */
const startMs = 30_000
const pollMs = 50
/** The longest path of a socket, in bytes. Operating systems truncate longer paths. */
const socketPathMax = 90

/** The path of the runner, which is compiled if this file is. */
const runner = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? 'runner.ts' : 'runner.js')

/** Returns the path of the model's socket. Each model has its own, so that servers can still finish replies of an old model. */
export const socketOf = (folder: string, model: string): string =>
  join(folder, `llama-${createHash('sha256').update(model).digest('hex').slice(0, 8)}.sock`)

/** Creates a transport to this machine's runner of the model. It starts a runner if none is running. */
export const runnerTransport = (folder: string, model: string): Transport => {
  const socketPath = socketOf(folder, model)
  return async (request, signal) => {
    if (Buffer.byteLength(socketPath) > socketPathMax)
      throw new ProviderError('misconfigured', `The path of DATA_DIR is too long for a socket: ${socketPath}`)
    const deadline = performance.now() + startMs
    let started: ChildProcess | undefined
    for (;;) {
      try {
        return await httpTransport({ ...request, socketPath }, signal)
      } catch (error) {
        if (!isAbsent(error as Error)) throw error
      }
      if (hasFailed(started) || performance.now() > deadline)
        throw new ProviderError('misconfigured', 'The process for the model does not start; runner.log has details.')
      // A new runner exits with 0 if it finds another runner. That runner may have been about to exit.
      if (!started || started.exitCode === 0) started = start(folder, model, socketPath)
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** Whether the error means that no runner is listening. A runner that is exiting may still accept connections, which then break. */
const isAbsent = ({ cause }: Error): boolean =>
  ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String((cause as NodeJS.ErrnoException | undefined)?.code))

const hasFailed = (started: ChildProcess | undefined): boolean =>
  started !== undefined && (Boolean(started.exitCode) || started.signalCode !== null)

/** Starts a runner. It outlives this process, because other processes may use it, and its environment is empty. */
const start = (folder: string, model: string, socketPath: string) => {
  const log = openSync(join(folder, 'runner.log'), 'w', 0o600)
  try {
    const loaders = process.execArgv.filter((argument) => argument.startsWith('--import'))
    const child = spawn(process.execPath, [...loaders, runner, folder, model, socketPath], {
      detached: true,
      stdio: ['ignore', log, log],
      env: {},
    })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}
