/** Wire shapes, paths and limits of what only admins may do. Runs in a browser. */
import type { User } from '#modules/accounts/api'
import type { LedgerCheckReport, RubyDebt } from '#modules/economy/api'
import type { Character } from '#modules/gallery/api'
import { segment } from '#modules/kernel/path_segment'

/** Somebody as admins see them. `debt` is what they owe after a payment was taken back whose rubies were spent. */
export type AdminUser = Omit<User, 'rubyDebt'> & {
  /** Since when the account is disabled; null while it is not. */
  disabledAt: string | null
  debt: number
}

/** What somebody owes, and who that is. `user` is null for who is not there any more; its `name` is empty for who has given none. */
export type AdminDebt = RubyDebt & { user: { name: string; email: string } | null }

/** Positive grants, negative deducts, never zero. Without a reason the history says how many an admin granted or deducted. */
export interface RubyAdjustmentBody {
  amount: number
  reason?: string | null
}

/** `rubies` is what may be spent now. */
export interface RubyAdjustmentAnswer {
  message: string
  rubies: number
}

export const adminActKinds = [
  'rubies_granted',
  'rubies_deducted',
  'account_disabled',
  'account_enabled',
  'account_opened',
  'password_reset',
  'second_factor_removed',
  'admin_named',
  'admin_withdrawn',
  'character_deleted',
  'character_image_changed',
  'character_image_generated',
  'first_message_changed',
  'characters_imported',
  'comment_removed',
  'comment_restored',
] as const
export type AdminActKind = (typeof adminActKinds)[number]

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What an act was done to. `name` is what it was called then: of a user the name, where there is one, and the e-mail. */
export interface AdminActSubject {
  type: 'user' | 'character' | 'characters' | 'ledger'
  id: string | null
  name: string
}

/** One line of the audit log: who did what to whom, and what that changed. */
export interface AdminActRow {
  id: string
  createdAt: string
  /** As they were called then; who has deleted their account has no name any more. Null: the operator, at the command line. */
  actor: { id: string; name: string; email: string } | null
  kind: AdminActKind
  subject: AdminActSubject
  /** What the act changed, as it was and as it is since. */
  before: Json
  after: Json
}

/** What happened in a span of time. */
export interface Figures {
  /** Accounts opened. */
  users: number
  /** Replies written to their end or stopped by their reader. */
  replies: number
  /** Rubies bought, granted and given as rewards. */
  rubiesIn: number
  /** Rubies paid for replies. */
  rubiesOut: number
  /** Replies that came to nothing or broke off because a model provider failed. */
  providerErrors: number
  /** From the beginning of a reply to its first text; null when there was none. */
  firstTextMs: { p50: number; p95: number } | null
}

/** `startsAt` is the beginning of an hour or a day in UTC; one in which nothing happened is there too. */
export type Bucket = { startsAt: string } & Figures

/** Oldest first; the last one is the hour or day under way. */
export interface Period {
  buckets: Bucket[]
  totals: Figures
}

export interface Dashboard {
  /** The last 24 hours by the hour, the last 7 days by the day. */
  periods: { day: Period; week: Period }
  /** What the servers found when they last recomputed the ledger; null before the first time. */
  ledger: LedgerCheckReport | null
}

export const limits = {
  /** Default and maximum. */
  users: 500,
  actsDefault: 100,
  actsMax: 500,
  debtsDefault: 100,
  debtsMax: 500,
  searchMax: 200,
} as const

/** What a picture drawn for a character comes with: the character as it is since. */
export interface GeneratedCharacterImage {
  imageUrl: string
  character: Character
}

export const paths = {
  users: '/api/admin/users',
  rubies: (userId: string) => `/api/admin/users/${segment(userId)}/rubies`,
  disabled: (userId: string) => `/api/admin/users/${segment(userId)}/disabled`,
  acts: '/api/admin/acts',
  dashboard: '/api/admin/dashboard',
  debts: '/api/admin/debts',
  ledgerCheck: '/api/admin/ledger-check',
  characters: '/api/admin/characters',
  character: (id: string) => `/api/admin/characters/${segment(id)}`,
  characterImage: (id: string) => `/api/admin/characters/${segment(id)}/image`,
  firstMessage: (id: string) => `/api/admin/characters/${segment(id)}/first-message`,
  generateCharacterImage: '/api/admin/generate-character-image',
  importCharacters: '/api/admin/import-characters',
  importBuiltIn: '/api/admin/import-new-characters',
} as const
