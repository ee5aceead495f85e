export interface ConversationEvents {
  /** The server has saved a new message of the user. */
  onSaved(createdAt: string): void
  /**
   * A turn has ended, so cached reads of this chat and the balance are out of date. `createdAt` is the time of the new answer; null
   * without a new answer, or when its time isn't known.
   */
  onChanged(createdAt: string | null): void
  /** The server refused to reply and saved nothing. `content` is the unsaved message. */
  onDenied(denial: { error: string; upgradeUrl: string }, content: string): void
  /** The user's message says that they want to harm themselves. */
  onHelpOffered(): void
  /** A message was edited, deleted or restored, or another alternate was chosen. */
  onEdited(): void
  /** The messages on the screen may be out of date and should be read again. */
  onStale(): void
  /** This page has changed the chat. A read in flight may be older than the screen and should restart. */
  onOwnChange(): void
  /** The text of the reply so far, for screen readers. */
  onReplyText(text: string, isFinished: boolean): void
}
