import type { HelpLine } from '../api.ts'

/** The settings in `config/help_lines.ts`. */
export abstract class HelpSettings {
  abstract readonly lines: readonly HelpLine[]
  /** The header in which a trusted proxy says the country. Null without one. */
  abstract readonly countryHeader: string | null
  /** Hashes the people who were counted. */
  abstract readonly key: string
  /** The name that the privacy page gives the moderation provider which is asked about messages. Null: none is asked. */
  abstract readonly moderation: string | null
}
