/** Accounts, as other modules may use it. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type { User } from './api.ts'
import type { ExportSections } from './src/exports/export_sections.ts'

export type { CurrentUser, Persona } from './src/current_user.ts'
export type { ExportSection, ExportSections } from './src/exports/export_sections.ts'
export { networkOf } from './src/domain/network_of.ts'
export { eachRow, jsonList } from './src/exports/json_list.ts'
export { ThreadedScrypt, type ThreadedScryptSettings } from './src/hashing/threaded_scrypt.ts'
export { PictureStore, type StoredPicture as KeptPicture, type PictureRefusal } from './src/picture_store.ts'
export type { DiscordSettings } from './src/providers/discord_provider.ts'
export type { OpenIdSettings } from './src/providers/openid_provider.ts'
export { sessionGuard } from './src/sessions/guard_config.ts'
export type { SessionTimes } from './src/sessions/session_store.ts'

export interface NewAccount {
  email: string
  password: string
  firstName?: string | null
  lastName?: string | null
  isAdmin?: boolean
}

export interface PublicProfile {
  id: string
  firstName: string | null
  username: string | null
  profileImageUrl: string | null
}

/** Somebody as admins and the operator speak of them. `name` is empty for who has given none. */
export interface Person {
  id: string
  name: string
  email: string
  isAdmin: boolean
  disabledAt: Date | null
}

interface Invalid {
  kind: 'invalid'
  field: string
  rule: string
  message: string
}

export interface OpenedAccount {
  userId: string
  /** Its e-mail belonged to an account within the last year. */
  hadAccount: boolean
  /** The client's address; null where the operator opened the account. */
  address: string | null
}

export type AccountRefusal = { kind: 'email_taken' } | Invalid
export type FactorRefusal = { kind: 'unknown_user' } | { kind: 'no_second_factor' }
export type ResetRefusal = { kind: 'unknown_user' } | Invalid

export abstract class Accounts {
  /** Runs in the transaction that opens an account. */
  abstract readonly opened: Hook<OpenedAccount>
  /** Runs in the transaction that disables an account. */
  abstract readonly disabled: Hook<{ userId: string }>
  /**
   * Unwinds in the transaction that deletes an account, while its row is still there; and once more some minutes later, for what a
   * call that was under way at that moment has left behind. So a listener must bear to be called again.
   */
  abstract readonly closing: Hook<{ userId: string }>
  /** What people take with them when they export their data. */
  abstract readonly exportSections: ExportSections
  /** Opens an account, and whatever listens to `opened` with it, or nothing. */
  abstract open(
    account: NewAccount,
    trx?: TransactionClientContract
  ): Promise<Result<{ userId: string }, AccountRefusal>>
  /** Gives someone a new password, as an operator may; all their sessions end. The built-in account is unknown here. */
  abstract resetPassword(
    email: string,
    password: string,
    trx?: TransactionClientContract
  ): Promise<Result<{ userId: string }, ResetRefusal>>
  /** Turns off someone's second factor, as an operator may; all their sessions end. The built-in account is unknown here. */
  abstract removeSecondFactor(
    email: string,
    trx?: TransactionClientContract
  ): Promise<Result<{ userId: string }, FactorRefusal>>
  /** Makes someone an admin, or no longer one; it counts at their next call. False when nobody has that e-mail, or the built-in account. */
  abstract setAdmin(email: string, isAdmin: boolean, trx?: TransactionClientContract): Promise<boolean>
  /**
   * Shuts an account, or opens it again, in the caller's transaction. Whoever is shut out is so at the next call: all their sessions
   * end, and whatever listens to `disabled` happens with it. False when there is no such user, or it is the built-in account.
   */
  abstract setDisabled(userId: string, isDisabled: boolean, trx: TransactionClientContract): Promise<boolean>
  /** Case doesn't matter. */
  abstract findByEmail(email: string): Promise<{ id: string; email: string; isAdmin: boolean } | null>
  /** Null for who is not there, and for the built-in account. */
  abstract person(userId: string, trx?: TransactionClientContract): Promise<Person | null>
  /** Those who are not there are missing from the map, and so is the built-in account. */
  abstract people(userIds: readonly string[]): Promise<Map<string, Person>>
  /** The same as `person`; nobody else changes the account until the transaction ends. */
  abstract hold(userId: string, trx: TransactionClientContract): Promise<Person | null>
  /** The oldest account that is an admin's and not disabled. */
  abstract firstAdmin(): Promise<{ id: string; email: string } | null>
  /** What others may see of people. Those who are not there are missing from the map. */
  abstract profiles(userIds: readonly string[]): Promise<Map<string, PublicProfile>>
  /** Which of our own pictures, by their hashes, somebody other than this user shows. */
  abstract picturesInUse(
    hashes: readonly string[],
    besides: string,
    trx: TransactionClientContract
  ): Promise<readonly string[]>
  /** The account that owns what is seeded at the first start; it can't sign in. Made when it is missing. */
  abstract builtInAccount(trx?: TransactionClientContract): Promise<string>
}

/** A user as admins see them. */
export type ListedUser = User & { disabledAt: string | null }
/** Accounts opened within an hour. */
export type OpenedHour = { startsAt: Date; users: number }

/** All users but the built-in account, for admins. */
export abstract class UserDirectory {
  /** Newest first; `q` is part of a name, the e-mail or the username, in any case. Null for a cursor that is not one of ours. */
  abstract list(request: { q: string; limit: number; cursor?: string }): Promise<Page<ListedUser> | null>
  abstract find(userId: string): Promise<ListedUser | null>
  /** By the hour in UTC; hours in which none was opened are missing. */
  abstract openedSince(moment: Date): Promise<OpenedHour[]>
}

export type Balance = { rubies: number; rubyDebt: number; discordJoined: boolean }

/** What accounts shows but does not own; bound by economy. Who has no ruby account is missing from the map. */
export abstract class BalanceReader {
  abstract read(userId: string): Promise<Balance>
  abstract readMany(userIds: readonly string[]): Promise<Map<string, Balance>>
}

/** Bound by chat. Who has written nothing is missing from the map. */
export abstract class MessagesWrittenReader {
  abstract count(userId: string): Promise<number>
  abstract countMany(userIds: readonly string[]): Promise<Map<string, number>>
}

/** Bound by gallery. Who has made none is missing from the map. */
export abstract class CharactersCreatedReader {
  abstract count(userId: string): Promise<number>
  abstract countMany(userIds: readonly string[]): Promise<Map<string, number>>
}

/** Whether somebody is on our Discord server, as Discord itself says. Bound only where that is configured. */
export abstract class DiscordMembership {
  /** Null when Discord does not say. False, too, for who has never signed in with Discord. */
  abstract isMember(userId: string): Promise<boolean | null>
}

/** The providers one can sign in with, for the operator. */
export abstract class SignInCheckup {
  /** Asks each whether it answers. */
  abstract examine(): Promise<{ name: string; ok: boolean; says: string }[]>
}

/** What is kept encrypted, for the operator who has changed APP_KEY. */
export abstract class SealedSecrets {
  /** Encrypts all of it with today's key. `lost`: what none of the known keys opens, which is left as it is. Twice does no harm. */
  abstract reseal(): Promise<{ resealed: number; lost: number }>
}
