import type { SignUpMode } from './domain/sign_up_modes.ts'
import type { DiscordSettings } from './providers/discord_provider.ts'
import type { OpenIdSettings } from './providers/openid_provider.ts'

/** The settings in `config/sign_in.ts`. */
export abstract class SignInSettings {
  abstract readonly openId: OpenIdSettings | null
  abstract readonly discord: DiscordSettings | null
  /** Signs the cookie of known devices. */
  abstract readonly deviceKey: string
  /** The keys for hashes of e-mails that accounts gave up. The first creates new hashes, the others only match. */
  abstract readonly releasedEmailKeys: readonly string[]
  abstract readonly adminsNeedSecondFactor: boolean
  /** The mode of sign-up, unless an admin has chosen one. */
  abstract readonly signUp: SignUpMode
}

/** The settings in `config/challenge.ts`. */
export abstract class ChallengeSettings {
  /** Whether public forms ask for proof of work. */
  abstract readonly isOn: boolean
  /** Signs challenges. */
  abstract readonly key: string
  /** Whether mail reaches people. */
  abstract readonly hasMail: boolean
}

/** The settings of cookies in `config/app.ts`. */
export abstract class CookieSettings {
  abstract readonly secure: boolean
}

/** The settings in `config/rewards.ts`. */
export abstract class InviteSettings {
  /** The invite to the operator's Discord server. Null: there is none. */
  abstract readonly discordInvite: string | null
}
