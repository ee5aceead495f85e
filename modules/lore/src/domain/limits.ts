/** Limits of lorebooks. Texts are counted in code points. */
export const limits = {
  booksMax: 500,
  entriesMax: 10_000,
  contentMax: 100_000,
  /** The name of a book or an entry. */
  nameMax: 500,
  descriptionMax: 20_000,
  /** The number of keys in each list of an entry. */
  keysMax: 300,
  keyMax: 1_000,
  groupsMax: 50,
  filterMax: 200,
  /** The name of a group or outlet, and a name or tag of a filter. */
  wordMax: 200,
  orderMax: 1_000_000,
  messagesMax: 100_000,
  tokensMax: 10_000_000,
  /** The size of a book's entries. */
  bookBytesMax: 20 * 1_048_576,
  /** The size of all of a user's lorebooks, with their original files. */
  personBytesMax: 512 * 1_048_576,
  booksPage: 100,
  booksPageMax: 500,
  entriesPage: 100,
  entriesPageMax: 500,
  /** A page of entries ends with the entry that reaches this size. */
  pageBytesMax: 2 * 1_048_576,
  /** Rate limits per user, for created lorebooks, and for added and edited entries. */
  booksPerHour: 120,
  entriesPerTenMinutes: 1_500,
  testsPerMinute: 60,
  testTextMax: 100_000,
  testBooksMax: 20,
  /** The lorebooks of one prompt. A character's lorebooks and those of the user have these limits each. */
  promptEntriesMax: 20_000,
  promptBytesMax: 24 * 1_048_576,
} as const
