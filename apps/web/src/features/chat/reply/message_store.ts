import type { Alternate, ChatData, Decline, Message, MessageState } from '#modules/chat/api'
import type { OutgoingMessage } from './outbox.ts'

/** A message on the screen: saved, pending, streaming or failed. */
export interface ChatItem {
  /** Never changes. The server assigns `id` later. */
  key: string
  id: string | null
  /** The id that the server will save an answer under; null while it isn't known. */
  answerId: string | null
  isUser: boolean
  /** In a group chat, the id of the character that writes the message; null until it is known. `speaker` is the value of `{{char}}`. */
  characterId: string | null
  speaker: string | null
  content: string
  /** The model's reasoning before the text of a running reply. */
  thinking?: string
  /** `unanswered`: saved without a reply, and no reply is being written. `waiting`: sent when the current reply ends. */
  status: 'sent' | 'pending' | 'streaming' | 'failed' | 'unanswered' | 'waiting'
  /** Why sending failed; empty when unknown. Null unless that happened on this page. */
  failure: string | null
  state: MessageState
  /** Why a stopped answer ended, if the model declined to finish it. */
  declined: Decline | null
  /** null while the message isn't saved. */
  createdAt: string | null
  clientMessageId: string | null
  /** The tier that wrote an answer. For a user's message, the tier that it was sent with, if this page sent it. */
  model: string | null
  /** The name of the model that wrote an answer, as of then; null when unknown. */
  modelName: string | null
  /** Whether another model stood in for the tier's own. */
  isFallback: boolean
  /** In a group chat, the id of the character that the user chose to answer. Set only for messages of this page. */
  speakerId?: string
  /** The ids of the pictures that it shows. Set only for messages of this page. */
  pictures?: string[]
  rubyCost: number
  /** Whether the answer reached its tier's maximum length. */
  isCut: boolean
  isEdited: boolean
  /** Whether the user has hidden the message from prompts. */
  isHidden: boolean
  /** All alternates, oldest first; empty when there is only one. */
  alternates: readonly Alternate[]
  /** The index of the alternate that is shown. */
  selected: number
  /** The kind of rewrite that is changing a saved answer; null when none is. */
  writing: 'reroll' | 'continue' | null
}

/** In the list of keys, stands for messages between two others that aren't loaded. The messages after it aren't shown. */
export const gapKey = 'gap'

interface ChatSnapshot {
  /** The keys of the messages, oldest first. May contain `gapKey` once, but never as the first. */
  keys: readonly string[]
  phase: 'idle' | 'replying' | 'stopping' | 'reconnecting'
  /** Whether the session has more than a greeting. */
  hasWritten: boolean
  hasOlder: boolean
  /** The key of the last message if it is shown and a saved answer, or a first message that the user can choose from several. */
  lastAnswer: string | null
  /** Whether a message waits for the end of the reply. It is the last message. */
  hasWaiting: boolean
}

type LoadedPage = Pick<ChatData, 'messages' | 'hasOlder' | 'hasNewer' | 'notice'>

type Listener = () => void

/**
 * The messages of one session, outside React. Components subscribe to single messages, so a chunk renders one message.
 * Chunks notify at most once per frame.
 */
export class MessageStore {
  #items = new Map<string, ChatItem>()
  #snapshot: ChatSnapshot = {
    keys: [],
    phase: 'idle',
    hasWritten: false,
    hasOlder: false,
    lastAnswer: null,
    hasWaiting: false,
  }
  #listeners = new Set<Listener>()
  #itemListeners = new Map<string, Set<Listener>>()
  /** The keys of messages with chunks that listeners haven't been notified of. */
  #changedKeys = new Set<string>()
  /** The ids of the messages with the notice that a machine writes above them. */
  readonly #noticed = new Set<string>()
  #schedule: (notify: () => void) => void

  constructor(schedule: (notify: () => void) => void = oncePerFrame) {
    this.#schedule = schedule
  }

  snapshot = (): ChatSnapshot => this.#snapshot
  item = (key: string): ChatItem | undefined => this.#items.get(key)

  hasNotice = (id: string): boolean => this.#noticed.has(id)

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  subscribeItem(key: string, listener: Listener): () => void {
    const listeners = this.#itemListeners.get(key) ?? new Set()
    this.#itemListeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#itemListeners.delete(key)
    }
  }

  /**
   * Applies the newest page from the server. Keeps older pages, unsent messages and the messages in `keep`, which belong
   * to the current turn.
   */
  sync(data: ChatData, options: { outgoing?: OutgoingMessage[]; keep?: readonly (string | null)[] } = {}): void {
    const { outgoing = [], keep = [] } = options
    this.#addNotices(data.notice)
    const before = this.#snapshot.keys
    const keyOfId = this.#keysById()
    const incoming = data.messages.map(
      ({ id, clientMessageId }) =>
        keyOfId.get(id) ?? (clientMessageId ? this.#sentAs(clientMessageId)?.key : null) ?? id
    )
    const known = new Set(incoming)
    // The page may start earlier than before if one of its messages was deleted.
    const start = before.findIndex((key) => known.has(key))
    const older = start > 0 ? before.slice(0, start) : []
    for (const key of older) known.add(key)
    const local = before.filter((key) => !known.has(key) && (this.#isUnsent(key) || keep.includes(key)))

    data.messages.forEach((message, index) => {
      const key = incoming[index]
      if (key === undefined) return
      const old = this.#items.get(key)
      // The message is being rewritten. The turn reverts it on failure.
      if (old?.writing && keep.includes(key)) return
      const isLast = index === data.messages.length - 1
      const isWaiting = isLast && message.isUser && data.replyUnderWay === null && !keep.includes(key)
      const unanswered = old?.status === 'failed' ? 'failed' : 'unanswered'
      const status = isWaiting ? unanswered : 'sent'
      this.#put({
        ...fromMessage(message, key, old),
        status,
        failure: status === 'failed' ? (old?.failure ?? null) : null,
      })
    })
    const keys = [...older, ...incoming, ...local]
    for (const message of outgoing) {
      if (!this.#sentAs(message.clientMessageId)) keys.push(this.#put(outgoingItem(message, 'failed')))
    }
    this.#show({ keys, hasOlder: older.length > 0 ? this.#snapshot.hasOlder : data.hasOlder })
  }

  /** Updates messages anywhere in the list from a page without gaps. Ignores messages outside the list. */
  merge(messages: Message[]): void {
    const indexes = new Map(this.#snapshot.keys.map((key, index) => [this.#items.get(key)?.id, index]))
    const from = messages.findIndex(({ id }) => indexes.has(id))
    const to = messages.findLastIndex(({ id }) => indexes.has(id))
    if (from === -1) return
    const part = messages.slice(from, to + 1)
    const [first = 0, last = 0] = [indexes.get(part[0]?.id), indexes.get(part.at(-1)?.id)]
    const keys = part.map((message) => {
      const key = this.keyOfMessage(message.id) ?? message.id
      const old = this.#items.get(key)
      return old?.writing ? key : this.#put({ ...fromMessage(message, key, old), status: old?.status ?? 'sent' })
    })
    this.#show({ keys: [...this.#snapshot.keys.slice(0, first), ...keys, ...this.#snapshot.keys.slice(last + 1)] })
  }

  /**
   * Shows a page that contains an older message, instead of the messages on the screen. The newest messages stay in the list, after a gap
   * unless the page reaches them.
   */
  showAround({ messages, hasOlder, notice }: LoadedPage): void {
    this.#addNotices(notice)
    const newest = this.#afterGap()
    const ids = new Set(newest.map((key) => this.#items.get(key)?.id))
    const fresh = messages.filter(({ id }) => !ids.has(id))
    const gap = fresh.length < messages.length ? [] : [gapKey]
    this.#show({ keys: [...this.#putAll(fresh), ...gap, ...newest], hasOlder })
  }

  /** Adds a page before the gap, which closes once the page reaches the newest messages. */
  appendPage({ messages, hasNewer, notice }: LoadedPage): void {
    const { keys } = this.#snapshot
    const at = keys.indexOf(gapKey)
    if (at === -1) return
    this.#addNotices(notice)
    const known = this.#keysById()
    const fresh = messages.filter(({ id }) => !known.has(id))
    const isClosed = fresh.length < messages.length || !hasNewer
    const gap = isClosed ? [] : [gapKey]
    this.#show({ keys: [...keys.slice(0, at), ...this.#putAll(fresh), ...gap, ...keys.slice(at + 1)] })
  }

  /** Shows the newest messages, without those before the gap. */
  showEnd = (): void => {
    if (this.#snapshot.keys.includes(gapKey)) this.#show({ keys: this.#afterGap(), hasOlder: true })
  }

  /** Adds an older page above the others. */
  prepend({ messages, hasOlder, notice }: LoadedPage): void {
    this.#addNotices(notice)
    const known = this.#keysById()
    const fresh = messages.filter((message) => !known.has(message.id))
    this.#show({ keys: [...this.#putAll(fresh), ...this.#snapshot.keys], hasOlder: hasOlder && fresh.length > 0 })
  }

  /** Shows a message that is being sent or waits for it, and returns its key. A retried message moves to the end. */
  addOutgoing(message: OutgoingMessage, status: 'pending' | 'waiting' = 'pending'): string {
    const known = this.#sentAs(message.clientMessageId)
    const fresh = outgoingItem(message, status)
    const key = this.#put(known ? { ...known, status, failure: null, model: message.model } : fresh)
    const others = this.#snapshot.keys.filter((other) => other !== key)
    this.#show({ keys: known?.id ? this.#snapshot.keys : [...others, key] })
    return key
  }

  /** Adds a pending reply at the end and returns its key. */
  addReply(): string {
    const key = this.#put({ ...unsaved, key: crypto.randomUUID(), isUser: false, content: '', status: 'pending' })
    this.#show({ keys: [...this.#snapshot.keys, key] })
    return key
  }

  /** Updates the user's message by id or `clientMessageId`, or inserts it before the reply. Returns its key. */
  placeUserMessage(message: Message, replyKey: string): string {
    const known = this.#find((item) => isSame(item, message))
    const key = this.#put(fromMessage(message, known?.key ?? message.id, known))
    if (!known) {
      const keys = this.#snapshot.keys.filter((other) => other !== replyKey)
      this.#show({ keys: [...keys, key, replyKey] })
    } else {
      this.#show({})
    }
    return key
  }

  /** Replaces the streamed reply with the saved one. */
  settleReply(message: Message, replyKey: string): void {
    const duplicate = this.#find((item) => item.id === message.id && item.key !== replyKey)
    if (duplicate) this.remove(duplicate.key)
    this.#put(fromMessage(message, replyKey))
    this.#notify(replyKey)
    this.#show({})
  }

  /** Marks a saved answer as being rewritten. Returns its previous state, for `revert`. */
  beginWriting(key: string, writing: 'reroll' | 'continue'): ChatItem | null {
    const item = this.#items.get(key)
    if (!item) return null
    this.#put({ ...item, writing, status: 'pending', content: writing === 'reroll' ? '' : item.content })
    return item
  }

  /** Restores a message's earlier state. */
  revert(item: ChatItem): void {
    if (this.#items.has(item.key)) this.#put(item)
  }

  update(key: string, message: Message): void {
    const old = this.#items.get(key)
    if (old) this.#put({ ...fromMessage(message, key, old), status: old.status })
  }

  /** Shows the notice that a machine writes above a message, even if the message isn't in the list yet. */
  addNotice(id: string): void {
    this.#noticed.add(id)
    this.#show({})
  }

  /** Shows another alternate. */
  select(key: string, index: number): void {
    const item = this.#items.get(key)
    const answer = item?.alternates[index]
    if (!item || !answer) return
    this.#put({ ...item, ...fromAlternate(answer), ...authorOf(answer), selected: index })
  }

  /** Inserts a gap after a message. */
  insertGapAfter(key: string): void {
    const { keys } = this.#snapshot
    if (!keys.includes(gapKey)) this.#show({ keys: keys.toSpliced(keys.indexOf(key) + 1, 0, gapKey) })
  }

  /** Inserts a message after another or after the gap, or first when `previousKey` is null. */
  insertAfter(previousKey: string | null, item: ChatItem): void {
    if (this.#items.has(item.key) || (item.id !== null && this.keyOfMessage(item.id) !== null)) return
    this.#put(item)
    const at = previousKey === null ? 0 : this.#snapshot.keys.indexOf(previousKey) + 1
    this.#show({ keys: this.#snapshot.keys.toSpliced(at, 0, item.key) })
  }

  append(key: string, text: string): void {
    const item = this.#items.get(key)
    if (item) this.#grow({ ...item, content: item.content + text, status: 'streaming' })
  }

  think(key: string, text: string): void {
    const item = this.#items.get(key)
    if (item) this.#grow({ ...item, thinking: (item.thinking ?? '') + text })
  }

  #grow(item: ChatItem): void {
    this.#items.set(item.key, item)
    const isFirst = this.#changedKeys.size === 0
    this.#changedKeys.add(item.key)
    if (isFirst) this.#schedule(() => this.#notifyChanged())
  }

  change(key: string, changes: Partial<Omit<ChatItem, 'key'>>): void {
    const item = this.#items.get(key)
    if (item) this.#put({ ...item, ...changes })
  }

  /** Removes a message, or the gap. */
  remove(key: string): void {
    if (!this.#items.delete(key) && key !== gapKey) return
    this.#show({ keys: this.#snapshot.keys.filter((other) => other !== key) })
  }

  /** Removes the failed reply after a message, before a retry. */
  removeFailedReplyAfter(key: string): void {
    const next = this.#snapshot.keys[this.#snapshot.keys.indexOf(key) + 1]
    const item = next === undefined ? undefined : this.#items.get(next)
    if (item && !item.isUser && item.status === 'failed') this.remove(item.key)
  }

  /** Updates the status of messages after a deletion or restoration. Only the user's message at the end can be unanswered. */
  settleUnanswered(): void {
    const last = this.#snapshot.keys.at(-1)
    for (const item of this.#items.values()) {
      const isWaiting = item.key === last && item.isUser && item.id !== null
      if (isWaiting && item.status === 'sent') this.#put({ ...item, status: 'unanswered' })
      if (!isWaiting && item.status === 'unanswered') this.#put({ ...item, status: 'sent' })
    }
  }

  setPhase(phase: ChatSnapshot['phase']): void {
    if (this.#snapshot.phase !== phase) this.#show({ phase })
  }

  keyOfMessage = (id: string): string | null => this.#find((item) => item.id === id)?.key ?? null

  isSaved = (clientMessageId: string): boolean => (this.#sentAs(clientMessageId)?.id ?? null) !== null

  oldestId(): string | null {
    const [first] = this.#snapshot.keys
    return (first !== undefined && this.#items.get(first)?.id) || null
  }

  /** The id of the last saved message before the gap; null without a gap. */
  idBeforeGap(): string | null {
    const { keys } = this.#snapshot
    const before = keys.slice(0, Math.max(0, keys.indexOf(gapKey)))
    return before.map((key) => this.#items.get(key)?.id ?? null).findLast((id) => id !== null) ?? null
  }

  /** The keys of the newest messages. Without a gap, these are all. */
  #afterGap(): readonly string[] {
    const { keys } = this.#snapshot
    return keys.slice(keys.indexOf(gapKey) + 1)
  }

  /** Whether the message is a user's message that the server hasn't saved. */
  #isUnsent(key: string): boolean {
    const item = this.#items.get(key)
    return item !== undefined && item.id === null && item.isUser
  }

  #find(matches: (item: ChatItem) => boolean): ChatItem | undefined {
    for (const item of this.#items.values()) if (matches(item)) return item
    return undefined
  }

  /** Returns the user's message with an idempotency key. */
  #sentAs(clientMessageId: string): ChatItem | undefined {
    return this.#find((item) => item.clientMessageId === clientMessageId)
  }

  #addNotices(notice: ChatData['notice']): void {
    for (const id of notice?.messageIds ?? []) this.#noticed.add(id)
  }

  #keysById(): Map<string | null, string> {
    return new Map([...this.#items.values()].flatMap(({ id, key }) => (id === null ? [] : [[id, key]])))
  }

  #putAll(messages: readonly Message[]): string[] {
    const known = this.#keysById()
    return messages.map((message) => {
      const key = known.get(message.id) ?? message.id
      return this.#put(fromMessage(message, key, this.#items.get(key)))
    })
  }

  #put(item: ChatItem): string {
    const old = this.#items.get(item.key)
    if (!old || !isEqual(old, item)) {
      this.#items.set(item.key, item)
      this.#notify(item.key)
    }
    return item.key
  }

  #notify(key: string): void {
    this.#changedKeys.delete(key)
    for (const listener of this.#itemListeners.get(key) ?? []) listener()
  }

  #notifyChanged(): void {
    const keys = [...this.#changedKeys]
    this.#changedKeys.clear()
    for (const key of keys) for (const listener of this.#itemListeners.get(key) ?? []) listener()
  }

  #show(changes: Partial<Omit<ChatSnapshot, 'hasWritten' | 'lastAnswer' | 'hasWaiting'>>): void {
    const next = { ...this.#snapshot, ...changes }
    const waiting = next.keys.filter((key) => this.#items.get(key)?.status === 'waiting')
    next.hasWaiting = waiting.length > 0
    if (next.hasWaiting) next.keys = [...next.keys.filter((key) => !waiting.includes(key)), ...waiting]
    if (next.keys[0] === gapKey) Object.assign(next, { keys: next.keys.slice(1), hasOlder: true })
    const kept = new Set(next.keys)
    for (const key of this.#items.keys()) if (!kept.has(key)) this.#items.delete(key)
    // Older pages imply more than greetings, because a chat starts with a single message. In a group, characters may speak before the user.
    next.hasWritten = next.hasOlder || next.keys.some((key) => isWritten(this.#items.get(key)))
    const last = this.#items.get(next.keys.at(-1) ?? '')
    const isAnswer =
      !next.keys.includes(gapKey) &&
      last !== undefined &&
      !last.isUser &&
      last.id !== null &&
      (next.hasWritten || last.alternates.length > 1)
    next.lastAnswer = isAnswer ? last.key : null
    this.#snapshot = next
    for (const listener of this.#listeners) listener()
  }
}

const isWritten = (item: ChatItem | undefined) => item !== undefined && (item.isUser || Boolean(item.model))

const unsaved = {
  id: null,
  answerId: null,
  characterId: null,
  speaker: null,
  failure: null,
  state: 'complete',
  declined: null,
  createdAt: null,
  clientMessageId: null,
  model: null,
  modelName: null,
  isFallback: false,
  rubyCost: 0,
  isCut: false,
  isEdited: false,
  isHidden: false,
  alternates: [],
  selected: 0,
  writing: null,
} as const satisfies Partial<ChatItem>

/** Creates the item of a saved message. `old` is the previous item, if any. */
function fromMessage(message: Message, key: string, old?: ChatItem): ChatItem {
  return {
    ...unsaved,
    key,
    id: message.id,
    isUser: message.isUser,
    characterId: message.characterId ?? null,
    speaker: message.characterId ? (message.speaker ?? null) : null,
    status: 'sent',
    isHidden: message.isHidden ?? false,
    clientMessageId: message.clientMessageId ?? null,
    alternates: message.alternates ?? [],
    selected: message.selectedAlternate ?? 0,
    ...fromAlternate(message),
    model: message.model ?? old?.model ?? null,
    ...(old?.speakerId && { speakerId: old.speakerId }),
    ...(old?.pictures && { pictures: old.pictures }),
  }
}

/** Returns the author of a greeting in a group chat. Other alternates have the author of their message. */
export const authorOf = ({ characterId, speaker }: Alternate) =>
  characterId && speaker ? { characterId, speaker } : {}

const fromAlternate = (answer: Message | Alternate) => ({
  content: answer.content,
  state: answer.state,
  declined: answer.declined ?? null,
  createdAt: answer.createdAt,
  model: answer.model || null,
  modelName: answer.modelName ?? null,
  isFallback: answer.isFallback ?? false,
  rubyCost: answer.rubyCost,
  isCut: answer.isCut ?? false,
  isEdited: answer.editedAt !== undefined,
})

function outgoingItem(
  { clientMessageId, content, model, speakerId, pictures }: OutgoingMessage,
  status: 'pending' | 'waiting' | 'failed'
): ChatItem {
  return {
    ...unsaved,
    key: clientMessageId,
    isUser: true,
    content,
    status,
    clientMessageId,
    model,
    ...(speakerId && { speakerId }),
    ...(pictures && { pictures }),
  }
}

function isSame(item: ChatItem, message: Message): boolean {
  if (item.id !== null) return item.id === message.id
  return item.clientMessageId !== null && item.clientMessageId === message.clientMessageId
}

function isEqual(a: ChatItem, b: ChatItem): boolean {
  return (Object.keys(a) as (keyof ChatItem)[]).every(
    (field) =>
      a[field] === b[field] || (field === 'alternates' && JSON.stringify(a[field]) === JSON.stringify(b[field]))
  )
}

function oncePerFrame(notify: () => void): void {
  // A hidden tab has no animation frames.
  if (document.visibilityState === 'hidden') setTimeout(notify, 100)
  else requestAnimationFrame(notify)
}
