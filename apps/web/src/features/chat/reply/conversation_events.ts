export interface ConversationEvents {
  /** The server has saved a new message. */
  onSaved(): void
  /** A turn has ended: cached reads of this chat and the balance are out of date. */
  onChanged(): void
  /** The server refused to reply and saved nothing. `content` is the unsaved message. */
  onDenied(denial: { error: string; upgradeUrl: string }, content: string): void
  /** A message was edited, deleted or restored, or another alternate was chosen. */
  onEdited(): void
  /** The messages on the screen may be out of date and should be read again. */
  onStale(): void
  /** The text of the reply so far, for screen readers. */
  onReplyText(text: string, isFinished: boolean): void
}
