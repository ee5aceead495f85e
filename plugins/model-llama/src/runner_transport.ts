import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../../contract/errors.ts'
import { httpTransport } from '../../contract/http_transport.ts'
import type { Transport } from '../../contract/transport.ts'

/** How long a new runner may take to listen. It loads the model later. */
const startMs = 30_000
const pollMs = 50
/** Operating systems cut longer ones. */
const socketPathMax = 90

/** Compiled or not, as this file is. */
const runner = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? 'runner.ts' : 'runner.js')

/** Another model gets another socket, so that servers with the old one finish with it. */
export const socketOf = (folder: string, model: string): string =>
  join(folder, `llama-${createHash('sha256').update(model).digest('hex').slice(0, 8)}.sock`)

/** Reaches this machine's runner of the model, and starts it when there is none. */
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
      // One that found another runner has ended with 0. The other one may have been dying.
      if (!started || started.exitCode === 0) started = start(folder, model, socketPath)
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** A runner that dies may still accept connections, which then break. */
const isAbsent = ({ cause }: Error): boolean =>
  ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String((cause as NodeJS.ErrnoException | undefined)?.code))

const hasFailed = (started: ChildProcess | undefined): boolean =>
  started !== undefined && (Boolean(started.exitCode) || started.signalCode !== null)

/** Outlives this process, because others may use it. Gets nothing of the environment. */
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
