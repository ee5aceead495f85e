/** The public interface of accounts for other modules. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type { User } from './api.ts'
import type { ExportSections } from './src/exports/export_sections.ts'

export { sidebarAttribute, sidebarCookie, themeAttribute, themeCookie } from './api.ts'

export { toPersona, type CurrentUser, type Persona, type StoredPersona } from './src/current_user.ts'
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

/** A user as shown to admins and the operator. `name` is empty when the user gave none. */
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
  /** The e-mail belonged to a deleted account within the last year. */
  hadAccount: boolean
  isEmailVerified: boolean
  /** The client's IP address. Null when the operator opened the account. */
  address: string | null
}

export interface VerifiedEmail {
  userId: string
  /** The e-mail belonged to a deleted account within the last year. */
  hadAccount: boolean
  /** The client's IP address. */
  address: string
}

export type AccountRefusal = { kind: 'email_taken' } | Invalid
export type FactorRefusal = { kind: 'unknown_user' } | { kind: 'no_second_factor' }
export type ResetRefusal = { kind: 'unknown_user' } | Invalid

export abstract class Accounts {
  /** Runs in the transaction that opens an account. */
  abstract readonly opened: Hook<OpenedAccount>
  /** Runs in the transaction that verifies the e-mail of an account, at most once per account and e-mail. */
  abstract readonly emailVerified: Hook<VerifiedEmail>
  /** Runs in the transaction that disables an account. */
  abstract readonly disabled: Hook<{ userId: string }>
  /**
   * Runs in reverse order in the transaction that deletes an account, before its row is deleted. Runs again minutes later, for data saved
   * by requests in flight, so listeners must be idempotent.
   */
  abstract readonly closing: Hook<{ userId: string }>
  /** The sections of the account export. */
  abstract readonly exportSections: ExportSections
  /** Opens an account together with everything that listens to `opened`, or nothing. */
  abstract open(
    account: NewAccount,
    trx?: TransactionClientContract
  ): Promise<Result<{ userId: string }, AccountRefusal>>
  /** Sets a new password on behalf of the operator and ends all sessions. Refuses the built-in account as unknown. */
  abstract resetPassword(
    email: string,
    password: string,
    trx?: TransactionClientContract
  ): Promise<Result<{ userId: string }, ResetRefusal>>
  /** Turns off the second factor on behalf of the operator and ends all sessions. Refuses the built-in account as unknown. */
  abstract removeSecondFactor(
    email: string,
    trx?: TransactionClientContract
  ): Promise<Result<{ userId: string }, FactorRefusal>>
  /** Grants or revokes admin rights, effective at the next request. Returns false for an unknown e-mail and for the built-in account. */
  abstract setAdmin(email: string, isAdmin: boolean, trx?: TransactionClientContract): Promise<boolean>
  /**
   * Disables or enables an account in the caller's transaction. Disabling ends all sessions, effective at the next request, and runs
   * `disabled`. Returns false for an unknown user and for the built-in account.
   */
  abstract setDisabled(userId: string, isDisabled: boolean, trx: TransactionClientContract): Promise<boolean>
  /** Ignores case. */
  abstract findByEmail(email: string): Promise<{ id: string; email: string; isAdmin: boolean } | null>
  /** Null for an unknown user and for the built-in account. */
  abstract person(userId: string, trx?: TransactionClientContract): Promise<Person | null>
  /** The map omits unknown users and the built-in account. */
  abstract people(userIds: readonly string[]): Promise<Map<string, Person>>
  /** Like `person`, and locks the row until the transaction ends. */
  abstract lockPerson(userId: string, trx: TransactionClientContract): Promise<Person | null>
  /** The oldest account of an admin that is not disabled. */
  abstract firstAdmin(): Promise<{ id: string; email: string } | null>
  /** Public profiles. The map omits unknown users. */
  abstract profiles(userIds: readonly string[]): Promise<Map<string, PublicProfile>>
  /** Those of the given picture hashes that users other than `exceptUserId` show. */
  abstract picturesInUse(
    hashes: readonly string[],
    exceptUserId: string,
    trx: TransactionClientContract
  ): Promise<readonly string[]>
  /** The account that owns seeded characters. It can't sign in. Created when missing. */
  abstract builtInAccount(trx?: TransactionClientContract): Promise<string>
}

export type ListedUser = User & { disabledAt: string | null }
/** Accounts opened within one hour. */
export type OpenedHour = { startsAt: Date; users: number }

/** All users except the built-in account, for admins. */
export abstract class UserDirectory {
  /** Newest first. `q` matches part of a name, e-mail or username, ignoring case. Null for an invalid cursor. */
  abstract list(request: { q: string; limit: number; cursor?: string }): Promise<Page<ListedUser> | null>
  abstract find(userId: string): Promise<ListedUser | null>
  /** Per hour in UTC. Hours without new accounts are missing. */
  abstract openedSince(moment: Date): Promise<OpenedHour[]>
}

export interface Balance {
  rubies: number
  rubyDebt: number
  discordJoined: boolean
  /** Welcome rubies that wait until the address is verified. */
  welcomeRubiesWaiting: number
}

/** Balances shown with users. Bound by economy. The map omits users without a ruby account. */
export abstract class BalanceReader {
  abstract read(userId: string): Promise<Balance>
  abstract readMany(userIds: readonly string[]): Promise<Map<string, Balance>>
}

/** Bound by chat. The map omits users without messages. */
export abstract class MessagesWrittenReader {
  abstract count(userId: string): Promise<number>
  abstract countMany(userIds: readonly string[]): Promise<Map<string, number>>
}

/** Bound by gallery. The map omits users without characters. */
export abstract class CharactersCreatedReader {
  abstract count(userId: string): Promise<number>
  abstract countMany(userIds: readonly string[]): Promise<Map<string, number>>
}

export abstract class Personas {
  /** Whether the user has this persona, the default one included. */
  abstract has(userId: string, personaId: string, trx?: TransactionClientContract): Promise<boolean>
}

/** Bound by lore. */
export abstract class OwnLorebooks {
  /** Of these ids, those of the user's own lorebooks, in the given order. */
  abstract findOwn(ownerId: string, bookIds: readonly string[], trx?: TransactionClientContract): Promise<string[]>
}

/** Membership in our Discord server. Bound only where that is configured. */
export abstract class DiscordMembership {
  /** Null when Discord gives no clear answer. False for users who never signed in with Discord. */
  abstract isMember(userId: string): Promise<boolean | null>
}

/** Health checks of the sign-in providers, for the operator. */
export abstract class SignInCheckup {
  abstract examine(): Promise<{ name: string; ok: boolean; says: string }[]>
}

/** Re-encrypts stored secrets after a change of APP_KEY. */
export abstract class SealedSecrets {
  /** Encrypts all secrets with the current key. `lost` counts those that no known key decrypts, which stay unchanged. Idempotent. */
  abstract reseal(): Promise<{ resealed: number; lost: number }>
}

/** The SQL functions that other modules may call in their own SQL. */
export const sqlSurface = {
  functions: [
    'accounts_is_disabled',
    // accounts_persona(owner uuid, persona uuid) returns a StoredPersona. Null for the default one, and for one that the user doesn't have.
    'accounts_persona',
    'accounts_public_names',
    'search_pairs',
  ] as const,
}
