import { inject } from '@adonisjs/core'
import type { StorageUse } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
import { cardImportLimits, type CardFileOutcome, type DuplicatesRule } from '../../api.ts'
import { ImportCards } from './import_cards.ts'
import { workQueue } from '../work_queue.ts'
import { ImportTurns } from './import_turns.ts'

/** A received file. */
interface Upload {
  path: string
  name: string
  /** Whether the file exceeds the size limit. */
  isTooLarge: boolean
}

export type UploadsRefusal =
  /** The process already runs the maximum number of imports. */
  | { kind: 'overloaded' }
  /** The user has another import in progress. */
  | { kind: 'busy' }
  /** The storage is full, and no card could be imported. */
  | ({ kind: 'full' } & StorageUse)

export interface UploadsRequest {
  ownerId: string
  doubles: DuplicatesRule
  dryRun: boolean
  signal: AbortSignal
}

/** Imports the files that a user uploads. Users take turns, between two files of an archive, too. */
@inject()
export class ImportUploads {
  readonly #slots = new UserTurns({ runningMax: cardImportLimits.atOnce, ...workQueue })

  constructor(
    private readonly importCards: ImportCards,
    private readonly turns: ImportTurns
  ) {}

  /**
   * Calls `receive` once no other import of the user is running, so that uploads are limited, too. The import waits for a slot afterwards, so
   * that a slow upload delays no other user.
   */
  async run<Refusal>(
    request: UploadsRequest,
    receive: () => Promise<Result<readonly Upload[], Refusal>>
  ): Promise<Result<CardFileOutcome[], UploadsRefusal | Refusal>> {
    const imported = await this.turns.use(request.ownerId, async () => {
      const received = await receive()
      if (!received.ok) return received
      const outcomes = await this.#slots.use(request.ownerId, () => this.#import(received.value, request))
      return outcomes ?? fail({ kind: 'overloaded' as const })
    })
    return imported ?? fail({ kind: 'busy' })
  }

  async #import(
    uploads: readonly Upload[],
    request: UploadsRequest
  ): Promise<Result<CardFileOutcome[], UploadsRefusal>> {
    const outcomes: CardFileOutcome[] = []
    let full: StorageUse | null = null
    const files = uploads.filter(({ isTooLarge }) => !isTooLarge)
    const onFull = (use: StorageUse) => (full = use)
    for await (const outcome of this.importCards.run({ ...request, files, onFull })) {
      outcomes.push(outcome)
      await this.#slots.pass(request.ownerId)
    }
    if (full !== null && outcomes.every(({ outcome }) => outcome === 'refused'))
      return fail({ kind: 'full', ...(full as StorageUse) })
    const tooLarge = uploads.filter(({ isTooLarge }) => isTooLarge).map(({ name }) => tooLargeOutcome(name))
    return ok([...outcomes, ...tooLarge])
  }
}

const tooLargeOutcome = (file: string): CardFileOutcome => ({
  file,
  outcome: 'refused',
  character: null,
  match: null,
  lorebook: null,
  contents: null,
  report: { format: null, spec: null, kept: [], warnings: [], refusedBecause: 'The file is larger than 64 MB.' },
})
