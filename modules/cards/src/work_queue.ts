import { UserTurns } from '#modules/kernel/user_turns'
import { cardExportLimits } from '../api.ts'

/** The queue of each kind of work with files, in which users take turns. Work that waits longer is refused as busy. */
export const workQueue = { queueMax: 32, queueTimeoutMs: 30_000 } as const

/** The slots for writing cards. */
export class ExportSlots extends UserTurns {
  constructor() {
    super({ runningMax: cardExportLimits.atOnce, ...workQueue })
  }
}
