import type { UserEvent } from '#modules/chat/api'
import {
  chooseAlternate,
  deleteMessage,
  editMessage,
  hideMessage,
  restoreMessage,
  rewindChat,
  undoRewind,
} from '#modules/chat/calls'
import { callServer } from '#web/lib/api_client'
import { toast, toasts, toastUndo } from '#web/lib/toasts'
import type { ConversationEvents } from './conversation_events.ts'
import { gapKey, type ChatItem, type MessageStore } from './message_store.ts'
import { outbox } from './outbox.ts'
import { attempt, reportFailure, reportReplying } from './report_failure.ts'

type ChatEvent = Extract<UserEvent, { type: 'chat' }>

interface MessageEditsOptions {
  sessionId: string
  store: MessageStore
  events: ConversationEvents
  /** Whether a reply is being written. Messages can't be changed meanwhile. */
  isReplying: () => boolean
}

/** Edits, deletes, restores and hides messages, and chooses between alternates. */
export class MessageEdits {
  #sessionId: string
  #store: MessageStore
  #events: ConversationEvents
  #isReplying: () => boolean
  /** Resolves when all choices are saved; null when no choice is being saved. Choices are sent one at a time. */
  #choosing: Promise<void> | null = null
  #nextChoice: { id: string; index: number } | null = null
  /** Changes by this page whose live event is still expected. */
  #ownChanges = new Set<string>()

  constructor({ sessionId, store, events, isReplying }: MessageEditsOptions) {
    this.#sessionId = sessionId
    this.#store = store
    this.#events = events
    this.#isReplying = isReplying
  }

  /** Resolves when the chosen alternate is saved; null when none is being saved. */
  get choosing(): Promise<void> | null {
    return this.#choosing
  }

  /** Shows another alternate at once and saves it. While a choice is being saved, keeps only the latest further choice. */
  choose(key: string, index: number): void {
    const item = this.#store.item(key)
    if (!item?.id || !item.alternates[index] || index === item.selected || this.#isBusy()) return
    this.#store.select(key, index)
    this.#nextChoice = { id: item.id, index }
    this.#choosing ??= this.#saveChoices(item).finally(() => (this.#choosing = null))
  }

  /** Resolves to true once the new text is saved, and to false after a failure. Offers no undo if `isQuiet`. */
  async edit(key: string, content: string, { isQuiet = false } = {}): Promise<boolean> {
    const item = this.#store.item(key)
    if (!item?.id || this.#isBusy()) return false
    const { id, content: before } = item
    const input = { params: { id }, body: { content } }
    return attempt('Failed to edit message', async () => {
      this.#store.update(key, await this.#asOwn('message_edited', id, () => callServer(editMessage, input)))
      this.#events.onEdited()
      if (content !== before && !isQuiet) toastUndo('Message edited', () => void this.edit(key, before))
    })
  }

  /** Hides a message from prompts, or shows it to them again, with a toast to undo it. */
  async hide(key: string, isHidden: boolean): Promise<void> {
    const id = this.#store.item(key)?.id
    if (!id || this.#isBusy()) return
    const input = { params: { id }, body: { isHidden } }
    await attempt(isHidden ? 'Failed to hide message' : 'Failed to show message', async () => {
      this.#store.update(key, await this.#asOwn('message_hidden', id, () => callServer(hideMessage, input)))
      this.#events.onEdited()
      const title = isHidden ? 'Message hidden from prompts' : 'Message shown to the model again'
      toastUndo(title, () => void this.hide(key, !isHidden))
    })
  }

  /** Deletes a message at once, with a toast to undo it. */
  async delete(key: string): Promise<void> {
    const item = this.#store.item(key)
    if (!item || this.#isBusy()) return
    const { keys } = this.#store.snapshot()
    const previous = keys[keys.indexOf(key) - 1] ?? null
    this.#store.removeFailedReplyAfter(key)
    this.#store.remove(key)
    const { id } = item
    if (id === null) {
      if (item.clientMessageId) outbox.remove(this.#sessionId, item.clientMessageId)
      return
    }
    // The Undo of a shown toast may belong to an edit of this message.
    toasts.dismissAction()
    try {
      await this.#asOwn('message_deleted', id, () => callServer(deleteMessage, { params: { id } }))
      // A read may have shown the message again meanwhile.
      this.#store.remove(this.#store.keyOfMessage(id) ?? key)
      this.#store.settleUnanswered()
      this.#events.onEdited()
      toastUndo('Message deleted', () => void this.#restore(item, id, previous))
    } catch (error) {
      this.#store.insertAfter(previous, item)
      reportFailure(error, 'Failed to delete message')
    }
  }

  /** Deletes the messages after a message, with a toast to undo it. */
  async rewind(key: string): Promise<void> {
    const id = this.#store.item(key)?.id
    if (!id || this.#isBusy()) return
    await attempt('Failed to rewind this chat', async () => {
      const { rewindId, count } = await this.#asOwn('rewound', undefined, () =>
        callServer(rewindChat, { params: { id: this.#sessionId }, body: { messageId: id } })
      )
      const { keys } = this.#store.snapshot()
      const later = keys.slice(keys.indexOf(key) + 1)
      const deleted = later.flatMap((each) => (each === gapKey ? gapKey : (this.#store.item(each) ?? [])))
      const saved = deleted.filter((item) => item === gapKey || item.id !== null)
      for (const item of saved) this.#store.remove(item === gapKey ? gapKey : item.key)
      this.#store.settleUnanswered()
      this.#events.onEdited()
      if (rewindId === null) return toast('This is the last message already')
      const title = count === 1 ? '1 message deleted' : `${count} messages deleted`
      toastUndo(title, () => void this.#undoRewind(key, rewindId, saved))
    })
  }

  /** Returns true once for each change that this page made itself. */
  takeOwn({ what, messageId }: ChatEvent): boolean {
    return this.#ownChanges.delete(`${what} ${messageId}`)
  }

  /** Forgets the page's own changes. Their events may have been missed, and the next event may come from another page. */
  forgetOwn(): void {
    this.#ownChanges.clear()
  }

  async #restore(item: ChatItem, id: string, previous: string | null): Promise<void> {
    await attempt('Failed to restore message', async () => {
      const message = await this.#asOwn('message_restored', id, () => callServer(restoreMessage, { params: { id } }))
      const isPreviousLoaded = previous === null || this.#store.snapshot().keys.includes(previous)
      if (isPreviousLoaded) this.#store.insertAfter(previous, { ...item, writing: null })
      this.#store.update(item.key, message)
      this.#store.settleUnanswered()
      this.#events.onEdited()
      if (!isPreviousLoaded) this.#events.onStale()
    })
  }

  async #undoRewind(key: string, rewindId: string, deleted: readonly (ChatItem | typeof gapKey)[]): Promise<void> {
    const messageId = this.#store.item(key)?.id
    if (!messageId) return
    const input = { params: { id: this.#sessionId }, body: { messageId, rewindId } }
    await attempt('Failed to restore the messages', async () => {
      await this.#asOwn('rewound', undefined, () => callServer(undoRewind, input))
      let previous = key
      for (const item of deleted) {
        if (item === gapKey) this.#store.insertGapAfter(previous)
        else this.#store.insertAfter(previous, item)
        previous = item === gapKey ? gapKey : item.key
      }
      this.#store.settleUnanswered()
      this.#events.onEdited()
    })
  }

  async #saveChoices(before: ChatItem): Promise<void> {
    while (this.#nextChoice) {
      const { id, index } = this.#nextChoice
      const input = { params: { id }, body: { index } }
      this.#nextChoice = null
      try {
        const message = await this.#asOwn('alternate_chosen', id, () => callServer(chooseAlternate, input))
        if (this.#nextChoice === null) this.#store.update(before.key, message)
        this.#events.onEdited()
      } catch (error) {
        this.#nextChoice = null
        this.#store.revert(before)
        reportFailure(error, 'Failed to choose this answer')
      }
    }
  }

  /** Makes a change, ignores its live event, and restarts reads in flight. */
  async #asOwn<Result>(
    what: ChatEvent['what'],
    id: string | undefined,
    change: () => Promise<Result>
  ): Promise<Result> {
    const own = `${what} ${id}`
    this.#ownChanges.add(own)
    try {
      return await change()
    } catch (error) {
      this.#ownChanges.delete(own)
      throw error
    } finally {
      this.#events.onOwnChange()
    }
  }

  #isBusy(): boolean {
    const isReplying = this.#isReplying()
    if (isReplying) reportReplying()
    return isReplying
  }
}
