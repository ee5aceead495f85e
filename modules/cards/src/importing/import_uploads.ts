import { inject } from '@adonisjs/core'
import type { StorageUse } from '#modules/accounts/index'
import { fail, ok, type Result } from '#modules/kernel/result'
import { UserTurns } from '#modules/kernel/user_turns'
import { cardImportLimits, type CardFileOutcome, type DuplicatesRule } from '../../api.ts'
import { ImportCards } from './import_cards.ts'
import { workQueue } from '../work_queue.ts'
import { ImportTurns, inTurn, type TurnRefusal } from './import_turns.ts'
import { refusedOutcome } from './outcomes.ts'

/** A received file. */
interface Upload {
  path: string
  name: string
  /** Whether the file exceeds the size limit. */
  isTooLarge: boolean
}

/** The storage is full, and no card could be imported. */
type Full = { kind: 'full' } & StorageUse

interface UploadsRequest {
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

  /** Receives and imports the files, as `inTurn` describes. */
  run<Refusal>(
    request: UploadsRequest,
    receive: () => Promise<Result<readonly Upload[], Refusal>>
  ): Promise<Result<CardFileOutcome[], Full | TurnRefusal | Refusal>> {
    return inTurn(request.ownerId, { turns: this.turns, slots: this.#slots }, receive, (uploads) =>
      this.#import(uploads, request)
    )
  }

  async #import(uploads: readonly Upload[], request: UploadsRequest): Promise<Result<CardFileOutcome[], Full>> {
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
    const tooLarge = uploads.filter(({ isTooLarge }) => isTooLarge)
    return ok([
      ...outcomes,
      ...tooLarge.map(({ name }) => refusedOutcome({ file: name }, 'The file is larger than 64 MB.')),
    ])
  }
}
