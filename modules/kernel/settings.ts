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

/** `config/notices.ts`. */
export abstract class Notice {
  /** The notice that a machine writes. */
  abstract readonly text: string
}

/** `config/retention.ts`. */
export abstract class Retention {
  /** How long deleted data stays in the database. */
  abstract readonly deletedDays: number
  /** How long the prompts of answers are kept. With 0, they aren't kept. */
  abstract readonly promptDays: number
}
