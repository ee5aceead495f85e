import { inject } from '@adonisjs/core'
import { Encryption } from '@adonisjs/core/encryption'
import { Database } from '@adonisjs/lucid/database'
import { attributesOf, type Attributes } from '#modules/kernel/tables'
import { PushKeyRotation, PushSettings } from '../../index.ts'
import { PushKeyRow } from '../tables/push_key_row.ts'
import { newServerKey, serverKeyOf, type ServerKey } from './web_push.ts'

type Row = Attributes<PushKeyRow>

/** Binds the ciphertext to its row. */
const purpose = (publicKey: string) => `push key ${publicKey}`

/**
 * The keys by which push services know the server. The first one is made when it is needed, or taken from `VAPID_PRIVATE_KEY`. Earlier keys
 * sign for the subscriptions that were made with them, until their browsers renew them.
 */
@inject()
export class PushKeys extends PushKeyRotation {
  constructor(
    private readonly db: Database,
    private readonly encryption: Encryption,
    private readonly settings: PushSettings
  ) {
    super()
  }

  /** Returns the key for new subscriptions: the given one, or the newest. Processes that begin at once agree on one. */
  async current(): Promise<ServerKey> {
    const given = this.#given()
    if (given) {
      // Stored, so that it signs for its subscriptions when the setting has changed.
      if (!(await this.find(given.publicKey))) await this.#add(given)
      return given
    }
    const { generation, key } = await this.#newest()
    if (key) return key
    await this.#add(newServerKey(), generation + 1)
    const { key: made } = await this.#newest()
    if (!made) throw new Error('The push key of another process can’t be decrypted: all need the same APP_KEY.')
    return made
  }

  /** Returns the key that browsers know by its public part. Null if it is gone, or was encrypted with an unknown APP_KEY. */
  async find(publicKey: string): Promise<ServerKey | null> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${attributesOf(PushKeyRow)} FROM push_keys WHERE public_key = ?`,
      [publicKey]
    )
    return rows[0] ? this.#open(rows[0]) : null
  }

  async rotate(): Promise<'rotated' | 'given'> {
    if (this.#given()) return 'given'
    await this.#add(newServerKey())
    await this.db.rawQuery(
      `-- all users: a key serves the browsers of all
       DELETE FROM push_keys WHERE generation < (SELECT max(generation) FROM push_keys)
         AND NOT EXISTS (SELECT FROM push_subscriptions WHERE server_key = public_key)`
    )
    return 'rotated'
  }

  /** Encrypts the keys with the current APP_KEY. */
  async reseal(): Promise<{ resealed: number; lost: number }> {
    const counted = { resealed: 0, lost: 0 }
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(`SELECT ${attributesOf(PushKeyRow)} FROM push_keys`)
    for (const row of rows) {
      const key = this.#open(row)
      counted[key ? 'resealed' : 'lost']++
      if (!key) continue
      await this.db.rawQuery('UPDATE push_keys SET sealed_private_key = ? WHERE generation = ?', [
        this.#seal(key),
        row.generation,
      ])
    }
    return counted
  }

  #given(): ServerKey | null {
    return this.settings.privateKey === null ? null : serverKeyOf(this.settings.privateKey)
  }

  /** `key` is null if there is none yet, or if it can't be decrypted. */
  async #newest(): Promise<{ generation: number; key: ServerKey | null }> {
    const { rows } = await this.db.rawQuery<{ rows: Row[] }>(
      `SELECT ${attributesOf(PushKeyRow)} FROM push_keys ORDER BY generation DESC LIMIT 1`
    )
    const [row] = rows
    return row ? { generation: row.generation, key: this.#open(row) } : { generation: 0, key: null }
  }

  /** Adds a key as this generation, by default the next one. Changes nothing if another process has added it or its generation. */
  async #add({ publicKey, privateKey }: ServerKey, generation: number | null = null) {
    await this.db.rawQuery(
      `INSERT INTO push_keys (generation, public_key, sealed_private_key)
       VALUES (coalesce(?::integer, (SELECT coalesce(max(generation), 0) + 1 FROM push_keys)), ?, ?) ON CONFLICT DO NOTHING`,
      [generation, publicKey, this.#seal({ publicKey, privateKey })] as never
    )
  }

  #seal({ publicKey, privateKey }: ServerKey): string {
    return this.encryption.encrypt(privateKey, undefined, purpose(publicKey))
  }

  #open({ publicKey, sealedPrivateKey }: Row): ServerKey | null {
    const privateKey = this.encryption.decrypt<string>(sealedPrivateKey, purpose(publicKey))
    return privateKey === null ? null : { publicKey, privateKey }
  }
}
