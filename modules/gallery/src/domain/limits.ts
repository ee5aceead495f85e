/** Lengths in Unicode code points. */
export const limits = {
  nameMax: 80,
  descriptionMax: 2_000,
  personalityMax: 8_000,
  scenarioMax: 8_000,
  firstMessageMax: 8_000,
  backstoryMax: 16_000,
  tagsMax: 20,
  tagMax: 40,
  /** An avatar's or a background's. */
  pictureAddressMax: 2_000,
  /** One person's. */
  charactersPerHour: 60,
  commentMax: 2_000,
  /** How long the user who removed a comment may restore it. */
  commentRestoreMinutes: 30,
  commentsDefault: 50,
  commentsMax: 100,
  /** One person's, in ten minutes. */
  commentsPerTenMinutes: 30,
  listDefault: 500,
  listMax: 500,
  /** A search, a chip or a cursor in the address. */
  queryMax: 1_000,
  similarMax: 6,
  tagsListed: 200,
  /** An import over HTTP. */
  importEntriesMax: 10_000,
  importBytesMax: 64 * 1_048_576,
  /** One entry of an import. */
  importEntryBytesMax: 1_048_576,
} as const
