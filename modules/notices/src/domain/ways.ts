import { alwaysListed, notificationKinds, type NotificationKind, type NotificationWay } from '../../api.ts'
import type { NotificationSettings } from '../../api.ts'

/** The ways of the kinds that a user has changed. */
export type NotificationChoices = Partial<Record<NotificationKind, readonly NotificationWay[]>>

const pushed: readonly NotificationKind[] = ['reply_finished', 'comment', 'comment_reply', 'decision', 'review_decided']

/** The digest leaves out what is of no use later. Who turns it on chooses the others one by one. */
const unmailed: readonly NotificationKind[] = ['welcome', 'reward_ready', 'reply_finished', 'rubies_received']

const defaultWays = (kind: NotificationKind): readonly NotificationWay[] => [
  'app',
  ...(pushed.includes(kind) ? (['push'] as const) : []),
  ...(unmailed.includes(kind) ? [] : (['mail'] as const)),
]

/** Returns the ways in which a user is notified of a kind. */
export const waysOf = (kind: NotificationKind, choices: NotificationChoices): NotificationWay[] => {
  const ways = choices[kind] ?? defaultWays(kind)
  return alwaysListed.includes(kind) && !ways.includes('app') ? ['app', ...ways] : [...ways]
}

export const settingsOf = (choices: NotificationChoices): NotificationSettings =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, waysOf(kind, choices)])) as NotificationSettings

/** Returns the kinds that the digest tells of. */
export const mailedKinds = (choices: NotificationChoices): NotificationKind[] =>
  notificationKinds.filter((kind) => waysOf(kind, choices).includes('mail'))
