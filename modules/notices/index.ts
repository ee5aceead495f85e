/** The public interface of notifications for other modules. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { NotificationKind } from './api.ts'

export type { NotificationKind } from './api.ts'

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** An event to notify a user of. It names rows by their ids and contains no texts, which are read when it is shown. */
export interface NewNotification {
  userId: string
  kind: NotificationKind
  /** A second notification with the same key isn't added, so that a repeated job adds it once. */
  key: string
  /** Unread notifications of a user with the same group are shown as one ("3 people liked Mara"). */
  group: string
  /** The ids of the rows that the text names, such as `{ characterId, actorId }`. */
  subject: Record<string, string | number>
}

export abstract class Notifications {
  /** Adds a notification in the caller's transaction, as the user's settings say. */
  abstract add(notification: NewNotification, trx: TransactionClientContract): Promise<void>
}
