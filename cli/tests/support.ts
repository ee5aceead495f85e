import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { databaseEnv } from '#tests/support/databases'
import { startFlags, terminalSize } from '#tests/support/server'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'build/cli/main.js')
const isBuilt = existsSync(built) && !process.env.FACET_TEST_SOURCES
const program = isBuilt ? [built] : [`--import=${import.meta.resolve('@poppinss/ts-exec')}`, join(root, 'cli/main.ts')]

export interface Run {
  code: number | null
  out: string
  err: string
  /** The object that `--json` printed. Throws if the output is anything else. */
  json: any
}

export interface CliOptions {
  databaseUrl?: string
  input?: string
  env?: Record<string, string>
  cwd?: string
}

/** Returns Node's arguments to run a command. */
export const argumentsOf = (args: string[]): string[] => [...startFlags, ...program, ...args]

export const environmentOf = ({ databaseUrl = '', env = {} }: CliOptions): Record<string, string> => ({
  PATH: process.env.PATH!,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  ...terminalSize,
  NODE_ENV: 'test',
  ...databaseEnv(databaseUrl),
  LOG_LEVEL: 'debug',
  ...env,
})

/** Runs a command without a terminal, with `input` on standard input. */
export const cli = async (args: string[], options: CliOptions = {}): Promise<Run> => {
  const { input = '', cwd = root } = options
  const child = spawn(process.execPath, argumentsOf(args), { cwd, env: environmentOf(options) })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return {
    code: await ended,
    out,
    err,
    get json() {
      if (out.split('\n').length !== 2) throw new Error(`Not one line: ${out}`)
      return JSON.parse(out)
    },
  }
}
