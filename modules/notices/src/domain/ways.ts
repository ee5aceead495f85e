import type { NotificationKind, NotificationWay } from '../../api.ts'

/** The ways of the kinds that a user has changed. */
export type NotificationChoices = Partial<Record<NotificationKind, readonly NotificationWay[]>>

const pushed: readonly NotificationKind[] = ['reply_finished', 'comment', 'comment_reply', 'decision']

/** Kinds that the app always shows, because the law asks for it. */
export const alwaysListed: readonly NotificationKind[] = ['decision']

const defaultWays = (kind: NotificationKind): readonly NotificationWay[] =>
  pushed.includes(kind) ? ['app', 'push'] : ['app']

/** Returns the ways in which a user is notified of a kind. */
export const waysOf = (kind: NotificationKind, choices: NotificationChoices): readonly NotificationWay[] => {
  const ways = choices[kind] ?? defaultWays(kind)
  return alwaysListed.includes(kind) && !ways.includes('app') ? ['app', ...ways] : ways
}
