/** The calls of notices. */

import type { ById, Call, Done, Page } from '#modules/kernel/calls'
import type {
  DigestSettings,
  MarkedRead,
  Notification,
  NotificationSettings,
  NotificationSettingsChange,
  PushState,
  PushSubscriptionBody,
} from './api.ts'

/** The caller's notifications, newest first. `limit` 30, at most 100, `cursor`. See [Notifications](#notifications). */
export const listNotifications: Call<Notification[], { query?: Page }> = 'GET /api/notifications'
/** Marks a notification and those that are shown with it. */
export const readNotification: Call<MarkedRead, ById> = 'PUT /api/notifications/:id/read'
/** Marks those of finished replies of a chat, which the caller has opened. */
export const readRepliesOfChat: Call<MarkedRead, ById> = 'PUT /api/notifications/chats/:id/read'
/** Marks all up to this id, so that those that came meanwhile stay unread. */
export const readAllNotifications: Call<MarkedRead, { body: { upTo: string } }> = 'POST /api/notifications/read'
/** The ways of each kind of notification: `app`, `push` and `mail`. */
export const getNotificationSettings: Call<NotificationSettings> = 'GET /api/notifications/settings'
/** Replaces the ways of a kind of notification. `decision` and `review_decided` always have `app`. */
export const changeNotificationSettings: Call<NotificationSettings, { body: NotificationSettingsChange }> =
  'PUT /api/notifications/settings'

/**
 * The server's key for push subscriptions, and the caller's browser: `{endpoint, showsTexts, isOutdated}` or null. See [Pushes](#pushes).
 */
export const getPush: Call<PushState> = 'GET /api/push'
/** Pushes notifications to the caller's browser. 409 `outdated_key`. 20 a minute. */
export const subscribeToPush: Call<Done, { body: PushSubscriptionBody }> = 'PUT /api/push/subscription'
/** No more pushes to the caller's browser. */
export const unsubscribeFromPush: Call<Done> = 'DELETE /api/push/subscription'

/** How often unread notifications are mailed: `day`, `week` or null, the default. */
export const getDigest: Call<DigestSettings> = 'GET /api/notifications/digest'
/** Changes how often unread notifications are mailed. 409 `email_unverified`. */
export const changeDigest: Call<DigestSettings, { body: DigestSettings }> = 'PUT /api/notifications/digest'
/**
 * The page of the link in digests, which asks for a click.
 * @answers 200 text/html
 */
export const showUnsubscribe: Call<never, { params: { token: string } }> = 'GET /api/unsubscribe/:token'
/**
 * Stops digests (RFC 8058). Any body, also from other sites. Repeating it is no error.
 * @answers 200 text/html
 */
export const unsubscribe: Call<never, { params: { token: string } }> = 'POST /api/unsubscribe/:token'
