/** The public interface of accounts for other modules. */
import type { HttpContext } from '@adonisjs/core/http'
import type { QueryClientContract, TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Hook } from '#modules/kernel/hook'
import type { Page } from '#modules/kernel/pages'
import type { Result } from '#modules/kernel/result'
import type {
  ChallengedForm,
  InvitedRole,
  ListedInvitation,
  Role,
  SignUpChange,
  SignUpSettings,
  SitePage,
  SitePageName,
  User,
  WaitingAddress,
} from './api.ts'
import type { CurrentUser } from './src/current_user.ts'
import type { ExportSections } from './src/exports/export_sections.ts'
import type { Storage } from './src/storage.ts'

export { sitePageMax, sitePageNames, type SitePageName } from './api.ts'
export { isAdminRole, sidebarAttribute, sidebarCookie, themeAttribute, themeCookie, type Role } from './api.ts'

export { toPersona, type CurrentUser, type Persona, type StoredPersona } from './src/current_user.ts'
export type { ExportSection, ExportSections } from './src/exports/export_sections.ts'
export type { StorageUse } from './api.ts'
export { storageFullMessage, Storage, type StorageFull } from './src/storage.ts'
export { countryOf } from './src/age/adult_access.ts'
export { networkOf } from './src/domain/network_of.ts'
export { eachRow, jsonList } from './src/exports/json_list.ts'
export { ThreadedScrypt, type ThreadedScryptSettings } from './src/hashing/threaded_scrypt.ts'
export { isProven } from './src/http/proof.ts'
export { noticePage } from './src/http/notice_page.ts'
export { challengeNeeded, proofNeeded } from './src/http/refusals.ts'
export { PictureStore, type StoredPicture as KeptPicture, type PictureRefusal } from './src/picture_store.ts'
export type { DiscordSettings } from './src/providers/discord_provider.ts'
export type { OpenIdSettings } from './src/providers/openid_provider.ts'
export { Sessions } from './src/sessions/sessions.ts'
export { sessionGuard } from './src/sessions/guard_config.ts'
export type { SessionTimes } from './src/sessions/session_store.ts'

export interface NewAccount {
  email: string
  password: string
  firstName?: string | null
  lastName?: string | null
  role?: Role
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
  role: Role
  disabledAt: Date | null
  /** When a suspension ends. Null for accounts that are enabled, or disabled until further notice. */
  disabledUntil: Date | null
}

interface Invalid {
  kind: 'invalid'
  field: string
  rule: string
  message: string
}

export interface OpenedAccount {
  userId: string
  /** Whether an account gave up this e-mail within the last year, by deletion or by changing its e-mail. */
  hadAccount: boolean
  isEmailVerified: boolean
  /** The client's IP address. Null when the operator opened the account. */
  address: string | null
  /** The invitation that it spent. It names only what its inviter still has the right to give. */
  invitation: { inviterId: string; role: InvitedRole | null; rubies: number } | null
}

/** A person has created or revoked an invitation, maybe that of another one. */
export interface InvitationChange {
  kind: 'created' | 'revoked'
  actor: { id: string; role: Role }
  inviterId: string
  invitation: { id: string; uses: number; role: InvitedRole | null; rubies: number; expiresAt: Date }
}

export interface VerifiedEmail {
  userId: string
  /** Whether an account gave up this e-mail within the last year, by deletion or by changing its e-mail. */
  hadAccount: boolean
  /** The client's IP address. */
  address: string
}

export type AccountRefusal = { kind: 'email_taken' } | Invalid
export type FactorRefusal = { kind: 'unknown_user' } | { kind: 'no_second_factor' }
export type ResetRefusal = { kind: 'unknown_user' } | Invalid

/** Reads users who send a request without a session. */
export abstract class CurrentUsers {
  /**
   * Returns the user as a session would have it, with what the law of the request's country closes, and whether they agreed to the newest
   * terms and rules. Null when the account is disabled or deleted. Without a request, no law of a country applies.
   */
  abstract find(
    userId: string,
    ctx: Pick<HttpContext, 'request'> | null
  ): Promise<{ user: CurrentUser; hasAgreed: boolean } | null>
}

export abstract class Accounts {
  /** Runs in the transaction that opens an account. */
  abstract readonly opened: Hook<OpenedAccount>
  /** Runs in the transaction in which a mailed link verifies an account's e-mail. Runs again when a changed e-mail is verified. */
  abstract readonly emailVerified: Hook<VerifiedEmail>
  /** Runs in the transaction that changes the public names, the picture or the public words of a user. Opening an account runs `opened` only. */
  abstract readonly profileChanged: Hook<{ userId: string }>
  /** Runs in the transaction that removes the public names and the picture of a user, because a moderator refused them. */
  abstract readonly profileCleared: Hook<{ userId: string }>
  /** Runs in the transaction that disables an account. */
  abstract readonly disabled: Hook<{ userId: string }>
  /** Runs in the transaction that enables an account. */
  abstract readonly enabled: Hook<{ userId: string }>
  /**
   * Runs in reverse order in the transaction that deletes an account, before its row is deleted. Runs again minutes later, for data saved
   * by requests in flight, so listeners must be idempotent.
   */
  abstract readonly closing: Hook<{ userId: string }>
  /** The sections of the account export. */
  abstract readonly exportSections: ExportSections
  /** The sizes of users’ data, and their limit. */
  abstract readonly storage: Storage
  /** Opens an account and runs the `opened` listeners, atomically. */
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
  /** Gives a user another role, effective at the next request. Returns false for an unknown user and for the built-in account. */
  abstract setRole(userId: string, role: Role, trx: TransactionClientContract): Promise<boolean>
  /** Locks the owners until the transaction ends, and returns those whose accounts aren’t disabled. */
  abstract lockOwners(trx: TransactionClientContract): Promise<string[]>
  /**
   * Disables or enables an account in the caller's transaction. Disabling ends all sessions, effective at the next request. Runs
   * `disabled` or `enabled`. The account is enabled by itself at `until`. Returns false for an unknown user and for the built-in account.
   */
  abstract setDisabled(
    userId: string,
    isDisabled: boolean,
    trx: TransactionClientContract,
    until?: Date | null
  ): Promise<boolean>
  /** Removes the public names and the picture of a user, because a moderator refused them. */
  abstract clearProfile(userId: string, trx: TransactionClientContract): Promise<void>
  /** Finds an account by its e-mail, ignoring case. Includes the built-in account. */
  abstract findByEmail(email: string): Promise<{ id: string; email: string; role: Role } | null>
  /** Finds an enabled account by its username, or by one that it gave up a short while ago. Returns its present username. */
  abstract findByUsername(username: string): Promise<{ id: string; username: string } | null>
  /** Null for an unknown user and for the built-in account. */
  abstract person(userId: string, trx?: TransactionClientContract): Promise<Person | null>
  /** The map omits unknown users and the built-in account. */
  abstract people(userIds: readonly string[]): Promise<Map<string, Person>>
  /** Like `person`, and locks the row until the transaction ends. */
  abstract lockPerson(userId: string, trx: TransactionClientContract): Promise<Person | null>
  /** Returns the address that the user has verified. Null without one, for a disabled account and for an unknown user. */
  abstract verifiedEmail(userId: string): Promise<string | null>
  /** Returns the oldest account of an owner, else of an admin, that isn't disabled. */
  abstract firstAdmin(): Promise<{ id: string; email: string } | null>
  /** Returns the moderators, admins and owners who aren’t disabled. */
  abstract staff(): Promise<{ role: Role; hasSecondFactor: boolean }[]>
  /** Reads public profiles. The map omits unknown users. */
  abstract profiles(userIds: readonly string[]): Promise<Map<string, PublicProfile>>
  /**
   * Returns what users may see outside of a request, whose country is unknown: adult content is closed if the law of some country closes it.
   * The map omits unknown and disabled users.
   */
  abstract viewers(
    userIds: readonly string[]
  ): Promise<Map<string, Pick<CurrentUser, 'id' | 'isAdmin' | 'limitlessEnabled'>>>
  /** Returns the ids of at most `limit` users after an id, in the order of ids. Leaves out disabled accounts and the built-in account. */
  abstract idsAfter(afterId: string, limit: number, of?: { isAdmin: boolean }): Promise<string[]>
  /** Returns the first user with a public name or picture after an id, in the order of ids. Null at the end. */
  abstract nextProfile(afterId: string): Promise<string | null>
  /** Returns the subset of `hashes` whose pictures users other than `exceptUserId` show. */
  abstract picturesInUse(
    hashes: readonly string[],
    exceptUserId: string,
    trx: TransactionClientContract
  ): Promise<readonly string[]>
  /** Returns the id of the account that owns seeded characters, and creates it when missing. The account can't sign in. */
  abstract builtInAccount(trx?: TransactionClientContract): Promise<string>
}

/** The rules for names of users, besides those of this module. Bound by gallery. */
export abstract class NameRules {
  /** Returns a message, or null if the name is fine. */
  abstract problem(name: string): Promise<string | null>
}

export type ListedUser = User & { disabledAt: string | null }
/** Accounts opened within one hour. */
export type OpenedHour = { startsAt: Date; users: number }

/** All users except the built-in account, for admins. */
export abstract class UserDirectory {
  /** Newest first. `q` matches part of a name, e-mail or username, ignoring case. Null for an invalid cursor. */
  abstract list(request: { q: string; limit: number; cursor?: string }): Promise<Page<ListedUser> | null>
  abstract find(userId: string): Promise<ListedUser | null>
  /** Counts new accounts per hour in UTC. Omits hours without any. */
  abstract openedSince(moment: Date, client?: QueryClientContract): Promise<OpenedHour[]>
}

interface PageRequest {
  limit: number
  cursor?: string
}

/** The rules of who may open an account, for admins. */
export abstract class SignUps {
  /** Runs in the transaction that creates or revokes an invitation. */
  abstract readonly invitationChanged: Hook<InvitationChange>
  abstract settings(): Promise<SignUpSettings>
  /** Returns the settings before. Effective at the next sign-up. Locks them until the transaction ends. */
  abstract change(settings: SignUpChange, trx: TransactionClientContract): Promise<SignUpSettings>
  /** Newest first. Null for an invalid cursor. */
  abstract invitations(request: PageRequest): Promise<Page<ListedInvitation> | null>
  /** Oldest first. Null for an invalid cursor. */
  abstract waitingList(request: PageRequest): Promise<Page<WaitingAddress> | null>
}

export interface Balance {
  rubies: number
  rubyDebt: number
  discordJoined: boolean
  /** Welcome rubies withheld until the e-mail address is verified. */
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

/** Bound by moderation. */
export abstract class DisabledReasons {
  /** Returns a link to the reasons for which moderators disabled an account, and to an appeal. Null if others disabled it. */
  abstract find(userId: string): Promise<{ url: string } | null>
}

/** Bound by lore. */
export abstract class OwnLorebooks {
  /** Returns the subset of `bookIds` that the user owns, in the given order. */
  abstract findOwn(ownerId: string, bookIds: readonly string[], trx?: TransactionClientContract): Promise<string[]>
}

/** Membership in our Discord server. Bound only where that is configured. */
export abstract class DiscordMembership {
  /** Null when Discord gives no clear answer. False for users who never signed in with Discord, or whose token has expired. */
  abstract isMember(userId: string): Promise<boolean | null>
}

/** Health checks of the sign-in providers, for the operator. */
export abstract class SignInCheckup {
  abstract examine(): Promise<{ name: string; ok: boolean; says: string }[]>
}

/** A new version of a page, and the one before. */
export interface PublishedPage {
  version: number
  before: { version: number; text: string } | null
}

/** The operator's pages, such as the terms. Published versions never change. */
export abstract class SitePages {
  /** Publishes a new version. Users are asked to agree to new terms and rules. Null if the newest version has the same text. */
  abstract publish(name: SitePageName, text: string, trx: TransactionClientContract): Promise<PublishedPage | null>
  /** Null for a page that wasn't written. */
  abstract find(name: SitePageName, version: number | null): Promise<SitePage | null>
}

/** Proof of work of public forms (`CHALLENGE`). */
export abstract class FormChallenges {
  /**
   * Counts a form of this network, and returns whether it may be accepted: it is the first one, or `answer` is a solution. A form that isn't
   * accepted isn't counted.
   */
  abstract pass(form: ChallengedForm, address: string, answer: unknown): Promise<boolean>
  /** Uncounts a form that passed, but was refused for another reason. */
  abstract takeBack(form: ChallengedForm, address: string): Promise<void>
}

/** Re-encrypts stored secrets after a change of APP_KEY. */
export abstract class SealedSecrets {
  /** Adds the secrets of another module. */
  abstract add(reseal: () => Promise<{ resealed: number; lost: number }>): void
  /** Encrypts all secrets with the current key. `lost` counts secrets that no known key decrypts. They stay unchanged. Idempotent. */
  abstract reseal(): Promise<{ resealed: number; lost: number }>
}

/** The SQL functions that other modules may call in their own SQL. */
export const sqlSurface = {
  functions: [
    'accounts_is_disabled',
    // accounts_persona(owner uuid, persona uuid) returns a StoredPersona. Null for the default persona, and if the owner lacks the persona.
    'accounts_persona',
    'accounts_public_names',
    'search_pairs',
  ] as const,
}
