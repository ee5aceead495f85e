import { alwaysListed, notificationKinds, type NotificationKind, type NotificationWay } from '../../api.ts'
import type { NotificationSettings } from '../../api.ts'

/** The ways of the kinds that a user has changed. */
export type NotificationChoices = Partial<Record<NotificationKind, readonly NotificationWay[]>>

const pushed: readonly NotificationKind[] = ['reply_finished', 'comment', 'comment_reply', 'decision']

const defaultWays = (kind: NotificationKind): readonly NotificationWay[] =>
  pushed.includes(kind) ? ['app', 'push'] : ['app']

/** Returns the ways in which a user is notified of a kind. */
export const waysOf = (kind: NotificationKind, choices: NotificationChoices): NotificationWay[] => {
  const ways = choices[kind] ?? defaultWays(kind)
  return alwaysListed.includes(kind) && !ways.includes('app') ? ['app', ...ways] : [...ways]
}

export const settingsOf = (choices: NotificationChoices): NotificationSettings =>
  Object.fromEntries(notificationKinds.map((kind) => [kind, waysOf(kind, choices)])) as NotificationSettings
