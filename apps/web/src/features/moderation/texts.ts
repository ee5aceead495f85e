import type { CaseState, DecisionKind, ThingKind } from '#modules/moderation/api'

export const thingNames: Record<ThingKind, string> = {
  character: 'Character',
  comment: 'Comment',
  picture: 'Picture',
  profile: 'Profile',
  answer: 'Answer',
  notice: 'Notice',
}

export const stateNames: Record<CaseState, string> = { open: 'Open', appealed: 'Appeals', closed: 'Decided' }

/** The buttons for decisions. */
export const decisionNames: Record<DecisionKind, string> = {
  dismiss: 'Dismiss',
  mark_adult: 'Mark as adult',
  hide: 'Hide',
  remove: 'Remove',
  warn: 'Warn',
  suspend: 'Suspend',
  ban: 'Ban',
}

export const decidedNames: Record<DecisionKind, string> = {
  dismiss: 'Dismissed',
  mark_adult: 'Marked as adult',
  hide: 'Hidden',
  remove: 'Removed',
  warn: 'Warned',
  suspend: 'Suspended',
  ban: 'Banned',
}

const hourMs = 3_600_000

/** 'Due in 3 days', 'Due in 5 h', 'Overdue by 2 h'. */
export function dueText(dueAt: string, now: number): string {
  const hours = Math.round((Date.parse(dueAt) - now) / hourMs)
  const size = Math.abs(hours)
  const text = size < 48 ? `${size} h` : `${Math.round(size / 24)} days`
  return hours < 0 ? `Overdue by ${text}` : `Due in ${text}`
}
