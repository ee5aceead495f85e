import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { publicName } from '#modules/accounts/api'
import { Accounts } from '#modules/accounts/index'
import { waitForLock } from '#modules/kernel/locks'
import type { HiddenThing, HidingKind } from '../../api.ts'
import { Gallery, type Viewer } from '../../index.ts'
import { limits } from '../domain/limits.ts'

/** The characters and creators that users hide from their own gallery, and the people that they block. */
@inject()
export class Hidings {
  constructor(
    private readonly db: Database,
    private readonly gallery: Gallery,
    private readonly accounts: Accounts
  ) {}

  /** Lists what a user hides, newest first. */
  async list(userId: string): Promise<HiddenThing[]> {
    const { rows } = await this.db.rawQuery<{ rows: { kind: HidingKind; id: string; name: string | null }[] }>(
      `SELECT hidings.kind, hidings.id, characters.name FROM hidings
       LEFT JOIN characters ON hidings.kind = 'character' AND characters.id = hidings.id AND is_public AND deleted_at IS NULL
       WHERE user_id = ?::uuid ORDER BY hidings.created_at DESC, hidings.id`,
      [userId]
    )
    const people = await this.accounts.profiles(rows.filter(({ kind }) => kind !== 'character').map(({ id }) => id))
    return rows.map(({ kind, id, name }) => {
      const person = people.get(id)
      return { kind, id, name: person ? publicName(person) : name }
    })
  }

  /** Idempotent. */
  async hide(
    viewer: Viewer,
    kind: HidingKind,
    id: string
  ): Promise<'hidden' | 'unknown_hiding' | 'oneself' | 'too_many_hidings'> {
    if (kind === 'character' ? !(await this.gallery.find(id, viewer)) : !(await this.accounts.profiles([id])).has(id))
      return 'unknown_hiding'
    if (id === viewer.id) return 'oneself'
    return this.db.transaction(async (trx) => {
      await waitForLock(trx, `gallery.hide ${viewer.id}`)
      const { rows } = await trx.rawQuery<{ rows: { count: number }[] }>(
        'SELECT count(*)::int AS count FROM hidings WHERE user_id = ?::uuid AND NOT (kind = ? AND id = ?::uuid)',
        [viewer.id, kind, id]
      )
      if (rows[0]!.count >= limits.hidingsMax) return 'too_many_hidings'
      await trx.rawQuery(
        'INSERT INTO hidings (user_id, kind, id) VALUES (?::uuid, ?, ?::uuid) ON CONFLICT DO NOTHING',
        [viewer.id, kind, id]
      )
      return 'hidden'
    })
  }

  /** Idempotent. */
  async show(userId: string, kind: HidingKind, id: string) {
    await this.db.rawQuery('DELETE FROM hidings WHERE user_id = ?::uuid AND kind = ? AND id = ?::uuid', [
      userId,
      kind,
      id,
    ])
  }
}
