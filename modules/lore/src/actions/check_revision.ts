import type { WriteRefusal } from './refusal.ts'

/** Checks that an edit is based on the current revision. Returns the refusal, or null. */
export const checkRevision = (sent: unknown, current: number): WriteRefusal | null => {
  const revision = (sent as { revision?: unknown } | null)?.revision
  if (typeof revision === 'number') return revision === current ? null : { kind: 'stale' }
  const message = 'Send the revision that you have read.'
  return { kind: 'invalid', problems: [{ field: 'revision', rule: 'required', message }] }
}
