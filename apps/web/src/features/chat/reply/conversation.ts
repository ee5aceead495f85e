import type { ChatData, Message, ReplyEvent, ReplyKind, UserEvent } from '#modules/chat/api'
import { ApiError, isStatus, sentenceOf } from '../../../lib/api_error.ts'
import { jitter } from '../../../lib/jitter.ts'
import { abortUnanswered, readEvents } from '../../../lib/read_events.ts'
import { signInAgain } from '../../../components/shared/sign_in_redirect.ts'
import { toast, toastFailure } from '../../../lib/toasts.ts'
import { chooseAlternate } from '../api/choose_alternate.ts'
import { deleteMessage } from '../api/delete_message.ts'
import { editMessage } from '../api/edit_message.ts'
import { getChat } from '../api/get_chat.ts'
import { joinReply } from '../api/join_reply.ts'
import { listMessagesAround } from '../api/list_messages_around.ts'
import { listOlderMessages } from '../api/list_older_messages.ts'
import { NoResponseBody } from '../api/no_response_body.ts'
import { restoreMessage } from '../api/restore_message.ts'
import { rewriteAnswer } from '../api/rewrite_answer.ts'
import { sendMessage } from '../api/send_message.ts'
import { stopReply } from '../api/stop_reply.ts'
import { MessageStore, type ChatItem } from './message_store.ts'
import { outbox, type OutgoingMessage } from './outbox.ts'

/** After a lost connection: the longest wait before each attempt to find the reply again. */
const reconnectDelaysMs = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]

export interface ConversationEvents {
  /** The server has a message that it had not before. */
  onSaved(): void
  /** Something was sent or came in: what was read of this chat before is out of date, and so is the balance. */
  onChanged(): void
  /** The user may not have the reply. Nothing was saved; these are the words. */
  onDenied(denial: { error: string; upgradeUrl: string }, content: string): void
  /** A message was changed, deleted, brought back, or another of its answers chosen. */
  onEdited(): void
  /** What is shown may be out of date: it should be read again. */
  onStale(): void
  /** The text of the reply so far, for whoever reads it aloud. */
  onReplyText(text: string, isFinished: boolean): void
}

/** Where what was asked for can't be had. */
const failures: Record<ReplyKind, string> = {
  reply: 'Failed to send message',
  reroll: 'Failed to reroll message',
  continue: 'Failed to continue message',
}

/** One exchange: the message that asked (null when it was asked elsewhere) and the place of its reply. */
interface Turn {
  kind: ReplyKind
  /** Of a reroll or a continuation: the answer as it was before. */
  base: ChatItem | null
  userKey: string | null
  replyKey: string
  outgoing: OutgoingMessage | null
  hasEnded: boolean
}

const noTurn = { kind: 'reply', base: null, userKey: null, outgoing: null, hasEnded: false } as const

type OpenStream = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>

/**
 * One session as it is talked in: sends, follows the reply, stops it, finds it again after a reload or a lost
 * connection. One reply at a time. What the server saved is the truth; after any doubt it is read again.
 */
export class Conversation {
  readonly store: MessageStore
  readonly characterId: string
  readonly sessionId: string
  #events: ConversationEvents
  #replyUnderWay: ChatData['replyUnderWay']
  #turn: Turn | null = null
  #abort = new AbortController()
  /** Of the stream being followed: it can be given up for a fresh one. */
  #connection: AbortController | null = null
  #endWait: (() => void) | null = null
  #isLoadingOlder = false
  /** Answers that are being chosen, one call after the other. */
  #choosing: Promise<void> | null = null
  #wantedAnswer: { id: string; index: number } | null = null
  /** A reroll whose call got no answer may be under way: asked for again, it is the same one. */
  #unanswered = new Map<string, string>()
  /** What this page did itself and will hear of, unless that is missed. */
  #ownChanges = new Set<string>()
  #lastWritten: string | null = null
  #isStale = false

  constructor(characterId: string, data: ChatData, events: ConversationEvents, store = new MessageStore()) {
    this.characterId = characterId
    this.sessionId = data.session.id
    this.store = store
    this.#events = events
    this.#replyUnderWay = data.replyUnderWay
    this.#sync(data)
  }

  /** Joins the reply under way, if there is one. */
  open(): void {
    this.#abort = new AbortController()
    const underWay = this.#replyUnderWay
    if (underWay && !this.#turn) void this.#run(this.#joinTurn(underWay), (signal) => this.#join(signal))
  }

  /** Stops listening. The server goes on writing. */
  close(): void {
    this.#abort.abort()
    const turn = this.#turn
    if (turn?.base) this.store.revert(turn.base)
    else if (turn && !turn.outgoing) this.store.remove(turn.replyKey)
    this.#turn = null
    this.store.setPhase('idle')
  }

  /** Takes a newer reading of the chat. */
  refresh(data: ChatData): void {
    this.#sync(data)
    this.#replyUnderWay = data.replyUnderWay
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

  /** Asks for another answer in the place of the last one. */
  reroll(model: string): void {
    this.#rewrite('reroll', model)
  }

  /** Has the last answer, which was cut, gone on with. */
  goOn(model: string): void {
    this.#rewrite('continue', model)
  }

  /** Which of its answers a message is. Shown at once; of many in a row the last one counts. */
  choose(key: string, index: number): void {
    const item = this.store.item(key)
    if (!item?.id || !item.alternates[index] || index === item.selected || this.#isBusy()) return
    this.store.select(key, index)
    this.#wantedAnswer = { id: item.id, index }
    this.#choosing ??= this.#chooseWanted(item).finally(() => (this.#choosing = null))
  }

  /** Changes what a message says; true when that is saved. */
  async edit(key: string, content: string): Promise<boolean> {
    const item = this.store.item(key)
    if (!item?.id || this.#isBusy()) return false
    try {
      this.#ownChanges.add(`message_edited ${item.id}`)
      const message = await editMessage(item.id, content)
      this.store.update(key, message)
      this.#events.onEdited()
      return true
    } catch (error) {
      this.#ownChanges.delete(`message_edited ${item.id}`)
      this.#tellFailure(error, 'Failed to edit message')
      return false
    }
  }

  /** Takes a message out of the chat. It can be brought back as long as the notice of that stands. */
  async delete(key: string): Promise<void> {
    const item = this.store.item(key)
    if (!item || this.#isBusy()) return
    const { keys } = this.store.snapshot()
    const previous = keys[keys.indexOf(key) - 1] ?? null
    this.store.removeFailedReplyAfter(key)
    this.store.remove(key)
    if (item.id === null) {
      if (item.clientMessageId) outbox.remove(this.sessionId, item.clientMessageId)
      return
    }
    const { id } = item
    try {
      this.#ownChanges.add(`message_deleted ${id}`)
      await deleteMessage(id)
      this.store.settleUnanswered()
      this.#events.onEdited()
      toast('Message deleted', undefined, { label: 'Undo', run: () => void this.#restore(item, previous) })
    } catch (error) {
      this.store.insertAfter(previous, item)
      this.#ownChanges.delete(`message_deleted ${id}`)
      this.#tellFailure(error, 'Failed to delete message')
    }
  }

  /** Whether an event is news to this page; one that must wait for the reply under way is told as news later. */
  isNews(event: UserEvent): boolean {
    if (event.type === 'balance' || event.sessionId !== this.sessionId) return false
    if (event.type === 'reply') {
      if (this.#turn) return false
      return event.state === 'running' || event.messageId !== this.#lastWritten
    }
    if (this.#ownChanges.delete(`${event.what} ${event.messageId}`)) return false
    if (this.#turn) this.#isStale = true
    return this.#turn === null
  }

  /** Reads a message anew that may be further up than the newest page. */
  async reread(messageId: string): Promise<void> {
    try {
      const { messages } = await listMessagesAround(this.characterId, this.sessionId, messageId, this.#abort.signal)
      this.store.merge(messages)
    } catch (error) {
      if (isStatus(error, 404)) this.store.remove(this.store.keyOfMessage(messageId) ?? '')
    }
    if (!this.#turn) this.store.settleUnanswered()
  }

  /** The device was asleep or without a network: a stream may be dead without anybody having said so. */
  wake(): void {
    // Nor will it be heard any more what this page did itself.
    this.#ownChanges.clear()
    this.#connection?.abort()
    this.#endWait?.()
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
    const turn: Turn = { ...noTurn, userKey, replyKey: this.store.addReply(), outgoing }
    const body = { ...outgoing, sessionId: this.sessionId }
    void this.#run(turn, (signal) => sendMessage(this.characterId, body, signal))
  }

  #rewrite(kind: 'reroll' | 'continue', model: string): void {
    const { lastAnswer } = this.store.snapshot()
    if (this.#turn || lastAnswer === null) return
    const turn = this.#rewriteTurn(kind, lastAnswer)
    const messageId = turn?.base?.id
    if (!turn || !messageId) return
    const wish = `${kind} ${messageId} ${model}`
    const clientMessageId = this.#unanswered.get(wish) ?? crypto.randomUUID()
    this.#unanswered.set(wish, clientMessageId)
    void this.#run(turn, async (signal) => {
      try {
        const stream = await rewriteAnswer(kind, this.characterId, { messageId, model, clientMessageId }, signal)
        this.#unanswered.delete(wish)
        return stream
      } catch (error) {
        if (error instanceof ApiError) this.#unanswered.delete(wish)
        throw error
      }
    })
  }

  #rewriteTurn(kind: 'reroll' | 'continue', key: string): Turn | null {
    const base = this.store.beginWriting(key, kind)
    return base && { ...noTurn, kind, base, replyKey: key }
  }

  #joinTurn({ kind, messageId }: Pick<NonNullable<ChatData['replyUnderWay']>, 'kind' | 'messageId'>): Turn {
    const key = kind === 'reply' ? null : this.store.keyOfMessage(messageId)
    const rewritten = kind !== 'reply' && key !== null ? this.#rewriteTurn(kind, key) : null
    return rewritten ?? { ...noTurn, replyKey: this.store.addReply() }
  }

  #join(signal: AbortSignal) {
    return joinReply(this.characterId, this.sessionId, signal)
  }

  /** A reply under way: says that this has to wait for it. */
  #isBusy(): boolean {
    if (this.#turn) toast('A reply is being written', 'Wait until it is finished, or stop it.')
    return this.#turn !== null
  }

  async #chooseWanted(before: ChatItem): Promise<void> {
    while (this.#wantedAnswer) {
      const { id, index } = this.#wantedAnswer
      this.#wantedAnswer = null
      try {
        this.#ownChanges.add(`alternate_chosen ${id}`)
        const message = await chooseAlternate(id, index)
        if (this.#wantedAnswer === null) this.store.update(before.key, message)
        this.#events.onEdited()
      } catch (error) {
        this.#wantedAnswer = null
        this.store.revert(before)
        this.#ownChanges.delete(`alternate_chosen ${id}`)
        this.#tellFailure(error, 'Failed to choose this answer')
      }
    }
  }

  async #restore(item: ChatItem, previous: string | null): Promise<void> {
    if (!item.id) return
    try {
      this.#ownChanges.add(`message_restored ${item.id}`)
      const message = await restoreMessage(item.id)
      const isThere = previous === null || this.store.item(previous) !== undefined
      if (isThere) this.store.insertAfter(previous, { ...item, writing: null })
      this.store.update(item.key, message)
      this.store.settleUnanswered()
      this.#events.onEdited()
      if (!isThere) this.#events.onStale()
    } catch (error) {
      this.#ownChanges.delete(`message_restored ${item.id}`)
      this.#tellFailure(error, 'Failed to restore message')
    }
  }

  /** Follows one exchange from its first stream to its end, through lost connections. */
  async #run(turn: Turn, openStream: OpenStream): Promise<void> {
    const { signal } = this.#abort
    this.#turn = turn
    this.store.setPhase('replying')
    try {
      // The model sees the answer that was chosen last.
      await this.#choosing
      const stream = await this.#connect(openStream)
      if (stream) await this.#follow(stream, turn)
      if (!turn.hasEnded && !signal.aborted) await this.#findAgain(turn, stream !== null)
    } catch (error) {
      if (!signal.aborted) await this.#failToOpen(turn, error)
    }
    if (signal.aborted) return
    this.#turn = null
    this.#replyUnderWay = null
    this.#lastWritten = this.store.item(turn.replyKey)?.id ?? null
    this.store.setPhase('idle')
    this.#events.onChanged()
    if (this.#isStale) this.#events.onStale()
    this.#isStale = false
  }

  /** Each stream has an end of its own, besides that of the conversation. */
  #connect(openStream: OpenStream) {
    const connection = new AbortController()
    const opened = openStream(AbortSignal.any([this.#abort.signal, connection.signal]))
    abortUnanswered(opened, connection)
    // Only once it is open: `wake` doesn't give up a call that waits for its answer.
    void opened.then(
      () => (this.#connection = connection),
      () => {}
    )
    return opened
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
      await this.#wait(jitter(reconnectDelaysMs[attempt] ?? 0))
      if (signal.aborted) return
      try {
        const stream = await this.#connect((its) => this.#join(its))
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
    if (!signal.aborted) this.#fail(turn, failures[turn.kind])
  }

  /** A pause, which the return of the network cuts short. */
  #wait(ms: number): Promise<void> {
    const early = new AbortController()
    this.#endWait = () => early.abort()
    return wait(ms, AbortSignal.any([this.#abort.signal, early.signal])).finally(() => (this.#endWait = null))
  }

  #apply(event: ReplyEvent, turn: Turn): void {
    switch (event.type) {
      case 'resumed':
        this.#resume(event, turn)
        if (this.store.snapshot().phase === 'reconnecting') this.store.setPhase('replying')
        return
      case 'userMessage':
        turn.userKey = this.store.placeUserMessage(event.message, turn.replyKey)
        if (turn.outgoing) outbox.remove(this.sessionId, turn.outgoing.clientMessageId)
        this.#events.onSaved()
        return
      case 'aiChunk':
        this.store.append(turn.replyKey, event.content)
        this.#say(turn, this.store.item(turn.replyKey)?.content ?? '', false)
        return
      case 'aiComplete':
        return this.#settle(event.message, turn)
      case 'error':
        if (event.message) return this.#settleFailed(event.message, turn, event.code === 'stopped' ? null : event.error)
        if (event.code === 'stopped') return this.#dropReply(turn)
        return this.#fail(turn, event.error)
      case 'access_denied':
        return this.#deny(turn, event)
    }
  }

  /** The server knows best which answer it is that is being written. */
  #resume({ kind, messageId }: Extract<ReplyEvent, { type: 'resumed' }>, turn: Turn): void {
    if (kind !== 'reply' && turn.base?.id !== messageId) {
      if (turn.base) this.store.revert(turn.base)
      const key = this.store.keyOfMessage(messageId)
      const base = key === null ? null : this.store.beginWriting(key, kind)
      if (key !== null && base) {
        if (!turn.base) this.store.remove(turn.replyKey)
        Object.assign(turn, { kind, base, replyKey: key })
      }
    }
    const isContinued = kind === 'continue' && turn.base !== null
    this.store.change(turn.replyKey, { content: isContinued ? (turn.base?.content ?? '') : '', status: 'pending' })
  }

  /** For whoever reads it aloud: of an answer that is gone on with, only what is new. */
  #say(turn: Turn, content: string, isFinished: boolean): void {
    const skip = turn.kind === 'continue' ? (turn.base?.content.length ?? 0) : 0
    this.#events.onReplyText(content.slice(skip), isFinished)
  }

  #settle(message: Message, turn: Turn): void {
    turn.hasEnded = true
    this.store.settleReply(message, turn.replyKey)
    if (turn.userKey) this.store.change(turn.userKey, { status: 'sent' })
    this.#say(turn, message.content, true)
  }

  /** It broke off, and this is how the message stands. A reply says so itself; `sentence` is null when it was meant to end. */
  #settleFailed(message: Message, turn: Turn, sentence: string | null): void {
    if (!turn.base) return this.#settle(message, turn)
    turn.hasEnded = true
    this.store.settleReply(message, turn.replyKey)
    this.#events.onReplyText('', true)
    const says = turn.kind === 'continue' && message.content !== turn.base.content
    if (sentence !== null && !says) toastFailure('Error', sentence || failures[turn.kind])
  }

  /** Stopped before its first word: the message stands, and no reply comes. */
  #dropReply(turn: Turn): void {
    turn.hasEnded = true
    if (turn.base) this.store.revert(turn.base)
    else this.store.remove(turn.replyKey)
    if (turn.userKey) this.store.change(turn.userKey, { status: 'sent' })
  }

  #fail(turn: Turn, sentence: string): void {
    turn.hasEnded = true
    if (turn.base) this.store.revert(turn.base)
    else {
      if (turn.userKey) this.store.change(turn.userKey, { status: 'failed' })
      this.store.change(turn.replyKey, { status: 'failed' })
    }
    this.#events.onReplyText('', true)
    toastFailure('Error', sentence || failures[turn.kind])
  }

  #deny(turn: Turn, denial: { error: string; upgradeUrl: string }): void {
    turn.hasEnded = true
    if (turn.base) {
      this.store.revert(turn.base)
      this.#events.onDenied(denial, '')
      return
    }
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
    if (turn.base) return this.#settleRewriteFrom(data, turn.base, turn.kind)
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

  #settleRewriteFrom(data: ChatData, base: ChatItem, kind: ReplyKind): void {
    this.store.revert(base)
    this.#sync(data)
    const now = this.store.item(base.key)
    const isThere =
      now && (kind === 'reroll' ? now.alternates.length > base.alternates.length : now.content !== base.content)
    this.#events.onReplyText('', true)
    if (!isThere) toastFailure('Error', failures[kind])
  }

  async #failToOpen(turn: Turn, error: unknown): Promise<void> {
    this.#fail(turn, whyNotOpened(error, turn.kind))
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
      const stream = await this.#connect((its) => this.#join(its))
      if (stream === null) return
      const turn = this.#joinTurn(data.replyUnderWay)
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
    // One that was deleted elsewhere in the middle of it: there is nothing to go back to.
    if (this.#turn?.base && !this.store.item(this.#turn.replyKey)) this.#isStale = true
  }

  #tellFailure(error: unknown, fallback: string): void {
    if (isStatus(error, 401)) signInAgain()
    else toastFailure('Error', sentenceOf(error, fallback))
  }
}

/** The server's own sentence, or what the browser knows of it. */
function whyNotOpened(error: unknown, kind: ReplyKind): string {
  if (error instanceof NoResponseBody) return error.message
  return sentenceOf(error, error instanceof ApiError && kind === 'reply' ? 'Failed to start streaming' : failures[kind])
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
