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
