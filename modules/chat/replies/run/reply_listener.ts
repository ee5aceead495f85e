import type { ChatDraft, Message, ReplyKind, ReplyState } from '../api.ts'

/** The beginning of a reply, as listeners are told. */
export interface ReplyStart {
  kind: ReplyKind
  /** The id of the message that the reply writes or changes. */
  messageId: string
  characterId: string
  /** The user's message that it answers. Null without one, and for a rewrite. */
  userMessage: Message | null
  /** The name of the character, for a turn of a group chat. Null for other replies. */
  speaker: string | null
  /** The user's message says that they want to harm themselves, so the chat offers help. */
  offersHelp?: true
}

/** The end of a reply. `message`: what it wrote or changed; null without any text. `draft`: its line for the user. */
export interface EndedReply {
  state: ReplyState
  errorCode: string | null
  message: Message | null
  draft: ChatDraft | null
}

/** Receives the events of a reply, and writes them in the format of its client. */
export interface ReplyListener<End = EndedReply> {
  /** Nothing is sent to a full listener. It gets the missed text later, in one piece. */
  readonly isFull: boolean
  /** The client has disconnected. */
  readonly isGone: boolean
  onGone(callback: () => void): void
  begin(start: ReplyStart): void
  text(text: string): void
  thinking(text: string): void
  /** The last event. Null: the end is unknown. */
  end(end: End | null): void
}
