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
  pictureAddressMax: 2_000,
  /** Per user. */
  charactersPerHour: 60,
  commentMax: 2_000,
  /** How long the user who removed a comment may restore it. */
  commentRestoreMinutes: 30,
  commentsDefault: 50,
  commentsMax: 100,
  /** Per user. */
  commentsPerTenMinutes: 30,
  listDefault: 500,
  listMax: 500,
  /** Length of each parameter of the list's URL. */
  queryMax: 1_000,
  similarMax: 6,
  tagsListed: 200,
  /** Limits of an import over HTTP. */
  importEntriesMax: 10_000,
  importBytesMax: 64 * 1_048_576,
  /** Limit of one entry, in every import. */
  importEntryBytesMax: 1_048_576,
} as const
