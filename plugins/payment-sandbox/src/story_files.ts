import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ProviderError } from '../../contract/errors.ts'
import type { KeptOrder, Step, Story } from './story.ts'

/** An order has few steps; a folder with more is not one of ours. */
const stepsMax = 1000

/**
 * Stories as files: a folder for each, `0.json` the order, and what happened to it from `1.json` on. A file appears whole, by a link
 * that fails where one is already, and is never changed: of two that write the same step one wins, in whatever process.
 */
export class StoryFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The story under `token`; null where there is none. */
  async read(token: string): Promise<Story | null> {
    const order = await this.#file<KeptOrder>(token, 0)
    if (order === null) return null
    const steps: Step[] = []
    for (let n = 1; n <= stepsMax; n++) {
      const step = await this.#file<Step>(token, n)
      if (step === null) break
      steps.push(step)
    }
    return { order, steps }
  }

  /** Begins a story with an order, or goes on with its `n`th step, counted from 1. False: somebody else has done so. */
  async write(token: string, n: number, content: KeptOrder | Step): Promise<boolean> {
    const folder = join(this.#folder, token)
    const draft = join(folder, `${randomUUID()}.tmp`)
    try {
      if (n === 0) await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(JSON.stringify(content))
        await file.sync()
      } finally {
        await file.close()
      }
      await link(draft, join(folder, `${n}.json`))
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      throw unusable(error)
    } finally {
      await rm(draft, { force: true }).catch(() => {})
    }
  }

  async #file<T>(token: string, n: number): Promise<T | null> {
    try {
      return JSON.parse(await readFile(join(this.#folder, token, `${n}.json`), 'utf8')) as T
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw unusable(error)
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unreadable'

/** Without its cause: it names the token. */
const unusable = (error: unknown) =>
  new ProviderError('misconfigured', `The sandbox can not use the folder of its checkouts (${codeOf(error)}).`)
