import { isLine, type ChatData, type LineKind, type Message, type ReplyEvent, type ReplyKind } from '#modules/chat/api'
import { toastFailure } from '#web/lib/toasts'
import { rememberThinking, showsThinking } from '../show_thinking.ts'
import type { ConversationEvents } from './conversation_events.ts'
import type { ChatItem, MessageStore } from './message_store.ts'
import { outbox, type OutgoingMessage } from './outbox.ts'

type MessageKind = Exclude<ReplyKind, LineKind>

/** A reply that writes a message. */
export interface ReplyUnderWay {
  kind: MessageKind
  messageId: string
}

export const failureTexts: Record<MessageKind, string> = {
  reply: 'Failed to send message',
  reroll: 'Failed to reroll message',
  continue: 'Failed to continue message',
}

/** The parts of a conversation that a turn writes to. */
export interface TurnContext {
  readonly sessionId: string
  readonly store: MessageStore
  readonly events: ConversationEvents
  /** Merges a newer read of the chat into the store. */
  sync(data: ChatData): void
}

interface TurnState {
  kind: MessageKind
  /** The answer before a reroll or a continuation; null for a new reply. */
  original: ChatItem | null
  /** Null when another page sent the message. */
  userKey: string | null
  replyKey: string
  outgoing: OutgoingMessage | null
}

/** One exchange: a user's message and its reply, or a rewrite of an answer. Applies the server's events to the store. */
export class Turn {
  #context: TurnContext
  #state: TurnState
  #hasEnded = false
  #hasThought = false

  private constructor(context: TurnContext, state: Partial<TurnState> & Pick<TurnState, 'replyKey'>) {
    this.#context = context
    this.#state = { kind: 'reply', original: null, userKey: null, outgoing: null, ...state }
  }

  static ofMessage(context: TurnContext, outgoing: OutgoingMessage): Turn {
    const userKey = context.store.addOutgoing(outgoing)
    return new Turn(context, { userKey, replyKey: context.store.addReply(), outgoing })
  }

  /** Creates the turn of a character that replies without a user message in a group chat. */
  static ofSpeaker(context: TurnContext): Turn {
    return new Turn(context, { replyKey: context.store.addReply() })
  }

  /** Creates the turn of a rewrite; null when the answer is no longer in the store. */
  static ofRewrite(context: TurnContext, kind: 'reroll' | 'continue', key: string): Turn | null {
    const original = context.store.beginWriting(key, kind)
    return original && new Turn(context, { kind, original, replyKey: key })
  }

  /** Creates the turn of a reply that was started elsewhere or before a reload. */
  static ofReplyUnderWay(context: TurnContext, { kind, messageId }: ReplyUnderWay): Turn {
    const key = kind === 'reply' ? null : context.store.keyOfMessage(messageId)
    const rewrite = kind !== 'reply' && key !== null ? Turn.ofRewrite(context, kind, key) : null
    return rewrite ?? new Turn(context, { replyKey: context.store.addReply() })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get kind(): MessageKind {
    return this.#state.kind
  }

  get replyKey(): string {
    return this.#state.replyKey
  }

  /** The id of the answer being rewritten. */
  get originalId(): string | null {
    return this.#state.original?.id ?? null
  }

  /** The message that this page sends; null when there is none. */
  get outgoing(): OutgoingMessage | null {
    return this.#state.outgoing
  }

  /** The store's keys that a sync must keep while the turn runs. */
  get keys(): readonly (string | null)[] {
    return this.#hasEnded ? [] : [this.#state.userKey, this.#state.replyKey]
  }

  /** Whether the answer being rewritten was deleted elsewhere, so that there is nothing to revert to. */
  get hasLostOriginal(): boolean {
    return this.#state.original !== null && !this.#store.item(this.#state.replyKey)
  }

  apply(event: ReplyEvent): void {
    switch (event.type) {
      case 'resumed':
        this.#resume(event)
        if (this.#store.snapshot().phase === 'reconnecting') this.#store.setPhase('replying')
        return
      case 'userMessage':
        this.#state.userKey = this.#store.placeUserMessage(event.message, this.#state.replyKey)
        if (event.answerId) this.#store.change(this.#state.replyKey, { answerId: event.answerId })
        this.#removeFromOutbox()
        this.#events.onSaved(event.message.createdAt)
        if (event.offersHelp) this.#events.onHelpOffered()
        return
      case 'speaker':
        this.#store.change(this.#state.replyKey, {
          characterId: event.characterId,
          speaker: event.speaker,
          answerId: event.messageId,
        })
        return
      case 'aiThinking':
        this.#hasThought = true
        if (showsThinking()) this.#store.think(this.#state.replyKey, event.content)
        return
      case 'aiChunk':
        this.#store.append(this.#state.replyKey, event.content)
        this.#announce(this.#store.item(this.#state.replyKey)?.content ?? '', false)
        return
      case 'aiComplete':
        return this.#settle(event.message)
      case 'error':
        // The text is charged, and its note says why it ended.
        if (event.message?.declined) return this.#settle(event.message)
        if (event.message) return this.#settleFailed(event.message, event.code === 'stopped' ? null : event.error)
        if (event.code === 'stopped') return this.#dropReply()
        return this.fail(event.error)
      case 'access_denied':
        return this.#deny(event)
    }
  }

  /** Ends the turn with the saved messages. */
  settleFrom(data: ChatData): void {
    this.#hasEnded = true
    const { original, userKey, replyKey } = this.#state
    if (original) return this.#settleRewriteFrom(data, original)
    this.#store.remove(replyKey)
    this.#context.sync(data)
    const last = data.messages.at(-1)
    if (last && !last.isUser) this.#events.onReplyText(last.content, true)
    const item = userKey === null ? undefined : this.#store.item(userKey)
    if (item && (item.id === null || item.status === 'unanswered')) {
      this.#store.change(item.key, { status: 'failed', failure: '' })
    }
  }

  /** Ends the turn with a failure. A user's message shows the failure itself, with Retry. Other failures need a toast. */
  fail(sentence: string): void {
    this.#hasEnded = true
    const { kind, original, userKey, replyKey } = this.#state
    if (original) this.#store.revert(original)
    else this.#store.change(replyKey, { status: 'failed' })
    this.#events.onReplyText('', true)
    const failure = sentence === failureTexts[kind] ? '' : sentence
    if (!original && userKey) this.#store.change(userKey, { status: 'failed', failure })
    else toastFailure('Error', failure || failureTexts[kind])
  }

  /** Ends a turn that the server refused because of another reply, and hides the items that it has shown. */
  withdraw(): void {
    this.#hasEnded = true
    this.#takeBack()
    const { original, userKey } = this.#state
    if (!original && userKey) this.#store.change(userKey, { status: 'unanswered' })
  }

  /** Removes the items that `ofReplyUnderWay` adds again when the user returns. The reply continues on the server. */
  detach(): void {
    if (this.#state.original || !this.#state.outgoing) this.#takeBack()
  }

  /** Switches a joined turn to the answer that the server names, because the turn may have guessed another one. */
  #resume({ kind, messageId }: Extract<ReplyEvent, { type: 'resumed' }>): void {
    if (kind !== 'reply' && !isLine(kind) && this.originalId !== messageId) {
      const wrong = this.#state.original
      if (wrong) this.#store.revert(wrong)
      const key = this.#store.keyOfMessage(messageId)
      const original = key === null ? null : this.#store.beginWriting(key, kind)
      if (key !== null && original) {
        if (!wrong) this.#store.remove(this.#state.replyKey)
        Object.assign(this.#state, { kind, original, replyKey: key })
      }
    }
    const { original, replyKey } = this.#state
    const content = kind === 'continue' && original !== null ? original.content : ''
    this.#store.change(replyKey, { content, status: 'pending', answerId: messageId })
  }

  /** Passes the reply to screen readers. For a continuation, passes only the new part. */
  #announce(content: string, isFinished: boolean): void {
    const { kind, original } = this.#state
    const skip = kind === 'continue' ? (original?.content.length ?? 0) : 0
    this.#events.onReplyText(content.slice(skip), isFinished)
  }

  #settle(message: Message): void {
    this.#hasEnded = true
    if (this.#hasThought && message.model) rememberThinking(message.model)
    this.#store.settleReply(message, this.#state.replyKey)
    this.#markSent()
    this.#announce(message.content, true)
  }

  /**
   * Ends the turn of a reply that ended early and was saved as `message`. `sentence` is null when the user stopped it. A first reply
   * shows its own note. A rewrite that added nothing needs a toast.
   */
  #settleFailed(message: Message, sentence: string | null): void {
    const { kind, original, replyKey } = this.#state
    if (!original) return this.#settle(message)
    this.#hasEnded = true
    this.#store.settleReply(message, replyKey)
    this.#events.onReplyText('', true)
    const hasNewText = kind === 'continue' && message.content !== original.content
    if (sentence !== null && !hasNewText) toastFailure('Error', sentence || failureTexts[kind])
  }

  /** Removes a reply that was stopped before its first word. The user's message stays without a reply. */
  #dropReply(): void {
    this.#hasEnded = true
    this.#takeBack()
    this.#markSent()
  }

  #deny(denial: { error: string; upgradeUrl: string }): void {
    this.#hasEnded = true
    this.#takeBack()
    const { original, userKey } = this.#state
    if (original) return this.#events.onDenied(denial, '')
    const content = (userKey && this.#store.item(userKey)?.content) || ''
    const wasSaved = userKey !== null && this.#store.item(userKey)?.id !== null
    if (userKey && wasSaved) this.#store.change(userKey, { status: 'failed' })
    else if (userKey) this.#store.remove(userKey)
    this.#removeFromOutbox()
    this.#events.onDenied(denial, wasSaved ? '' : content)
  }

  #settleRewriteFrom(data: ChatData, original: ChatItem): void {
    const { kind } = this.#state
    this.#store.revert(original)
    this.#context.sync(data)
    const now = this.#store.item(original.key)
    const wasWritten =
      now && (kind === 'reroll' ? now.alternates.length > original.alternates.length : now.content !== original.content)
    this.#events.onReplyText('', true)
    if (!wasWritten) toastFailure('Error', failureTexts[kind])
  }

  /** Hides the reply, or shows the answer as it was before its rewrite. */
  #takeBack(): void {
    const { original, replyKey } = this.#state
    if (original) this.#store.revert(original)
    else this.#store.remove(replyKey)
  }

  #markSent(): void {
    if (this.#state.userKey) this.#store.change(this.#state.userKey, { status: 'sent' })
  }

  #removeFromOutbox(): void {
    const { outgoing } = this.#state
    if (outgoing) outbox.remove(this.#context.sessionId, outgoing.clientMessageId)
  }

  get #store(): MessageStore {
    return this.#context.store
  }

  get #events(): ConversationEvents {
    return this.#context.events
  }
}
