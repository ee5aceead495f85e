import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { waitForLock } from '#modules/kernel/locks'
import { fail, ok, type Result } from '#modules/kernel/result'
import { ControlRoomSettings } from '../settings.ts'
import { ControlRoom, type ControlRoomChange, type StoredRoom } from '../control_room.ts'
import { ModelConnectionRow } from '../tables/model_connection_row.ts'
import { ModelTierRow } from '../tables/model_tier_row.ts'

export type RoomRefusal =
  | { kind: 'locked' }
  | { kind: 'unknown_connection' }
  | { kind: 'unknown_tier' }
  | { kind: 'too_many_connections' }
  | { kind: 'in_use'; names: string }
  | { kind: 'unusable'; problem: string }
  | { kind: 'invalid'; field: string; message: string }

export interface RoomEdit extends Pick<ControlRoomChange, 'kind' | 'name' | 'before' | 'after'> {
  room: StoredRoom
}

/** Makes one change of the control room, and records it. Refuses what would leave a tier unusable. */
@inject()
export class ChangeControlRoom {
  constructor(
    private readonly db: Database,
    private readonly room: ControlRoom,
    private readonly settings: ControlRoomSettings
  ) {}

  /** `edit` returns the new rows. Unchanged rows must be the same objects. */
  async run(
    actorId: string,
    edit: (room: StoredRoom) => Result<RoomEdit, RoomRefusal>
  ): Promise<Result<null, RoomRefusal>> {
    if (!this.settings.isOpen) return fail({ kind: 'locked' })
    const changed = await this.db.transaction(async (trx): Promise<Result<null, RoomRefusal>> => {
      await waitForLock(trx, 'connections.control_room')
      const stored = await this.room.stored(trx)
      const edited = edit(stored)
      if (!edited.ok) return edited
      const { room, ...change } = edited.value
      const { tiers, tierProblems } = this.room.build(room)
      const before = this.room.build(stored).tierProblems
      const broken = [...tierProblems].find(([tier, problem]) => before.get(tier) !== problem)
      if (broken) return fail({ kind: 'unusable', problem: broken[1] })
      await write(stored, room, trx)
      const models = tiers.map(({ id: tier, model }) => ({ tier, model }))
      await this.room.changed.run({ actorId, ...change, models }, trx)
      await trx.rawQuery(`SELECT pg_notify(?, '')`, [ControlRoom.channel])
      return ok(null)
    })
    if (changed.ok) await this.room.read()
    return changed
  }
}

/** Writes the rows that differ. */
async function write(before: StoredRoom, after: StoredRoom, client: TransactionClientContract) {
  const goneTiers = before.tiers.filter(({ tier }) => !after.tiers.some((row) => row.tier === tier))
  await ModelTierRow.query({ client })
    .whereIn(
      'tier',
      goneTiers.map(({ tier }) => tier)
    )
    .delete()
  const gone = before.connections.filter(({ id }) => !after.connections.some((row) => row.id === id))
  await ModelConnectionRow.query({ client })
    .whereIn(
      'id',
      gone.map(({ id }) => id)
    )
    .delete()
  for (const { createdAt: _, ...row } of after.connections.filter((each) => !before.connections.includes(each)))
    await ModelConnectionRow.updateOrCreate({ id: row.id }, row, { client })
  for (const row of after.tiers.filter((each) => !before.tiers.includes(each)))
    await ModelTierRow.updateOrCreate({ tier: row.tier }, row, { client })
}
