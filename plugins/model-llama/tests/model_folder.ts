import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '#tests/support/wait_until'
import { installRuntime } from '../index.ts'
import { writeTinyGguf } from './tiny_gguf.ts'

/** The folder with llama.cpp for the tests, which is installed once. */
const installed = join(import.meta.dirname, '../../../node_modules/.cache/model-llama')

/** The name of a model whose replies end only at their token limit. */
export const endlessModel = 'endless.gguf'

export interface ModelFolder {
  path: string
  /** Returns the process ids of this folder's runners, by default for all models. */
  runners(model?: string): number[]
  /** Kills all runners, then removes the folder. */
  close(): Promise<void>
}

/** Creates a folder with llama.cpp and two tiny models. */
export const openModelFolder = async (
  model = 'kit-model',
  path = mkdtempSync(join(tmpdir(), 'llama-'))
): Promise<ModelFolder> => {
  mkdirSync(installed, { recursive: true })
  await installRuntime(installed)
  mkdirSync(path, { recursive: true })
  symlinkSync(join(installed, 'runtime'), join(path, 'runtime'))
  writeTinyGguf(join(path, model))
  writeTinyGguf(join(path, endlessModel), { isEndless: true })
  const runners = (model = path) =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => {
        const args = pid ? argumentsOf(pid) : []
        return args.includes(path) && args.includes(model) && args.some((argument) => /\/runner\.[tj]s$/.test(argument))
      })
  const close = async () => {
    for (const pid of runners()) kill(pid)
    await waitUntil('all runners have ended', () => runners().length === 0)
    rmSync(path, { recursive: true })
  }
  return { path, runners, close }
}

const argumentsOf = (pid: number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
