/** Limits of a chat file. If a file exceeds a limit, it is refused, or its report lists the omitted parts. */
export const chatFileLimits = {
  /** Longer lines are left out. */
  lineBytesMax: 16 * 1_048_576,
  /** The size of a file that must be read as a whole. */
  documentBytesMax: 64 * 1_048_576,
  /** The kept fields of a chat or message, which an export adds to a line. */
  keptBytesMax: 8 * 1_048_576,
  /** The nesting depth of JSON. */
  depthMax: 200,
  messagesMax: 100_000,
  /** The number of chats in one file. */
  chatsMax: 500,
  /** In UTF-16 units. A longer text is kept but not shown, because screens and prompts handle a message as a whole. */
  textMax: 1_000_000,
  /** The number of answers of one message. Only the original line keeps further answers. */
  answersMax: 1_000,
  /** The number of answers of all messages. */
  answersTotalMax: 300_000,
  /** In code points. Longer names are cut. */
  speakerMax: 200,
  /** The number of different fields that a report lists. */
  keptMax: 50,
} as const
