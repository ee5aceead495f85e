import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ProviderError } from '../../contract/errors.ts'
import type { StoredOrder, Step, OrderLog } from './order_log.ts'

/** The limit of the loop that reads steps. Orders have few steps. */
const stepsMax = 1000

/**
 * Stores each log in a folder. `0.json` is the order, `1.json` and up are its steps. A file is created by a hard link, which is atomic and
 * fails if the file exists. When two processes write the same step, only one succeeds.
 */
export class OrderLogFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Reads the log of an order. Null if no order has this token. */
  async read(token: string): Promise<OrderLog | null> {
    const order = await this.#file<StoredOrder>(token, 0)
    if (order === null) return null
    const steps: Step[] = []
    for (let n = 1; n <= stepsMax; n++) {
      const step = await this.#file<Step>(token, n)
      if (step === null) break
      steps.push(step)
    }
    return { order, steps }
  }

  /** Writes the order (`n` = 0) or its `n`th step. Returns false if the file already exists. */
  async write(token: string, n: number, content: StoredOrder | Step): Promise<boolean> {
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

/** Creates the error for an unusable folder. Omits the cause, which contains the token. */
const unusable = (error: unknown) =>
  new ProviderError('misconfigured', `The sandbox can't use its folder (${codeOf(error)}).`)
