/** Wire shapes, paths, limits and rules of accounts. Runs in browsers, too. */

import { pathSegment } from '#modules/kernel/path_segment'

export { limits } from './src/domain/limits.ts'
export { isOwnNonPicture, isPictureAddress } from '#modules/kernel/picture_address'
export { usernameMessages, usernameProblem } from './src/domain/usernames.ts'

/**
 * The signed-in user. `rubies` can be spent now: the balance minus open holds. `rubyDebt` is owed after a refund or dispute of spent
 * rubies, and later credits pay it first.
 */
export interface User {
  id: string
  username: string | null
  firstName: string | null
  lastName: string | null
  email: string
  profileImageUrl: string | null
  rubies: number
  rubyDebt: number
  limitlessEnabled: boolean
  discordJoined: boolean
  isAdmin: boolean
  createdAt: string
  personaName: string | null
  personaDescription: string | null
  personaAvatar: string | null
  personaPersonality: string | null
  personaBackground: string | null
  stats: { messagesWritten: number; charactersCreated: number }
  /** Sent to admins without a second factor: whether one is recommended, or required for `/api/admin`. */
  secondFactorWanted?: SecondFactorWanted
}

export type SecondFactorWanted = 'suggested' | 'required'

/** The settings of a user, except username and password, which have calls of their own. */
export type UserSettings = Pick<
  User,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'profileImageUrl'
  | 'limitlessEnabled'
  | 'personaName'
  | 'personaDescription'
  | 'personaAvatar'
  | 'personaPersonality'
  | 'personaBackground'
>

/** Null or an empty text clears a field. An absent key keeps it. */
export type UserSettingsChange = Partial<UserSettings>

/** A sign-in provider. */
export interface SignInMethod {
  /** Used in URLs. */
  provider: string
  name: string
  /** When it was linked to this account, or null. */
  linkedAt: string | null
}

export interface AccountSettings extends UserSettings {
  /** False until the first password is set, which needs no current one. */
  hasPassword: boolean
  signIns: SignInMethod[]
  /** Null while two-step sign-in is off. */
  secondFactor: { since: string; recoveryCodesLeft: number } | null
}

/** Input for an authenticator app. The factor is off until a code confirms it. */
export interface NewSecondFactor {
  /** For manual entry, in Base32. */
  secret: string
  /** For a QR code: `otpauth://…`. */
  uri: string
}

/** A code of the app or a recovery code. Spaces and dashes are ignored. */
export interface CodeBody {
  code: string
}

/** Shown once. Each signs in once in place of a code of the app. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

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
  /** Moves with use, up to the maximum lifetime. */
  expiresAt: string
  /** The session of this request. */
  isCurrent: boolean
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

export const paths = {
  currentUser: '/api/auth/user',
  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
  settings: '/api/user/settings',
  username: '/api/user/username',
  checkUsername: (username: string) => `/api/user/username/check/${pathSegment(username)}`,
  password: '/api/user/password',
  signIn: (provider: string) => `/api/user/sign-ins/${pathSegment(provider)}`,
  /** Renews the proof of identity: by password, or by a provider. */
  proof: '/api/user/proof',
  proofBy: (provider: string) => `/api/user/proof/${pathSegment(provider)}`,
  sessions: '/api/user/sessions',
  session: (id: string) => `/api/user/sessions/${pathSegment(id)}`,
  /** POST starts the setup, DELETE turns it off. */
  secondFactor: '/api/user/second-factor',
  confirmSecondFactor: '/api/user/second-factor/confirm',
  recoveryCodes: '/api/user/second-factor/recovery-codes',
  signOutEverywhere: '/api/user/sign-out-everywhere',
  /** DELETE deletes the account and its data. */
  account: '/api/user',
  /** Downloads all data of the user. */
  export: '/api/user/export',
} as const
