import type { Database } from '@adonisjs/lucid/database'
import type { Accounts } from '#modules/accounts/index'
import type { ComposedMail } from '#modules/mail/index'
import { notificationKinds, type NotificationKind } from '../../api.ts'
import { mailedKinds } from '../domain/ways.ts'
import type { DescribeNotifications } from '../queries/describe_notifications.ts'
import { NotificationDigestRow } from '../tables/notification_digest_row.ts'
import { NotificationSettingsRow } from '../tables/notification_settings_row.ts'
import type { UnsubscribeLinks } from './unsubscribe_links.ts'

export const digestMail = 'digest'

/** The notifications after one id, up to another. */
export interface DigestDetails {
  userId: string
  after: string
  upTo: string
}

/** The notifications that are counted by their kinds. */
const countedMax = 100

const several =
  (one: string, many = `${one}s`, rest = '') =>
  (count: number) =>
    `${count} ${count === 1 ? one : many}${rest}`

/** The digest says how many there are of each kind. Names and texts of people stay in the app. */
const nouns: Record<NotificationKind | 'older', (count: number) => string> = {
  welcome: () => 'your welcome rubies',
  reward_ready: () => 'your daily reward',
  reply_finished: several('finished reply', 'finished replies'),
  comment: several('comment', 'comments', ' on your characters'),
  comment_reply: several('reply', 'replies', ' to your comments'),
  likes: () => 'likes of your characters',
  follower: several('new follower'),
  creator_published: several('new character', 'new characters', ' by creators you follow'),
  character_updated: several('new version', 'new versions', ' of characters you talk to'),
  decision: several('decision', 'decisions', ' by moderators'),
  review_decided: several('review', 'reviews', ' of what you wanted to publish'),
  rubies_received: () => 'rubies that you received',
  announcement: several('announcement'),
  webhook_off: several('webhook that was turned off', 'webhooks that were turned off'),
  older: several('older notification'),
}

const frequency = { day: 'once a day', week: 'once a week' } as const

interface Parts {
  db: Database
  accounts: Accounts
  describe: DescribeNotifications
  links: UnsubscribeLinks
  appUrl: string
  productName: string
}

/**
 * Composes a digest of what is still unread and visible to its reader. Returns null if nothing is, if the digest was turned off meanwhile,
 * and without a verified address.
 */
export const composeDigest =
  ({ db, accounts, describe, links, appUrl, productName }: Parts) =>
  async ({ userId, after, upTo }: DigestDetails): Promise<ComposedMail | null> => {
    const every = (await NotificationDigestRow.of(userId, { client: db.connection() }).first())?.every
    const address = every && (await accounts.verifiedEmail(userId))
    if (!address) return null
    const settings = await NotificationSettingsRow.of(userId, { client: db.connection() }).first()
    const { rows } = await db.rawQuery<{ rows: { id: string }[] }>(
      `SELECT id FROM notifications
       WHERE user_id = ?::uuid AND id > ?::uuid AND id <= ?::uuid AND read_at IS NULL AND kind = ANY (?::text[]) ORDER BY id DESC`,
      [userId, after, upTo, mailedKinds(settings?.choices ?? {})] as never
    )
    const ids = rows.map(({ id }) => id)
    const shown = await describe.runInBackground(userId, ids.slice(0, countedMax))
    if (shown.length === 0) return null
    const older = ids.slice(countedMax).length
    const lines = notificationKinds.flatMap((kind) => {
      const count = shown.filter((each) => each.kind === kind).length
      return count > 0 ? [nouns[kind](count)] : []
    })
    const list = new Intl.ListFormat('en-US').format(older > 0 ? [...lines, nouns.older(older)] : lines)
    return {
      userId,
      address,
      subject: `${productName}: your notifications`,
      paragraphs: [`New since the last mail: ${list}.`],
      link: { label: 'Show your notifications', url: `${appUrl}/notifications` },
      notes: [`You get this mail ${frequency[every]}, because you chose so in your settings.`],
      unsubscribeUrl: links.urlOf(userId),
    }
  }
