/** Wire types and limits of the admin API. Shared with the browser. */
import type { User } from '#modules/accounts/api'
import type { CodeBatch, LedgerCheckReport, RubyDebt } from '#modules/economy/api'
import type { Character } from '#modules/gallery/api'

/** A user as shown to admins. `debt` is owed when a reversed payment's rubies are already spent. */
export type AdminUser = Omit<User, 'rubyDebt'> & {
  /** The time at which the account was disabled, or null. */
  disabledAt: string | null
  debt: number
}

/** A debt with its user. `user` is null after the account was deleted. `name` may be empty. */
export type AdminDebt = RubyDebt & { user: { name: string; email: string } | null }

/** The model of a tier, and why it was changed. */
export interface AdminModel {
  tier: string
  name: string
  modelId: string
  /** When the model replaced another one. Null for the first known model of the tier. */
  since: string | null
  /** The reason that chats show. */
  reason: string | null
}

export interface RubyAdjustmentBody {
  /** Positive to grant, negative to deduct, never zero. */
  amount: number
  /** The user's history shows it. The default states how many rubies an admin granted or deducted. */
  reason?: string | null
}

/** `rubies` is the new spendable balance. */
export interface RubyAdjustmentAnswer {
  message: string
  rubies: number
}

/** The codes are readable only in this answer. */
export interface MadeCodes {
  batch: CodeBatch
  codes: string[]
}

export const adminActKinds = [
  'rubies_granted',
  'rubies_deducted',
  'refund_recorded',
  'codes_made',
  'codes_revoked',
  'account_disabled',
  'account_enabled',
  'account_opened',
  'password_reset',
  'second_factor_removed',
  'token_created',
  'token_revoked',
  'data_exported',
  'role_changed',
  // Entries from before there were roles.
  'admin_named',
  'admin_withdrawn',
  'character_deleted',
  'character_image_changed',
  'character_image_generated',
  'first_message_changed',
  'landing_changed',
  'characters_imported',
  'comment_removed',
  'comment_restored',
  'mail_read',
  'model_reason_changed',
  'card_import_started',
  'card_import_canceled',
  'publication_approved',
  'publication_refused',
  // By the moderation providers, not by a person.
  'minors_content_held',
  'sign_up_changed',
  'invitation_created',
  'invitation_revoked',
  'report_decided',
  'decision_undone',
  'appeal_decided',
  'announcement_created',
  'announcement_changed',
  'announcement_deleted',
  'maintenance_started',
  'maintenance_ended',
  'page_published',
  'notice_changed',
  'webhook_changed',
  'connection_changed',
  'tier_changed',
  'control_room_imported',
  'price_changed',
] as const
export type AdminActKind = (typeof adminActKinds)[number]

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The subject of an act. `name` is its name at that time. For a user, it includes the e-mail. */
export interface AdminActSubject {
  type: 'user' | 'character' | 'characters' | 'ledger' | 'model' | 'announcement' | 'page' | 'site'
  id: string | null
  name: string
}

/** An entry of the audit log. */
export interface AdminActRow {
  id: string
  createdAt: string
  /** The admin, with the name at that time until the account is deleted. Null for the operator at the command line. */
  actor: { id: string; name: string; email: string } | null
  kind: AdminActKind
  subject: AdminActSubject
  /** The changed values. */
  before: Json
  after: Json
}

/** A mail that stays on the server because no SMTP server is configured. */
export interface AdminMail {
  id: string
  /** Null for a person without an account. */
  userId: string | null
  address: string
  subject: string
  sentAt: string
}

export type AdminMailContent = AdminMail & { text: string; html: string }

/** Activity in a period. */
export interface Figures {
  /** Accounts opened. */
  users: number
  /** Completed replies and replies stopped by the user. */
  replies: number
  /** Rubies bought, granted and given as rewards. */
  rubiesIn: number
  /** Rubies paid for replies. */
  rubiesOut: number
  /** Replies that failed or were cut off by an error of the model provider. */
  providerErrors: number
  /** Time to first text. Null without replies. */
  firstTextMs: { p50: number; p95: number } | null
}

/** An hour or a day in UTC. Empty buckets are included. */
export type Bucket = { startsAt: string } & Figures

/** The buckets of a period, oldest first, and their totals. The last bucket is the current hour or day. */
export interface Period {
  buckets: Bucket[]
  totals: Figures
}

export interface Dashboard {
  /** The last 24 hours in hourly buckets, the last 7 days in daily ones. */
  periods: { day: Period; week: Period }
  /** The latest check of the ledger, or null before the first one. */
  ledger: LedgerCheckReport | null
}

export type CardImportState = 'waiting' | 'running' | 'done' | 'failed' | 'canceled'

/** An import of cards in the background. It is listed until 30 days after its end. */
export interface CardImport {
  id: string
  state: CardImportState
  /** A running import ends within seconds of being canceled. */
  isCanceling: boolean
  createdAt: string
  finishedAt: string | null
  files: { name: string; bytes: number }[]
  /** The processed share of the import's bytes, from 0 to 1. */
  share: number
  /** `total` is the sum of the others. A lorebook counts as one. */
  counts: { imported: number; doubles: number; refused: number; total: number }
}

export interface ReviewDecisionBody {
  /** The round that the moderator has read. */
  round: number
  approved: boolean
  /** The author sees it. */
  reason?: string | null
}

export const audiences = ['everyone', 'users', 'admins'] as const
/** The people who see an announcement. `users` are signed in. */
export type Audience = (typeof audiences)[number]

/** An announcement as its readers get it. */
export interface Announcement {
  id: string
  /** Markdown. */
  text: string
  isDismissible: boolean
}

export interface Announcements {
  /** The operator's sentence while new replies and purchases are paused. */
  maintenance: string | null
  /** The newest ones, newest first. */
  announcements: Announcement[]
}

export interface AnnouncementBody {
  /** Markdown. */
  text: string
  audience: Audience
  /** Null: from now on. */
  startsAt: string | null
  /** Null: until it is deleted. */
  endsAt: string | null
  isDismissible: boolean
  /** Only admins see drafts, in their list. */
  isDraft: boolean
}

export type AdminAnnouncement = AnnouncementBody & { id: string; createdAt: string }

/** The notice that a machine writes, and when users are reminded of it. */
export interface NoticeBody {
  text: string
  /** A talk of this length reminds the user. */
  talkMinutes: number
  /** A talk ends with a pause that is longer. */
  pauseMinutes: number
}

/** The notice in force. `default` is that of the configuration. */
export type AdminNotice = NoticeBody & { default: NoticeBody }

export const limits = {
  announcementMax: 2_000,
  /** The maximum number of stored announcements, drafts and past ones included. */
  announcementsMax: 100,
  /** A reader sees at most this many at once. */
  announcementsShown: 3,
  maintenanceSentenceMax: 300,
  noticeMax: 300,
  /** The least and the most. */
  talkMinutes: [15, 1_440],
  pauseMinutes: [5, 720],
  /** The rubies that a person of the support may grant within 24 hours. */
  supportGrantsADay: 1_000,
  /** People who grant more within 24 hours, or make codes for more, have to prove their identity. */
  unprovenGrantsADay: 10_000,
  /** The default and the maximum. */
  users: 500,
  actsDefault: 100,
  actsMax: 500,
  debtsDefault: 100,
  debtsMax: 500,
  codeBatchesDefault: 50,
  codeBatchesMax: 100,
  modelReasonMax: 300,
  mailsDefault: 50,
  mailsMax: 200,
  cardImportsDefault: 20,
  cardImportsMax: 100,
  /** The maximum number of waiting and running imports, of all admins together. */
  cardImportsUnfinished: 10,
  cardImportFiles: 100,
  /** The maximum size of all files together, in bytes. Larger files are imported at the command line. */
  cardImportBytes: 1_073_741_824,
  invitationsDefault: 20,
  invitationsMax: 50,
  waitingDefault: 100,
  waitingMax: 500,
  searchMax: 200,
} as const

export interface GeneratedCharacterImage {
  imageUrl: string
  character: Character
}
