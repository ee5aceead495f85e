import { spawn } from 'node:child_process'
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
    const call = () => httpTransport({ ...request, socketPath }, signal)
    try {
      return await call()
    } catch (error) {
      // A runner that dies may still accept a connection.
      if (!isAbsent(error) && codeOf(error) !== 'ECONNRESET') throw error
    }
    const started = start(folder, model, socketPath)
    const deadline = performance.now() + startMs
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isAbsent(error)) throw error
        // 0: another process has started one.
        if ((started.exitCode ?? 0) !== 0 || performance.now() > deadline)
          throw new ProviderError('misconfigured', 'The process for the model does not start; runner.log has details.')
      }
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  }
}

const codeOf = (error: unknown): unknown => ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code

const isAbsent = (error: unknown): boolean => ['ENOENT', 'ECONNREFUSED'].includes(String(codeOf(error)))

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
