/* The settings that several modules inject. Each class describes a value of `config/`. */

/** `brand` of `config/brand.ts`. */
export abstract class Brand {
  /** The name of the product. */
  abstract readonly name: string
}

/** `config/app.ts`. */
export abstract class AppSettings {
  abstract readonly appUrl: string
  /** The name of this process, among all that use the database. */
  abstract readonly instance: string
}

/** The notice that a machine writes. Bound by admin: an admin may word it. A change reaches every process within a second. */
export abstract class Notice {
  abstract readonly text: string
  /** Users are reminded after talks of this length, which end with a longer pause than this. */
  abstract readonly talkMinutes: number
  abstract readonly pauseMinutes: number
}

/** `config/notices.ts`: the notice unless an admin worded it. */
export abstract class NoticeDefault extends Notice {}

/** `config/retention.ts`. */
export abstract class Retention {
  /** How long deleted data stays in the database. */
  abstract readonly deletedDays: number
  /** How long the prompts of answers are kept. With 0, they aren't kept. */
  abstract readonly promptDays: number
}
