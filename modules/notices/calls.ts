/** The calls of notices. */

import type { ById, Call, Done } from '#modules/kernel/calls'
import type {
  DigestSettings,
  MarkedRead,
  Notification,
  NotificationSettings,
  NotificationSettingsChange,
  PushState,
  PushSubscriptionBody,
} from './api.ts'

export const listNotifications: Call<Notification[], { query: { limit?: number; cursor?: string } }> =
  'GET /api/notifications'
/** Marks a notification and those that are shown with it. */
export const readNotification: Call<MarkedRead, ById> = 'PUT /api/notifications/:id/read'
/** Marks those of finished replies of a chat, which the caller has opened. */
export const readRepliesOfChat: Call<MarkedRead, ById> = 'PUT /api/notifications/chats/:id/read'
/** Marks all up to the newest one that the user has seen. */
export const readAllNotifications: Call<MarkedRead, { body: { upTo: string } }> = 'POST /api/notifications/read'
export const getNotificationSettings: Call<NotificationSettings> = 'GET /api/notifications/settings'
export const changeNotificationSettings: Call<NotificationSettings, { body: NotificationSettingsChange }> =
  'PUT /api/notifications/settings'

/** Pushes to the browser that asks. */
export const getPush: Call<PushState> = 'GET /api/push'
export const subscribeToPush: Call<Done, { body: PushSubscriptionBody }> = 'PUT /api/push/subscription'
export const unsubscribeFromPush: Call<Done> = 'DELETE /api/push/subscription'

export const getDigest: Call<DigestSettings> = 'GET /api/notifications/digest'
export const changeDigest: Call<DigestSettings, { body: DigestSettings }> = 'PUT /api/notifications/digest'
/** The link in digests, for people who aren't signed in. */
export const showUnsubscribe: Call<never, { params: { token: string } }> = 'GET /api/unsubscribe/:token'
export const unsubscribe: Call<never, { params: { token: string } }> = 'POST /api/unsubscribe/:token'
