import { inject } from '@adonisjs/core'
import { Timers } from '#plugins/contract/timers'
import { CreatorCharacters } from '#modules/gallery/index'
import { runInBatches } from '#modules/kernel/batches'
import { DatabaseProfiles } from '../database_profiles.ts'

const batchRows = 500
/** The next run adds the rest. */
const batchesPerRun = 2_000

/**
 * Adds the users who have public characters, so that searches find them. Imports and processes of the previous release publish characters
 * without an event. Safe to repeat, and several processes may run it at once.
 */
@inject()
export class AddCreators {
  constructor(
    private readonly characters: CreatorCharacters,
    private readonly profiles: DatabaseProfiles,
    private readonly timers: Timers
  ) {}

  async run(signal?: AbortSignal): Promise<void> {
    let last: string | null = null
    await runInBatches(
      async () => {
        const ids: string[] = await this.characters.creatorsAfter(last, batchRows)
        if (ids.length > 0) await this.profiles.add(ids)
        last = ids.at(-1) ?? null
        return ids.length < batchRows
      },
      { timers: this.timers, max: batchesPerRun, signal }
    )
  }
}
