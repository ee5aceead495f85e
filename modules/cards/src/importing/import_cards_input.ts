import type { DoublesRule } from '../../api.ts'

export interface ImportCardsInput {
  ownerId: string
  files: readonly { path: string; name: string }[]
  doubles: DoublesRule
  dryRun: boolean
  /** Who brought the files: the owner, or an admin. */
  cameBy?: 'upload' | 'bulk'
  signal?: AbortSignal
  /** Called when a card is refused because the owner stores too much. */
  onFull?: (usedBytes: number) => void
}
