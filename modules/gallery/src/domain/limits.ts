/** Lengths in Unicode code points. */
export const limits = {
  nameMax: 80,
  descriptionMax: 2_000,
  personalityMax: 50_000,
  scenarioMax: 50_000,
  /** Also the limit of each other greeting. */
  firstMessageMax: 50_000,
  backstoryMax: 100_000,
  exampleDialogueMax: 50_000,
  systemPromptMax: 50_000,
  postHistoryInstructionsMax: 50_000,
  depthNoteMax: 10_000,
  /** The maximum depth of a note, in messages from the end of a chat. */
  depthMax: 10_000,
  /** The maximum number of greetings in each of the two lists. */
  greetingsMax: 300,
  creatorNotesMax: 50_000,
  translationsMax: 100,
  creatorNameMax: 200,
  cardVersionMax: 100,
  sourcesMax: 100,
  sourceMax: 2_000,
  lorebooksMax: 20,
  assetsMax: 1_000,
  assetNameMax: 200,
  /** The assets that are expressions, the names of expressions, and a zip of pictures that the form unpacks. */
  expressionsMax: 64,
  expressionNameMax: 40,
  expressionsZipBytesMax: 100_000_000,
  tagsMax: 20,
  tagMax: 40,
  pictureAddressMax: 2_000,
  /** Per user. Forks count, too. */
  charactersPerHour: 60,
  /** The maximum body of a `PUT` request for a character. */
  editBytesMax: 8 * 1_048_576,
  /** Limits of one character's versions, including the present one, and of the total size of its earlier versions. */
  versionsMax: 1_000,
  versionsBytesMax: 256 * 1_048_576,
  /** Saves that create a version, per user. */
  versionsPerHour: 240,
  /** Ancestors that a fork credits. These are the first one and the latest ones. */
  creditsMax: 20,
  commentMax: 2_000,
  /** How long the user who removed a comment may restore it. */
  commentRestoreMinutes: 30,
  /** How long a removal by moderators can be undone. */
  restrictedDays: 183,
  commentsDefault: 50,
  commentsMax: 100,
  /** Replies to one comment. */
  repliesMax: 200,
  /** Per user. */
  commentsPerTenMinutes: 30,
  commentEditsPerHour: 60,
  listDefault: 500,
  listMax: 500,
  /** The maximum length of each query parameter of lists and suggestions. */
  queryMax: 1_000,
  /** The maximum number of tags in each of the list's parameters `tags` and `exclude`. */
  filterTagsMax: 10,
  openingLineMax: 160,
  teaserMax: 300,
  similarMax: 6,
  shelfMin: 4,
  shelfMax: 12,
  suggestionsMax: 8,
  /** Per user, or per network of a visitor. */
  suggestionsPerMinute: 120,
  /** Per user. */
  blockedTagsMax: 50,
  /** Characters, creators and people that a user hides. */
  hidingsMax: 500,
  /** Characters on the landing page. */
  landingMax: 12,
  tagsListed: 200,
  /** The list of held content, and the beginning of each text in it. */
  heldDefault: 50,
  heldMax: 200,
  heldExcerptMax: 300,
  /** The reason for a refusal. */
  reviewReasonMax: 500,
  /** Limits of an import over HTTP. */
  importEntriesMax: 10_000,
  importBytesMax: 64 * 1_048_576,
  /** Limit of one entry, in every import. */
  importEntryBytesMax: 1_048_576,
} as const
