export type ChatRefusalCode =
  | 'empty'
  | 'not_a_chat'
  | 'group_file'
  | 'archive'
  | 'too_deep'
  | 'too_many_messages'
  | 'too_many_answers'
  | 'too_many_chats'
  | 'no_messages'
  | 'too_heavy'

/** The error for a chat file that can't be imported. The message is for users. */
export class ChatRefused extends Error {
  readonly code: ChatRefusalCode

  constructor(code: ChatRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
