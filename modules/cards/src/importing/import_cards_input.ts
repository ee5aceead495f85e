import type { StorageUse } from '#modules/accounts/index'
import type { DuplicatesRule } from '../../api.ts'

export interface ImportCardsInput {
  ownerId: string
  files: readonly { path: string; name: string }[]
  doubles: DuplicatesRule
  dryRun: boolean
  /** The source of the files: the owner (`upload`, the default) or an admin (`bulk`). */
  cameBy?: 'upload' | 'bulk'
  signal?: AbortSignal
  /** Called when a card is refused because the owner's storage is full. */
  onFull?: (use: StorageUse) => void
}
