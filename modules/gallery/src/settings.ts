import type { ModerationProvider } from '#plugins/contract/moderation'

/** The settings in `config/built_in.ts`. */
export abstract class BuiltInSettings {
  abstract readonly importsFifty: boolean
}

/** The settings in `config/public_pages.ts`. */
export abstract class PublicPages {
  abstract readonly isOn: boolean
  /** The start of absolute addresses, or null if the public address isn't configured. */
  abstract readonly origin: string | null
}

/** The settings in `config/moderation.ts`. */
export abstract class ModerationSettings {
  /**
   * Says which providers are chosen and how they judge, without keys. It changes whenever what is public should be judged again. Null: only
   * the local rules.
   */
  abstract readonly judges: string | null
  /** Called once, so that plugins are only loaded when needed. */
  abstract open(): Promise<ModerationProvider[]>
  /**
   * The categories that are held for a moderator. Content for adults is held for those with `always` only. Whatever this says, content about
   * minors is held.
   */
  abstract readonly heldCategories: Readonly<Record<string, 'always' | 'unless_adult'>>
  /** Users with fewer public characters than this need a moderator's approval for each. 0: never. */
  abstract readonly reviewFirst: number
}
