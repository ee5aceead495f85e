import { randomBytes, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { Scrypt } from '@adonisjs/core/hash/drivers/scrypt'
import { PhcFormatter } from '@adonisjs/core/hash/phc_formatter'
import type { HashDriverContract } from '@adonisjs/core/types/hash'
import { HashingPool } from './hashing_pool.ts'

export interface ThreadedScryptSettings {
  cost: number
  blockSize: number
  parallelization: number
  maxMemory: number
  /** Passwords that this process hashes at once. */
  threads: number
  /** Passwords that may wait in this process. */
  waitingMax: number
}

const saltBytes = 16
const keyBytes = 64

/**
 * The framework's scrypt driver on worker threads, so that sign-ins don't delay file reads. Hashes have the framework's format, so each
 * driver verifies the other's hashes. `make` and `verify` reject with `HashingBusy` when the queue is full.
 */
export class ThreadedScrypt implements HashDriverContract {
  readonly #settings: ThreadedScryptSettings
  readonly #stock: Scrypt
  readonly #format = new PhcFormatter<{ n: number; r: number; p: number }>()
  readonly #pool: HashingPool

  constructor(settings: ThreadedScryptSettings) {
    const { threads, waitingMax, ...options } = settings
    this.#settings = settings
    this.#stock = new Scrypt(options)
    this.#pool = new HashingPool({ threads, waitingMax })
  }

  isValidHash(value: string) {
    return this.#stock.isValidHash(value)
  }

  needsReHash(value: string) {
    return this.#stock.needsReHash(value)
  }

  async make(password: string) {
    const { cost: n, blockSize: r, parallelization: p } = this.#settings
    const salt = randomBytes(saltBytes)
    const key = await this.#derive(password, salt, keyBytes, { n, r, p })
    return this.#format.serialize(salt, key, { id: 'scrypt', params: { n, r, p } })
  }

  async verify(hash: string, password: string) {
    if (!this.isValidHash(hash)) return false
    const { salt, hash: expected, params } = this.#format.deserialize(hash)
    const key = await this.#derive(password, salt, expected.byteLength, params!)
    return timingSafeEqual(key, expected)
  }

  async #derive(password: string, salt: Buffer, keyLength: number, { n, r, p }: { n: number; r: number; p: number }) {
    const options: ScryptOptions = { cost: n, blockSize: r, parallelization: p, maxmem: this.#settings.maxMemory }
    return Buffer.from(await this.#pool.derive({ password, salt, keyLength, options }))
  }
}
