/** Limits of a chat's file. A file beyond one of them is refused, or the report names what was left out. */
export const chatFileLimits = {
  /** A longer line is left out. */
  lineBytesMax: 16 * 1_048_576,
  /** A file that must be read as a whole. */
  documentBytesMax: 64 * 1_048_576,
  /** Levels of JSON. */
  depthMax: 200,
  messagesMax: 100_000,
  /** Chats in one file. */
  chatsMax: 500,
  /** In UTF-16 units. A longer text is kept, but not shown: screens and prompts handle a message as a whole. */
  textMax: 1_000_000,
  /** Answers of one message. Further ones stay in the original line. */
  answersMax: 1_000,
  /** Answers of all messages. */
  answersTotalMax: 300_000,
  /** Names and titles are cut to these lengths, in code points. */
  speakerMax: 200,
  /** Different fields that a report lists. */
  keptMax: 50,
} as const
