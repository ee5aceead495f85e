/** Wire shapes, limits and rules of accounts. Runs in browsers, too. */

import type { SamplingChoice } from '#plugins/contract/sampling'
import type { ReadingPreferences } from './src/domain/reading.ts'
import type { InvitedRole, Role } from './src/domain/roles.ts'
import type { AdultAccess } from './src/age/adult_access.ts'
import type { AgreedPageName, SitePageName } from './src/domain/site_pages.ts'
import type { SettingsKey } from './src/domain/settings_keys.ts'
import type { SignUpMode } from './src/domain/sign_up_modes.ts'

export { limits } from './src/domain/limits.ts'
export { isOwnNonPicture, isPictureAddress } from '#modules/kernel/picture_address'
export { samplingOf, samplingRanges, type SamplingChoice } from '#plugins/contract/sampling'
export { defaultReadingPreferences, readingChoices, type ReadingPreferences } from './src/domain/reading.ts'
export {
  invitedRoles,
  isAdminRole,
  isStaff,
  mayActOn,
  outranks,
  roles,
  type InvitedRole,
  type Role,
} from './src/domain/roles.ts'
export { signUpModes, type SignUpMode } from './src/domain/sign_up_modes.ts'
export {
  agreedPageNames,
  sitePageMax,
  sitePageNames,
  type AgreedPageName,
  type SitePageName,
} from './src/domain/site_pages.ts'
export { publicName, userName, visitorName } from './src/domain/user_name.ts'
export { usernameMessages, usernameProblem } from './src/domain/usernames.ts'

/**
 * The signed-in user. `rubies` is the spendable amount, which is the balance minus open holds. `rubyDebt` is owed after a refund or
 * dispute of spent rubies, and later credits pay it first.
 */
export interface User extends AdultAccess {
  id: string
  username: string | null
  firstName: string | null
  lastName: string | null
  email: string
  /** Whether a mailed link or a sign-in provider verified this address. */
  emailVerified: boolean
  profileImageUrl: string | null
  rubies: number
  rubyDebt: number
  /** Welcome rubies withheld until the e-mail address is verified. */
  welcomeRubiesWaiting: number
  discordJoined: boolean
  /** The invite to the operator's Discord server. Null hides it and its reward. */
  discordInvite: string | null
  role: Role
  /** Whether the role is admin or owner. */
  isAdmin: boolean
  createdAt: string
  personaName: string | null
  personaDescription: string | null
  personaAvatar: string | null
  personaPersonality: string | null
  personaBackground: string | null
  /** The sampling of all chats. Null uses the sampling of the model's tier. */
  sampling: SamplingChoice | null
  /** The appearance of chats. Null means `defaultReading`. */
  reading: ReadingPreferences | null
  /** The hosts whose pictures in messages are shown, oldest first. Missing in responses of older servers. */
  pictureHosts?: string[]
  /** The user is asked before another model answers in a chat. Missing in responses of older servers. */
  asksBeforeNewModels?: boolean
  stats: { messagesWritten: number; charactersCreated: number }
  /** Only set for people with rights of the staff and without a second factor. States whether a second factor is recommended, or required for `/api/admin`. */
  secondFactorWanted?: SecondFactorWanted
  /** The pages whose newest version the user hasn't agreed to. Missing if there are none. */
  agreementsWanted?: AgreementWanted[]
}

export interface AgreementWanted {
  page: AgreedPageName
  version: number
  /** The newest version that the user agreed to. Null: none. */
  agreedVersion: number | null
}

/** One of the operator's pages, in its newest version. */
export interface ListedSitePage {
  name: SitePageName
  version: number
  publishedAt: string
}

/** `text` is Markdown. */
export type SitePage = ListedSitePage & { text: string }

/** The versions that a user agrees to, which must be the newest. Registration needs those of all pages that exist. */
export type AgreementsBody = { [Name in AgreedPageName as `${Name}Version`]?: number | null }

export type SecondFactorWanted = 'suggested' | 'required'

/** The settings of a user, except username and password, which have calls of their own. */
export type UserSettings = Pick<User, SettingsKey>

/**
 * A persona, which represents the user in chats. The `persona…` settings are the fields of the default persona. If the name is null,
 * characters call the user by the username or the first name.
 */
export interface ListedPersona {
  id: string
  /** Whether chats without their own persona use this one. Each user has exactly one default persona. */
  isDefault: boolean
  name: string | null
  avatar: string | null
  description: string | null
  personality: string | null
  background: string | null
  /** The user's own lorebooks whose entries join prompts with this persona. */
  lorebookIds: string[]
}

/** Absent fields of a new persona are null, or empty for `lorebookIds`. A change keeps them. `isDefault` can only be true. */
export type PersonaChange = Partial<Omit<ListedPersona, 'id'>>

/**
 * Null or an empty text clears a field. An absent key keeps it. `isOfAge` states that the user is of age, and so does turning
 * on `limitlessEnabled`. False withdraws it, and turns adult content off.
 */
export type UserSettingsChange = Partial<UserSettings> & { isOfAge?: boolean }

/** A sign-in provider. */
export interface SignInMethod {
  /** Used in URLs. */
  provider: string
  name: string
  /** When the provider was linked to this account. Null while it isn't linked. */
  linkedAt: string | null
}

/** The bytes of a user's characters with their versions, lorebooks, original files and pictures, and their limit. */
export interface StorageUse {
  usedBytes: number
  bytesMax: number
}

export interface AccountSettings extends UserSettings, AdultAccess {
  /** False until the first password is set, which requires no current password. */
  hasPassword: boolean
  signIns: SignInMethod[]
  /** Null while two-step sign-in is off. */
  secondFactor: { since: string; recoveryCodesLeft: number } | null
  storage: StorageUse
  /** Whether the user may invite people. Missing in responses of older servers. */
  mayInvite?: boolean
  /** The provider that verifies ages, by its name for people. Null: the user's own statement counts. */
  ageCheck: string | null
}

/** An invitation to open an account. Its link is only in the answer to its creation. */
export interface Invitation {
  id: string
  note: string | null
  /** The role and the rubies of each new account, while the inviter has the right to give them. */
  role: InvitedRole | null
  rubies: number
  /** The people that it may bring, and those that it brought. */
  uses: number
  used: number
  createdAt: string
  expiresAt: string
  /** False once it is used up, expired or revoked. */
  isOpen: boolean
}

export interface OwnInvitations {
  /** Open ones first, then the newest. */
  invitations: Invitation[]
  /** The people that the user may still invite. Null without a limit. */
  left: number | null
}

/** Only owners with a second factor give roles, and only admins give rubies. */
export interface InvitationBody {
  uses: number
  /** How long it works. */
  days: number
  note?: string | null
  role?: InvitedRole | null
  rubies?: number
}

export interface CreatedInvitation {
  invitation: Invitation
  /** The address to send to the invited people. It can't be shown again. */
  link: string
}

/** The forms that ask visitors for proof of work. */
export const challengedForms = ['register', 'waiting_list', 'forgotten_password', 'report'] as const
export type ChallengedForm = (typeof challengedForms)[number]

/**
 * A challenge of altcha-lib, or null when the next form of this network needs none. The form's field `challenge` is
 * `{"challenge", "solution"}` in Base64 of JSON.
 */
export interface FormChallenge {
  challenge: { parameters: object; signature: string } | null
}

/** The people who may open an account. */
export interface SignUpSettings {
  /** The choice of the admins. Null follows the server's configuration. */
  mode: SignUpMode | null
  configuredMode: SignUpMode
  /** How many people each user may invite. Admins and moderators have no such limit. */
  userInvitations: number
}

export type SignUpChange = Pick<SignUpSettings, 'mode' | 'userInvitations'>

/** A person as shown to admins. `name` is empty when the person gave none. */
export interface NamedPerson {
  id: string
  name: string
  email: string
}

/** An invitation as shown to admins. `guests` are the people who came by it and whose accounts exist. */
export type ListedInvitation = Invitation & { inviter: NamedPerson; guests: NamedPerson[] }

/** An address that waits for an invitation. */
export interface WaitingAddress {
  id: string
  email: string
  createdAt: string
}

/** Input for an authenticator app. The second factor stays off until a code confirms it. */
export interface NewSecondFactor {
  /** For manual entry, in Base32. */
  secret: string
  /** For a QR code: `otpauth://…`. */
  uri: string
}

/** A code from the authenticator app, or a recovery code. Spaces and dashes are ignored. */
export interface CodeBody {
  code: string
}

/** Recovery codes, shown once. Each replaces a code from the authenticator app once. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** A check of a user's age at a provider. The browser keeps `check`, goes to `url`, and sends `check` when it returns. */
export interface BegunAgeCheck {
  url: string
  check: string
}

/** The address to which the browser returns from the provider. */
export const ageCheckPath = '/settings/content?age=checked'

/** The outcome of linking, in the settings' query string. */
export type LinkOutcome = 'linked' | 'denied' | 'unavailable' | 'untrusted' | 'taken' | 'another_linked'

export const linkOutcomePath = (provider: string, outcome: LinkOutcome) =>
  `/settings?${new URLSearchParams({ linked: provider, outcome })}`

/** The outcome of a proof for users without a password, in the settings' query string. `another`: the provider knows a different user. */
export type ProofOutcome = 'proven' | 'denied' | 'unavailable' | 'untrusted' | 'another'

export const proofOutcomePath = (provider: string, outcome: ProofOutcome) =>
  `/settings?${new URLSearchParams({ proven: provider, outcome })}`

/** A signed-in browser. */
export interface ListedSession {
  id: string
  /** For example 'Firefox on Linux'. Null when unknown. */
  device: string | null
  createdAt: string
  /** Updated every ten minutes. */
  lastUsedAt: string
  /** Use extends it, up to the session's maximum lifetime. */
  expiresAt: string
  /** Whether this session sent the request. */
  isCurrent: boolean
}

/** Sets a new password with the token of a mailed link. */
export interface PasswordReset {
  token: string
  newPassword: string
}

export interface UsernameCheck {
  available: boolean
  message: string
}

export interface PasswordChange {
  /** Absent while the account has no password. */
  currentPassword?: string
  newPassword: string
}

/** Renews the proof of identity, for calls that answer 403 `proof_needed`. */
export interface Proof {
  currentPassword: string
}

/** A new account. `challenge` is the proof of work, if `getChallenge` asks for one. */
export interface Registration extends AgreementsBody {
  email: string
  password: string
  firstName?: string | null
  lastName?: string | null
  invitation?: string | null
  challenge?: string | null
}

/** Absent for accounts without a password, which must have signed in within `limits.freshSignInMinutes`. */
export interface AccountDeletion {
  currentPassword?: string
}

/** The body of every failure. `code` is for programs, `message` for people. */
export interface Failure {
  message: string
  code: string
  errors?: { field: string; rule: string; message: string }[]
}

/** The cookie with the chosen color theme. The server reads it, so that the first paint has the right colors. */
export const themeCookie = 'facet_theme'

/** The themes to choose from. `system`, the default, follows the browser and has no cookie. */
export type Theme = 'system' | 'dark' | 'light'

/** Returns the value of `data-theme` for a cookie's value. Empty means the browser's own theme. */
export const themeAttribute = (cookie: unknown): Exclude<Theme, 'system'> | '' =>
  cookie === 'dark' || cookie === 'light' ? cookie : ''

/** The cookie of a collapsed sidebar. The server reads it, so that the first paint has the right width. */
export const sidebarCookie = 'facet_sidebar'

/** Returns the value of `data-sidebar` for a cookie's value. Empty means the sidebar with labels. */
export const sidebarAttribute = (cookie: unknown): 'rail' | '' => (cookie === 'rail' ? cookie : '')
