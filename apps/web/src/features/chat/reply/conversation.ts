import type { ChatData, ReplyEvent } from '#modules/chat/api'
import { ApiError, isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { readEvents } from '../../../lib/read_events.ts'
import { signInAgain } from '../../../lib/sign_in_again.ts'
import { toastFailure } from '../../../lib/toasts.ts'
import { getChat } from '../api/get_chat.ts'
import { joinReply } from '../api/join_reply.ts'
import { listOlderMessages } from '../api/list_older_messages.ts'
import { sendMessage } from '../api/send_message.ts'
import { stopReply } from '../api/stop_reply.ts'
import { MessageStore } from './message_store.ts'
import { outbox, type OutgoingMessage } from './outbox.ts'

/** After a lost connection: how long to wait before each attempt to find the reply again. */
const reconnectDelaysMs = [500, 1_000, 2_000, 4_000, 8_000]

export interface ConversationEvents {
  /** The server has a message that it had not before. */
  onSaved(): void
  /** Something was sent or came in: what was read of this chat before is out of date, and so is the balance. */
  onChanged(): void
  /** The user may not have the reply. Nothing was saved; these are the words. */
  onDenied(denial: { error: string; upgradeUrl: string }, content: string): void
  /** The text of the reply so far, for whoever reads it aloud. */
  onReplyText(text: string, isFinished: boolean): void
}

/** One exchange: the message that asked (null when it was asked elsewhere) and the place of its reply. */
interface Turn {
  userKey: string | null
  replyKey: string
  outgoing: OutgoingMessage | null
  hasEnded: boolean
}

/**
 * One session as it is talked in: sends, follows the reply, stops it, finds it again after a reload or a lost
 * connection. One reply at a time. What the server saved is the truth; after any doubt it is read again.
 */
export class Conversation {
  readonly store: MessageStore
  readonly characterId: string
  readonly sessionId: string
  #events: ConversationEvents
  #replyUnderWay: boolean
  #turn: Turn | null = null
  #abort = new AbortController()
  #isLoadingOlder = false

  constructor(characterId: string, data: ChatData, events: ConversationEvents, store = new MessageStore()) {
    this.characterId = characterId
    this.sessionId = data.session.id
    this.store = store
    this.#events = events
    this.#replyUnderWay = data.replyUnderWay !== null
    this.#sync(data)
  }

  /** Joins the reply under way, if there is one. */
  open(): void {
    this.#abort = new AbortController()
    if (this.#replyUnderWay && !this.#turn) void this.#run(this.#joinTurn(), () => this.#join())
  }

  /** Stops listening. The server goes on writing. */
  close(): void {
    this.#abort.abort()
    if (this.#turn && !this.#turn.outgoing) this.store.remove(this.#turn.replyKey)
    this.#turn = null
    this.store.setPhase('idle')
  }

  /** Takes a newer reading of the chat. */
  refresh(data: ChatData): void {
    this.#sync(data)
    this.#replyUnderWay = data.replyUnderWay !== null
    if (this.#replyUnderWay && !this.#turn && !this.#abort.signal.aborted) this.open()
  }

  /** Sends a new message. Does nothing while a reply is under way. */
  send(content: string, model: string): void {
    this.#post({ clientMessageId: crypto.randomUUID(), content, model })
  }

  /** Sends a failed message again, under the same key: if the first one had arrived after all, it is still one message. */
  retry(key: string, model: string): void {
    const item = this.store.item(key)
    if (!item?.clientMessageId) return
    this.store.removeFailedReplyAfter(key)
    this.#post({ clientMessageId: item.clientMessageId, content: item.content, model: item.model ?? model })
  }

  /** Ends the reply; its stream brings what was written. */
  async stop(): Promise<void> {
    if (!this.#turn || this.store.snapshot().phase === 'stopping') return
    this.store.setPhase('stopping')
    try {
      await stopReply(this.characterId, this.sessionId)
    } catch (error) {
      if (this.#turn) this.store.setPhase('replying')
      this.#tellFailure(error, 'Failed to stop the reply')
    }
  }

  /** Loads the page above the oldest message; resolves when it is shown. */
  async loadOlder(): Promise<void> {
    const oldest = this.store.oldestId()
    if (this.#isLoadingOlder || oldest === null || !this.store.snapshot().hasOlder) return
    this.#isLoadingOlder = true
    try {
      this.store.prepend(await listOlderMessages(this.characterId, this.sessionId, oldest))
    } catch (error) {
      this.#tellFailure(error, 'Failed to load older messages')
    } finally {
      this.#isLoadingOlder = false
    }
  }

  #post(outgoing: OutgoingMessage): void {
    if (this.#turn) return
    outbox.put(this.sessionId, outgoing)
    const userKey = this.store.addOutgoing(outgoing)
    const turn = { userKey, replyKey: this.store.addReply(), outgoing, hasEnded: false }
    const body = { ...outgoing, sessionId: this.sessionId }
    void this.#run(turn, () => sendMessage(this.characterId, body, this.#abort.signal))
  }

  #joinTurn(): Turn {
    return { userKey: null, replyKey: this.store.addReply(), outgoing: null, hasEnded: false }
  }

  #join() {
    return joinReply(this.characterId, this.sessionId, this.#abort.signal)
  }

  /** Follows one exchange from its first stream to its end, through lost connections. */
  async #run(turn: Turn, openStream: () => Promise<ReadableStream<Uint8Array> | null>): Promise<void> {
    const { signal } = this.#abort
    this.#turn = turn
    this.store.setPhase('replying')
    try {
      const stream = await openStream()
      if (stream) await this.#follow(stream, turn)
      if (!turn.hasEnded && !signal.aborted) await this.#findAgain(turn, stream !== null)
    } catch (error) {
      if (!signal.aborted) await this.#failToOpen(turn, error)
    }
    if (signal.aborted) return
    this.#turn = null
    this.#replyUnderWay = false
    this.store.setPhase('idle')
    this.#events.onChanged()
  }

  /** Applies events until the reply ends or the connection does. */
  async #follow(stream: ReadableStream<Uint8Array>, turn: Turn): Promise<boolean> {
    const { signal } = this.#abort
    let hasMoved = false
    try {
      for await (const event of readEvents<ReplyEvent>(stream)) {
        if (signal.aborted) return hasMoved
        hasMoved = true
        this.#apply(event, turn)
        if (turn.hasEnded) return hasMoved
      }
    } catch {
      // The connection broke. What to do about it is the same as for one that ended early.
    }
    return hasMoved
  }

  /** The connection went, the reply did not: joins it again, and when it is over reads what was saved. */
  async #findAgain(turn: Turn, wasLost: boolean): Promise<void> {
    const { signal } = this.#abort
    if (wasLost && this.store.snapshot().phase === 'replying') this.store.setPhase('reconnecting')
    for (let attempt = wasLost ? 0 : -1; attempt < reconnectDelaysMs.length; attempt += 1) {
      await wait(reconnectDelaysMs[attempt] ?? 0, signal)
      if (signal.aborted) return
      try {
        const stream = await this.#join()
        if (stream === null) {
          const data = await getChat(this.characterId, { session: this.sessionId }, signal)
          // A reply that began or ended between the two calls: ask again.
          if (data.replyUnderWay !== null) continue
          return this.#settleFrom(data, turn)
        }
        const hasMoved = await this.#follow(stream, turn)
        if (turn.hasEnded) return
        if (hasMoved) attempt = -1
      } catch (error) {
        if (signal.aborted) return
        // The server answered, and not with a reply: asking again won't change that.
        if (error instanceof ApiError && error.status < 500) break
      }
    }
    if (!signal.aborted) this.#fail(turn, 'Failed to send message')
  }

  #apply(event: ReplyEvent, turn: Turn): void {
    switch (event.type) {
      case 'resumed': {
        const rerolled = event.kind === 'reroll' ? this.store.keyOfMessage(event.messageId) : null
        if (rerolled !== null && rerolled !== turn.replyKey) {
          this.store.remove(turn.replyKey)
          turn.replyKey = rerolled
        }
        this.store.change(turn.replyKey, { content: '', status: 'pending' })
        if (this.store.snapshot().phase === 'reconnecting') this.store.setPhase('replying')
        return
      }
      case 'userMessage':
        turn.userKey = this.store.placeUserMessage(event.message, turn.replyKey)
        if (turn.outgoing) outbox.remove(this.sessionId, turn.outgoing.clientMessageId)
        this.#events.onSaved()
        return
      case 'aiChunk':
        this.store.append(turn.replyKey, event.content)
        this.#events.onReplyText(this.store.item(turn.replyKey)?.content ?? '', false)
        return
      case 'aiComplete':
        return this.#settle(event.message, turn)
      case 'error':
        if (event.message) return this.#settle(event.message, turn)
        if (event.code === 'stopped') return this.#dropReply(turn)
        return this.#fail(turn, event.error)
      case 'access_denied':
        return this.#deny(turn, event)
    }
  }

  #settle(message: Extract<ReplyEvent, { type: 'aiComplete' }>['message'], turn: Turn): void {
    turn.hasEnded = true
    this.store.settleReply(message, turn.replyKey)
    if (turn.userKey) this.store.change(turn.userKey, { status: 'sent' })
    this.#events.onReplyText(message.content, true)
  }

  /** Stopped before its first word: the message stands, and no reply comes. */
  #dropReply(turn: Turn): void {
    turn.hasEnded = true
    this.store.remove(turn.replyKey)
    if (turn.userKey) this.store.change(turn.userKey, { status: 'sent' })
  }

  #fail(turn: Turn, sentence: string): void {
    turn.hasEnded = true
    if (turn.userKey) this.store.change(turn.userKey, { status: 'failed' })
    this.store.change(turn.replyKey, { status: 'failed' })
    toastFailure('Error', sentence || 'Failed to send message')
  }

  #deny(turn: Turn, denial: { error: string; upgradeUrl: string }): void {
    turn.hasEnded = true
    const content = (turn.userKey && this.store.item(turn.userKey)?.content) || ''
    const wasSaved = turn.userKey !== null && this.store.item(turn.userKey)?.id !== null
    this.store.remove(turn.replyKey)
    if (turn.userKey && wasSaved) this.store.change(turn.userKey, { status: 'failed' })
    else if (turn.userKey) this.store.remove(turn.userKey)
    if (turn.outgoing) outbox.remove(this.sessionId, turn.outgoing.clientMessageId)
    this.#events.onDenied(denial, wasSaved ? '' : content)
  }

  /** What was saved decides how the turn ended. */
  #settleFrom(data: ChatData, turn: Turn): void {
    turn.hasEnded = true
    this.store.remove(turn.replyKey)
    this.#sync(data)
    const last = data.messages.at(-1)
    if (last && !last.isUser) this.#events.onReplyText(last.content, true)
    const item = turn.userKey === null ? undefined : this.store.item(turn.userKey)
    if (item && (item.id === null || item.status === 'unanswered')) {
      this.store.change(item.key, { status: 'failed' })
      toastFailure('Error', 'Failed to send message')
    }
  }

  async #failToOpen(turn: Turn, error: unknown): Promise<void> {
    this.#fail(turn, sentenceOf(error, 'Failed to send message'))
    if (isStatus(error, 401)) signInAgain()
    // Busy: a reply is under way that this page did not know of. Show it, and keep what was refused for another try.
    if (isStatus(error, 409)) await this.#showOther()
  }

  async #showOther(): Promise<void> {
    const { signal } = this.#abort
    try {
      const data = await getChat(this.characterId, { session: this.sessionId }, signal)
      this.#sync(data)
      if (data.replyUnderWay === null) return
      const stream = await this.#join()
      if (stream === null) return
      const turn = this.#joinTurn()
      this.#turn = turn
      await this.#follow(stream, turn)
      if (!turn.hasEnded && !signal.aborted) await this.#findAgain(turn, true)
    } catch {
      // It could not be shown; the failure itself has been told.
    }
  }

  #sync(data: ChatData): void {
    for (const { clientMessageId } of data.messages) if (clientMessageId) outbox.remove(this.sessionId, clientMessageId)
    const keep = this.#turn && !this.#turn.hasEnded ? [this.#turn.userKey, this.#turn.replyKey] : []
    this.store.sync(data, { outgoing: outbox.list(this.sessionId), keep })
  }

  #tellFailure(error: unknown, fallback: string): void {
    if (isStatus(error, 401)) signInAgain()
    else toastFailure('Error', sentenceOf(error, fallback))
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
