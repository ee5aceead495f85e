/** How often characters speak by themselves in group chats, according to their cards. */
export abstract class Talkativeness {
  /** Returns values from 0 to 1, by the ids of the characters. Characters whose card doesn't set it are missing. */
  abstract of(characterIds: readonly string[]): Promise<Map<string, number>>
}

/** Rows of a table whose chat, message or reply no longer exists. */
export interface LeftRows {
  table: string
  of: 'session' | 'message' | 'reply'
  count: number
}

/** Checks the stored rows of chats. */
export abstract class ChatRows {
  /** Returns what deletions have left. Reads all chats. */
  abstract findLeft(): Promise<LeftRows[]>
}
