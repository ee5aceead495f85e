/** A chat that a user has begun, with one character or with several. Imported chats and branches aren't announced. */
export interface CreatedChat {
  userId: string
  sessionId: string
  /** Null for a group. */
  characterId: string | null
}

/** Tells other modules of new chats, after they were stored. A process that is killed in between tells nothing. */
export class CreatedChats {
  readonly #listeners: ((chat: CreatedChat) => void)[] = []

  /** Calls `listener` after this process has stored a new chat. */
  onCreated(listener: (chat: CreatedChat) => void) {
    this.#listeners.push(listener)
  }

  report(chat: CreatedChat) {
    for (const listener of this.#listeners) listener(chat)
  }
}
