/** Wire types and limits of notifications, also for the browser. */

/** The kinds of events that users are notified of. */
export const notificationKinds = [
  'welcome',
  'reward_ready',
  'reply_finished',
  'comment',
  'comment_reply',
  'likes',
  'follower',
  'creator_published',
  'character_updated',
  'decision',
  'rubies_received',
  'announcement',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The ways in which users are notified. `app` is the list of notifications. */
export const notificationWays = ['app', 'push', 'mail'] as const
export type NotificationWay = (typeof notificationWays)[number]
