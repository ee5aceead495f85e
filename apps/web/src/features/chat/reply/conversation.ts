import { isLine, type ChatData, type UserEvent } from '#modules/chat/api'
import { startTalk } from '#modules/chat/calls'
import { ApiError, isStatus, sentenceOf } from '#web/lib/api_error'
import { isOffline } from '#web/lib/is_offline'
import { redirectToSignIn } from '#web/components/shared/sign_in_redirect'
import { beginReply, chatCalls, NoResponseBody, readChat, stopReply, type ChatTarget } from '../chat_calls.ts'
import type { ConversationEvents } from './conversation_events.ts'
import { MessageEdits } from './message_edits.ts'
import { gapKey, MessageStore } from './message_store.ts'
import { outbox, waitingMessages, type OutgoingMessage } from './outbox.ts'
import { ReplyConnection, type OpenStream } from './reply_connection.ts'
import { reportFailure, reportReplying } from './report_failure.ts'
import { failureTexts, Turn, type ReplyUnderWay, type TurnContext } from './turn.ts'

/** The maximum number of consecutive refusals of a message because of a reply that this page can't follow. */
const refusalsMax = 3

/**
 * A chat session on the screen: sends messages, follows the reply, stops it, and joins it again after a reload or a
 * lost connection. Only one reply runs at a time, even across pages. A message that is sent meanwhile waits for its end.
 * The server's data takes precedence. When in doubt, the conversation reads it again.
 */
export class Conversation {
  readonly store: MessageStore
  readonly place: ChatTarget
  readonly sessionId: string
  readonly edits: MessageEdits
  #calls: ReturnType<typeof chatCalls>
  #events: ConversationEvents
  #connection: ReplyConnection
  #context: TurnContext
  #replyUnderWay: ReplyUnderWay | null
  #turn: Turn | null = null
  #abort = new AbortController()
  #isLoadingOlder = false
  #isLoadingNewer = false
  /** The idempotency keys of rewrites without a response. The server may be writing them. */
  #rewriteKeys = new Map<string, string>()
  #lastWrittenId: string | null = null
  #isStale = false
  /** Whether the server takes turns by itself. Then another reply may follow the running one. */
  #isTalking: boolean
  #refusals = 0
  /** The number of changes to the chat by this page. A read that began before the last change may be older than the screen. */
  #ownChanges = 0

  constructor(place: ChatTarget, data: ChatData, events: ConversationEvents, store = new MessageStore()) {
    this.place = place
    this.#calls = chatCalls(place)
    this.sessionId = data.session.id
    this.store = store
    this.#events = {
      ...events,
      onOwnChange: () => {
        this.#ownChanges += 1
        events.onOwnChange()
      },
    }
    this.edits = new MessageEdits({
      sessionId: this.sessionId,
      store,
      events: this.#events,
      isReplying: () => this.#turn !== null,
    })
    this.#connection = new ReplyConnection(place, this.sessionId, store)
    this.#context = { sessionId: this.sessionId, store, events: this.#events, sync: (newer) => this.#sync(newer) }
    this.#replyUnderWay = answerUnderWay(data)
    this.#isTalking = 'talk' in data
    // React creates conversations while rendering, so only `open` updates the outbox.
    this.#fillStore(data)
  }

  /** Joins the reply that is being written, if any. Otherwise sends the message that was waiting before a reload. */
  open(): void {
    this.#abort = new AbortController()
    window.addEventListener('online', this.#sendWaiting)
    this.#clearOutbox()
    for (const message of waitingMessages.list(this.sessionId)) this.store.addOutgoing(message, 'waiting')
    const underWay = this.#replyUnderWay
    if (underWay && !this.#turn) void this.#run(Turn.ofReplyUnderWay(this.#context, underWay), this.#connection.join)
    else this.#sendWaiting()
  }

  /** Stops listening. The server keeps writing. */
  close(): void {
    this.#abort.abort()
    window.removeEventListener('online', this.#sendWaiting)
    this.#turn?.detach()
    this.#turn = null
    this.store.setPhase('idle')
  }

  /** Applies a newer read of the chat. */
  refresh(data: ChatData): void {
    this.#sync(data)
    this.#replyUnderWay = answerUnderWay(data)
    this.#isTalking = 'talk' in data
    if (this.#replyUnderWay && !this.#turn && !this.#abort.signal.aborted) this.open()
  }

  /** Sends a new message. While a reply is being written, or without a network, the message waits. Only one message can wait. */
  send(content: string, model: string, speakerId?: string, pictures: string[] = []): void {
    const outgoing = {
      clientMessageId: crypto.randomUUID(),
      content,
      model,
      ...(speakerId && { speakerId }),
      ...(pictures.length > 0 && { pictures }),
    }
    if (!this.store.snapshot().hasWaiting) this.store.showEnd()
    if (!this.#turn && !isOffline()) this.#post(outgoing)
    else if (this.store.snapshot().hasWaiting) return
    else if (this.#turn) this.#wait(outgoing)
    else this.#waitForNetwork(outgoing)
  }

  /** Lets a character of a group chat reply without a user message. With null, the group's mode chooses the character. */
  letSpeak(speakerId: string | null, model: string): void {
    if (this.#turn || typeof this.place === 'string') return
    this.store.showEnd()
    const { send, params } = this.#calls
    const body = { speakerId, model, clientMessageId: crypto.randomUUID() }
    void this.#run(Turn.ofSpeaker(this.#context), (signal) => beginReply(send, params, body, signal))
  }

  /** Lets the characters of a group chat talk for some turns. */
  letTalk(turns: number, model: string): void {
    if (this.#turn || typeof this.place === 'string') return
    this.store.showEnd()
    this.#isTalking = true
    const { params } = this.#calls
    const body = { turns, model, clientMessageId: crypto.randomUUID() }
    void this.#run(Turn.ofSpeaker(this.#context), (signal) => beginReply(startTalk, params, body, signal))
  }

  /** Removes a waiting message and returns its text; null when the message is already being sent. */
  cancelWaiting(key: string): string | null {
    const item = this.store.item(key)
    if (item?.status !== 'waiting' || item.clientMessageId === null) return null
    for (const messages of [outbox, waitingMessages]) messages.remove(this.sessionId, item.clientMessageId)
    this.store.remove(key)
    return item.content
  }

  /** Sends a failed message again under the same idempotency key. */
  retry(key: string, model: string): void {
    const item = this.store.item(key)
    if (!item?.clientMessageId) return
    this.store.removeFailedReplyAfter(key)
    const { clientMessageId, content, speakerId, pictures } = item
    this.#post({
      clientMessageId,
      content,
      model: item.model ?? model,
      ...(speakerId && { speakerId }),
      ...(pictures && { pictures }),
    })
  }

  /** Requests another alternate of the last answer. */
  reroll(model: string, nudge?: string): void {
    this.#rewrite('reroll', model, nudge)
  }

  /** Requests more of the last answer, which was cut. */
  continueAnswer(model: string): void {
    this.#rewrite('continue', model)
  }

  /** Whether a live event is about the reply that this page receives over its own stream, or has just received. */
  follows(event: UserEvent): boolean {
    if (event.type !== 'reply' || event.sessionId !== this.sessionId) return false
    return this.#turn !== null || (event.state !== 'running' && event.messageId === this.#lastWrittenId)
  }

  /** Whether a live event is new to this page. An event during a turn is handled after the turn. */
  isNews(event: UserEvent): boolean {
    if (event.type === 'balance' || event.sessionId !== this.sessionId) return false
    if (event.type === 'reply') return !this.follows(event)
    // The summary of a long chat is written in many steps, which change no messages.
    if (['memory_changed', 'expression_changed', 'pictures_changed'].includes(event.what)) return false
    if (this.edits.takeOwn(event)) return false
    if (this.#turn) this.#isStale = true
    return this.#turn === null
  }

  /** Reads one message again. The message may be above the newest page. */
  async reread(messageId: string): Promise<void> {
    const changes = this.#ownChanges
    try {
      const page = { session: this.sessionId, around: messageId }
      const { messages } = await readChat(this.place, page, this.#abort.signal)
      if (changes !== this.#ownChanges) return await this.reread(messageId)
      this.store.merge(messages)
    } catch (error) {
      if (isStatus(error, 404)) this.store.remove(this.store.keyOfMessage(messageId) ?? '')
    }
    if (!this.#turn) this.store.settleUnanswered()
  }

  /** Reconnects after the device was asleep or offline, because the stream may be dead without an error. */
  wake(): void {
    this.edits.forgetOwn()
    this.#connection.wake()
  }

  /** Stops the reply. Its stream delivers the text so far. */
  async stop(): Promise<void> {
    if (!this.#turn || this.store.snapshot().phase === 'stopping') return
    this.store.setPhase('stopping')
    try {
      await stopReply(this.place, this.sessionId)
    } catch (error) {
      if (this.#turn) this.store.setPhase('replying')
      reportFailure(error, 'Failed to stop the reply')
    }
  }

  /** Loads the page above the oldest message. Resolves when the page is in the store, to false after a failure. */
  async loadOlder(): Promise<boolean> {
    const oldest = this.store.oldestId()
    if (this.#isLoadingOlder || oldest === null || !this.store.snapshot().hasOlder) return true
    this.#isLoadingOlder = true
    try {
      const page = await readChat(this.place, { session: this.sessionId, before: oldest })
      // Another part of the chat may be shown by now.
      if (this.store.oldestId() === oldest) this.store.prepend(page)
      return true
    } catch (error) {
      reportFailure(error, 'Failed to load older messages')
      return false
    } finally {
      this.#isLoadingOlder = false
    }
  }

  /** Loads and shows the page around a message unless it is shown. Resolves to its key; null if the chat doesn't have it or loading failed. */
  async loadAround(messageId: string, signal: AbortSignal): Promise<string | null> {
    const { store } = this
    const key = store.keyOfMessage(messageId)
    if (key !== null) {
      const { keys } = store.snapshot()
      if (keys.indexOf(key) > keys.indexOf(gapKey)) store.showEnd()
      return key
    }
    try {
      const page = await readChat(this.place, { session: this.sessionId, around: messageId }, signal)
      if (!signal.aborted) store.showAround(page)
    } catch (error) {
      if (!signal.aborted) reportFailure(error, 'Failed to show the message')
    }
    return store.keyOfMessage(messageId)
  }

  /** Loads the page below the last message before the gap. Resolves when the page is in the store, to false after a failure. */
  async loadNewer(): Promise<boolean> {
    const newest = this.store.idBeforeGap()
    if (this.#isLoadingNewer || newest === null) return true
    this.#isLoadingNewer = true
    try {
      const page = await readChat(this.place, { session: this.sessionId, after: newest })
      if (this.store.idBeforeGap() === newest) this.store.appendPage(page)
      return true
    } catch (error) {
      reportFailure(error, 'Failed to load later messages')
      return false
    } finally {
      this.#isLoadingNewer = false
    }
  }

  #post(outgoing: OutgoingMessage): void {
    if (this.#turn) return
    outbox.put(this.sessionId, outgoing)
    const { send, params } = this.#calls
    const body = { ...outgoing, sessionId: this.sessionId }
    void this.#run(Turn.ofMessage(this.#context, outgoing), (signal) => beginReply(send, params, body, signal))
  }

  #wait(outgoing: OutgoingMessage): void {
    outbox.remove(this.sessionId, outgoing.clientMessageId)
    waitingMessages.put(this.sessionId, outgoing)
    this.store.addOutgoing(outgoing, 'waiting')
  }

  readonly #sendWaiting = (): void => {
    const [outgoing] = waitingMessages.list(this.sessionId)
    if (!outgoing || this.#turn || isOffline()) return
    waitingMessages.remove(this.sessionId, outgoing.clientMessageId)
    this.#post(outgoing)
  }

  #rewrite(kind: 'reroll' | 'continue', model: string, nudge?: string): void {
    const { lastAnswer } = this.store.snapshot()
    if (this.#turn || lastAnswer === null) return
    const turn = Turn.ofRewrite(this.#context, kind, lastAnswer)
    const messageId = turn?.originalId
    if (!turn || !messageId) return
    const request = `${kind} ${messageId} ${model} ${nudge ?? ''}`
    const clientMessageId = this.#rewriteKeys.get(request) ?? crypto.randomUUID()
    this.#rewriteKeys.set(request, clientMessageId)
    const body = { messageId, model, clientMessageId, ...(nudge && { nudge }) }
    void this.#run(turn, async (signal) => {
      try {
        const stream = await beginReply(this.#calls[kind], this.#calls.params, body, signal)
        this.#rewriteKeys.delete(request)
        return stream
      } catch (error) {
        if (error instanceof ApiError) this.#rewriteKeys.delete(request)
        throw error
      }
    })
  }

  async #run(turn: Turn, openStream: OpenStream): Promise<void> {
    const { signal } = this.#abort
    this.#turn = turn
    this.store.setPhase('replying')
    try {
      // The prompt must contain the alternate that was chosen last.
      await this.edits.choosing
      const stream = await this.#connection.open(openStream, signal)
      this.#refusals = 0
      await this.#connection.follow(turn, stream, signal)
    } catch (error) {
      if (!signal.aborted) await this.#failToOpen(turn, error)
    }
    if (signal.aborted) return
    this.#turn = null
    this.#replyUnderWay = null
    const answer = this.store.item(turn.replyKey)
    this.#lastWrittenId = answer?.id ?? null
    this.store.setPhase('idle')
    this.#events.onOwnChange()
    this.#events.onChanged(turn.kind === 'reply' && answer?.id ? answer.createdAt : null)
    if (this.#isStale || this.#isTalking) this.#events.onStale()
    this.#isStale = false
    this.#sendWaiting()
  }

  async #failToOpen(turn: Turn, error: unknown): Promise<void> {
    if (isStatus(error, 409) && error.code === 'reply_under_way') {
      this.#refusals += 1
      if (this.#refusals <= refusalsMax) return this.#giveWay(turn)
    }
    if (turn.outgoing && isOffline() && !(error instanceof ApiError)) {
      turn.withdraw()
      return this.#waitForNetwork(turn.outgoing)
    }
    turn.fail(openFailureText(error, turn.kind))
    if (isStatus(error, 401)) redirectToSignIn()
  }

  /**
   * Lets a message wait until the network is back. It also stays in the outbox, because the tab may be closed before. A server that got an
   * earlier request has the same key.
   */
  #waitForNetwork(outgoing: OutgoingMessage): void {
    this.#wait(outgoing)
    outbox.put(this.sessionId, outgoing)
  }

  /** Follows the reply of another page. A new message waits for the end of that reply. */
  async #giveWay(turn: Turn): Promise<void> {
    const { outgoing } = turn
    turn.withdraw()
    if (outgoing && !this.store.isSaved(outgoing.clientMessageId)) this.#wait(outgoing)
    else reportReplying()
    await this.#followOther()
  }

  async #followOther(): Promise<void> {
    const { signal } = this.#abort
    try {
      const data = await readChat(this.place, { session: this.sessionId }, signal)
      this.#sync(data)
      const underWay = answerUnderWay(data)
      if (!data.replyUnderWay) return
      const stream = await this.#connection.open(this.#connection.join, signal)
      if (stream === null) return
      // A message that was sent while a line or suggestions are written waits for their end.
      if (underWay === null) {
        await stream.pipeTo(new WritableStream(), { signal })
        this.#refusals = 0
        return
      }
      const turn = Turn.ofReplyUnderWay(this.#context, underWay)
      this.#turn = turn
      this.#refusals = 0
      await this.#connection.follow(turn, stream, signal)
    } catch {
      // Ignores the error, because the next attempt to send reports it.
    }
  }

  #sync(data: ChatData): void {
    this.#fillStore(data)
    this.#clearOutbox()
    if (this.#turn?.hasLostOriginal) this.#isStale = true
  }

  #fillStore(data: ChatData): void {
    this.store.sync(data, { outgoing: outbox.list(this.sessionId), keep: this.#turn?.keys ?? [] })
  }

  /** Removes messages from the outbox and the waiting messages once the server has saved them. */
  #clearOutbox(): void {
    for (const messages of [outbox, waitingMessages])
      for (const { clientMessageId } of messages.list(this.sessionId))
        if (this.store.isSaved(clientMessageId)) messages.remove(this.sessionId, clientMessageId)
  }
}

/** Returns the reply under way. Excludes lines for the user, because the composer shows them. */
function answerUnderWay({ replyUnderWay }: ChatData): ReplyUnderWay | null {
  if (!replyUnderWay) return null
  const { kind, messageId } = replyUnderWay
  return isLine(kind) ? null : { kind, messageId }
}

function openFailureText(error: unknown, kind: ReplyUnderWay['kind']): string {
  if (error instanceof NoResponseBody) return error.message
  const fallback = error instanceof ApiError && kind === 'reply' ? 'Failed to start streaming' : failureTexts[kind]
  return sentenceOf(error, fallback)
}
