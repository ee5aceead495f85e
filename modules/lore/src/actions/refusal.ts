import type { FieldProblem } from '#modules/kernel/refusals'

/** Expected failures of this module's writes. `unknown` includes other users' lorebooks. */
export type WriteRefusal =
  | { kind: 'unknown' }
  | { kind: 'unknown_entry' }
  | { kind: 'invalid'; problems: FieldProblem[] }
  /** The object has changed since the caller read it. */
  | { kind: 'stale' }
  | { kind: 'full'; message: string }
  | { kind: 'too_many'; retryAfterSeconds: number }
