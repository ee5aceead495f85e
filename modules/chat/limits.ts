/** Limits of chat. Runs in a browser. */
export const limits = {
  contentMax: 8_000,
  /** The length of an edited answer. A longer answer can't be continued. */
  answerMax: 32_000,
  picturesPerMessage: 4,
  picturesPerChat: 500,
  pictureAltMax: 1_000,
  /** How long a picture is kept whose message wasn't sent. */
  unsentPictureHours: 24,
  titleMax: 120,
  /** The first messages of a character that a chat begins with, and their total letters. */
  greetingsMax: 50,
  greetingsLetters: 200_000,
  pinsMax: 20,
  pinMax: 500,
  pinDepthMax: 100,
  nudgeMax: 500,
  /** One of three suggested replies. */
  suggestionMax: 500,
  lorebooksMax: 20,
  noteMax: 4_000,
  scenarioMax: 8_000,
  systemPromptMax: 8_000,
  noteDepthMax: 100,
  /** The largest interval of a note, in messages of the user. */
  noteEveryMax: 100,
  summaryMax: 8_000,
  /** The versions of a summary, including the current one. Older versions are deleted. */
  summaryVersionsMax: 50,
  /** Facts that wait for the user's answer. */
  factsProposedMax: 9,
  foldersMax: 100,
  folderNameMax: 40,
  searchMax: 100,
  searchPage: 20,
  searchesPerMinute: 60,
  /** How long a deleted message can be restored. */
  restoreMinutes: 30,
  messagesPage: 200,
  /** The end of a chat, for its first screen. */
  endMessages: 20,
  endLetters: 20_000,
  endAlternatesBytes: 60_000,
  chatsMax: 500,
  groupMembersMin: 2,
  groupMembersMax: 8,
  /** Present and former characters of a group. */
  groupMembersEverMax: 40,
  groupsMax: 200,
  /** Chats and groups that a user opens without a message. */
  chatsPerHour: 300,
  /** The turns of a talk, which the server takes by itself. */
  talkTurnsMax: 10,
  repliesPerMinute: 60,
  /** Views of next prompts. */
  contextViewsPerMinute: 60,
  /** Pages and EPUBs of chats as books. */
  booksPerHour: 30,
  /** Free replies that a user may cause within `unpaidStartsMinutes`: stopped, empty, refused or broken off (`docs/endings.md`). */
  unpaidStarts: 10,
  unpaidStartsMinutes: 10,
  /** Replies that the provider failed within the same time. Higher, because an outage is no user's fault. */
  providerFailures: 30,
  /** Open reply streams per user and process. */
  replyReadersPerUser: 100,
  /** The length of a visitor's message in the demo. */
  demoContentMax: 1_000,
  /** The length at which an answer of the demo is stopped, in UTF-16 units. */
  demoAnswerMax: 8_000,
  /** Replies in one demo chat. */
  demoReplies: 2,
  /** How long a transcript can be continued and adopted. */
  demoHours: 24,
  /** Demo replies that a process generates at once. */
  demoRepliesAtOnce: 4,
  /** The size of the texts and original lines of a user's imported chats. */
  importedBytesMax: 2 * 1_073_741_824,
  /** The branches of one chat. */
  branchesMax: 100,
  branchesPerHour: 60,
  /** The size of the texts and original lines of a user's branches. */
  branchedBytesMax: 512 * 1_048_576,
} as const
