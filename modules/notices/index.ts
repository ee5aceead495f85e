/** The public interface of notifications for other modules. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Viewer } from '#modules/gallery/index'
import type { Hook } from '#modules/kernel/hook'
import type { NotificationKind, NotificationWay } from './api.ts'
import type { NotificationSubjects } from './src/domain/subjects.ts'
import { serverKeyOf } from './src/push/web_push.ts'

export type { NotificationKind, NotificationSubjects, NotificationWay }

/** SQL functions of this module that other modules may call. */
export const sqlSurface: { functions: readonly string[] } = { functions: [] }

/** An event to notify a user of. It names rows by their ids and contains no texts, which are read when it is shown. */
export interface NewNotification<Kind extends NotificationKind = NotificationKind> {
  userId: string
  kind: Kind
  /** A second notification with the same key isn't added, so that a repeated job adds it once. */
  key: string
  /** Unread notifications of a user with the same group are shown as one ("3 people commented on Mara"). By default it has none. */
  group?: string
  /** The ids of the rows that the text names. */
  subject: NotificationSubjects[Kind]
}

/** A notification as it was stored. `ways` follow the user's settings, and aren't empty. */
export interface AddedNotification {
  userId: string
  id: string
  kind: NotificationKind
  ways: readonly NotificationWay[]
}

/** Notifications that are shown as one. */
export interface NotificationGroup<Kind extends NotificationKind = NotificationKind> {
  /** The id of the newest one. */
  id: string
  kind: Kind
  /** The newest subjects, newest first. */
  subjects: readonly NotificationSubjects[Kind][]
  /** How many there are. */
  count: number
}

/** A notification in words, as its user may see it now. */
export interface ShownNotification {
  title: string
  /** May be empty. */
  text: string
  /** A path of the web app. Null if it leads nowhere. */
  href: string | null
  pictureUrl: string | null
  /** Whether the picture is of an adult character. */
  isAdult: boolean
}

/** Returns what to show for groups of one kind, by their ids. Leaves out what is gone or hidden from the viewer. */
export type ShowNotifications<Kind extends NotificationKind> = (
  groups: readonly NotificationGroup<Kind>[],
  viewer: Viewer
) => Promise<Map<string, ShownNotification>>

/** The people who are notified of the same event. */
export type Audience =
  | { of: 'followers'; creatorId: string; characterId: string }
  /** The people who talked to a character lately. */
  | { of: 'talkers'; creatorId: string; characterId: string }
  | { of: 'users' }
  | { of: 'admins' }

export interface FanOutOrder<Kind extends NotificationKind = NotificationKind> {
  audience: Audience
  notification: Omit<NewNotification<Kind>, 'userId'>
}

/** Notifications of many people. */
export abstract class FanOuts {
  /** Notifies the audience in the background, after the caller's transaction. `ownerId`: the user who takes a turn with the job. */
  abstract begin(order: FanOutOrder, ownerId: string, trx: TransactionClientContract): Promise<void>
}

export abstract class Notifications {
  /** Runs in the transaction that adds notifications, with at most 1,000 of them. */
  abstract readonly added: Hook<{ notifications: readonly AddedNotification[] }>
  /** Adds a notification in the caller's transaction, as the user's settings say. */
  abstract add<Kind extends NotificationKind>(
    notification: NewNotification<Kind>,
    trx: TransactionClientContract
  ): Promise<void>
  /** Like `add`, for at most 1,000 notifications. Counts those that were wanted: new ones, and those whose key was known. */
  abstract addMany<Kind extends NotificationKind>(
    notifications: readonly NewNotification<Kind>[],
    trx: TransactionClientContract
  ): Promise<{ added: number; repeated: number }>
  /** Registers what shows a kind whose texts belong to a later module, at boot. */
  abstract show<Kind extends NotificationKind>(kind: Kind, show: ShowNotifications<Kind>): void
}

/** `config/push.ts`. */
export abstract class PushSettings {
  /** The operator's own key for push services, in base64url. Null: the server makes one. */
  abstract readonly privateKey: string | null
  /** An address for the operators of push services, `mailto:` or `https:`. */
  abstract readonly contact: string
}

export const isServerKey = (privateKey: string): boolean => serverKeyOf(privateKey) !== null

/** The key by which push services know the server, for the operator. */
export abstract class PushKeyRotation {
  /**
   * Makes a new key for subscriptions from now on. Earlier keys stay while subscriptions use them; browsers renew theirs with the next visit.
   * `given`: refused, because the key is a setting.
   */
  abstract rotate(): Promise<'rotated' | 'given'>
}
