import type { FieldProblem } from '#modules/kernel/problem'

/** Expected failures of the writes of this module. `unknown` also stands for other users' lorebooks. */
export type WriteRefusal =
  | { kind: 'unknown' }
  | { kind: 'unknown_entry' }
  | { kind: 'invalid'; problems: FieldProblem[] }
  /** The object has changed since the caller read it. */
  | { kind: 'stale' }
  | { kind: 'full'; message: string }
  | { kind: 'too_many'; retryAfterSeconds: number }
