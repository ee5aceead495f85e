/** Wire shapes, paths, limits and rules of accounts. Runs in a browser. */

import { segment } from '#modules/kernel/path_segment'

export { limits } from './src/domain/limits.ts'
export { isOwnNonPicture, isPictureAddress } from '#modules/kernel/picture_address'
export { usernameMessages, usernameProblem } from './src/domain/usernames.ts'

/**
 * The signed-in user. `rubies` is what may be spent now: the balance less what replies under way hold. `rubyDebt` is what is owed
 * after a payment was taken back whose rubies were spent; what comes in pays it first.
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
  /** Said to an admin who has no second factor: whether one is only better, or nothing under `/api/admin` answers without it. */
  secondFactorWanted?: SecondFactorWanted
}

export type SecondFactorWanted = 'suggested' | 'required'

/** What people set themselves, but for the username and the password, which have calls of their own. */
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

/** A null or empty text takes what was there away; an absent key leaves it. */
export type UserSettingsChange = Partial<UserSettings>

/** A provider that people here sign in with. */
export interface SignInMethod {
  /** In addresses. */
  provider: string
  name: string
  /** When it was linked to this account; null when it is not. */
  linkedAt: string | null
}

export interface AccountSettings extends UserSettings {
  /** Without one, the first is set without naming a present one. */
  hasPassword: boolean
  signIns: SignInMethod[]
  /** Null while a password, or a provider, is enough. */
  secondFactor: { since: string; recoveryCodesLeft: number } | null
}

/** What goes into an authenticator app. Not asked for at sign-in before a code has shown that it is there. */
export interface NewSecondFactor {
  /** For who types it: Base32. */
  secret: string
  /** For a QR code: `otpauth://…`. */
  uri: string
}

/** A code of the app, or a recovery code; spaces and dashes don't matter. */
export interface CodeBody {
  code: string
}

/** Shown once. Each signs in once, in the place of a code of the app. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** How linking went, as the settings' address says it. */
export type LinkOutcome = 'linked' | 'denied' | 'unavailable' | 'untrusted' | 'taken' | 'another_linked'

/** Where a browser comes back to. */
export const linkOutcomePath = (provider: string, outcome: LinkOutcome) =>
  `/settings?${new URLSearchParams({ linked: provider, outcome })}`

/** How showing that it is them went for who has no password, as the settings' address says it. `another`: it is somebody else there. */
export type ProofOutcome = 'proven' | 'denied' | 'unavailable' | 'untrusted' | 'another'

export const proofOutcomePath = (provider: string, outcome: ProofOutcome) =>
  `/settings?${new URLSearchParams({ proven: provider, outcome })}`

/** A browser in which somebody is signed in. */
export interface ListedSession {
  id: string
  /** In words, such as 'Firefox on Linux'; null for what we do not know. */
  device: string | null
  createdAt: string
  /** Written down every ten minutes. */
  lastUsedAt: string
  /** Unless it is used again; used or not, at the latest when it has lasted as long as one may. */
  expiresAt: string
  /** The one that asks. */
  isCurrent: boolean
}

export interface UsernameCheck {
  available: boolean
  message: string
}

export interface PasswordChange {
  /** Not needed where there is none yet. */
  currentPassword?: string
  newPassword: string
}

/** Shows again who is signed in, for calls that answer 403 `proof_needed`. */
export interface Proof {
  currentPassword: string
}

/** Who has no password gives none, and must have signed in a moment ago (`limits.freshSignInMinutes`). */
export interface AccountDeletion {
  currentPassword?: string
}

/** The body of every failure. `code` is for machines, `message` is a sentence for a person. */
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
  checkUsername: (username: string) => `/api/user/username/check/${segment(username)}`,
  password: '/api/user/password',
  signIn: (provider: string) => `/api/user/sign-ins/${segment(provider)}`,
  /** Once more who one is: by the password, or by a provider. */
  proof: '/api/user/proof',
  proofBy: (provider: string) => `/api/user/proof/${segment(provider)}`,
  sessions: '/api/user/sessions',
  session: (id: string) => `/api/user/sessions/${segment(id)}`,
  /** POST begins, DELETE turns it off. */
  secondFactor: '/api/user/second-factor',
  confirmSecondFactor: '/api/user/second-factor/confirm',
  recoveryCodes: '/api/user/second-factor/recovery-codes',
  signOutEverywhere: '/api/user/sign-out-everywhere',
  /** DELETE: the account and what belongs to it. */
  account: '/api/user',
  /** A file: everything that there is of the user. */
  export: '/api/user/export',
} as const
