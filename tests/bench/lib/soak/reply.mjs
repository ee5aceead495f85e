import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventsOf, Unknown } from './calls.mjs'

/** A reply without an end counts as lost after this time. */
const patienceMs = 180_000

/**
 * Follows one reply from its request to its end. If the stream breaks, joins it at another process. Compares the observed text with the
 * chat afterwards.
 * `kind` is reply, reroll or continue. `page` is the chat before. `during(count)` is called at each piece of text.
 */
export class ReplyWatch {
  /** The text so far. */
  seen = ''
  /** The last event, or null until it arrives. */
  end = null
  #wasInterrupted = false
  #wasRepeated = false
  /** Whether the page was closed meanwhile. */
  hasLeft = false
  /** Whether the reply was requested twice concurrently. */
  isOneOfTwo = false

  constructor({ caller, journal, page, kind, content, during = () => {} }) {
    Object.assign(this, { caller, journal, page, kind, content, during, key: randomUUID() })
    this.target = kind === 'reply' ? null : page.messages.at(-1)
    const alternates = this.target?.alternates ?? (this.target ? [{ id: this.target.id }] : [])
    this.known = new Set(alternates.map(({ id }) => id))
    this.base = this.target?.content ?? ''
  }

  get #place() {
    return `/api/chats/${this.page.characterId}`
  }

  /** Returns `{ refused }`, or the stored result `{ id, text, state, cost, message }`, or null without a result. */
  async run() {
    const deadline = Date.now() + patienceMs
    let hasBegun = false
    let wasGone = false
    while (this.end === null) {
      if (Date.now() > deadline) return this.#breach('got no final event')
      const stream = await this.#open(hasBegun)
      this.#wasRepeated ||= stream === 'unknown'
      if (stream === 'unknown') continue
      if (stream === 'over') break
      if (typeof stream === 'string') return { refused: stream }
      hasBegun = true
      await this.#follow(stream)
      if (this.end?.type === 'access_denied') return { refused: 'access_denied' }
      const hasJustLeft = this.hasLeft && !wasGone
      wasGone ||= hasJustLeft
      if (this.end !== null || hasJustLeft) continue
      this.journal.broke(stream.port, 'no last event', 'GET', 'a reply')
      this.#wasInterrupted = true
    }
    const page = await readSettledPage(this.caller, this.page)
    return page === 'never' ? this.#breach('never ends') : this.#lookAt(page)
  }

  /** Requests the reply with its key until it is known to have started, then joins it. */
  async #open(hasBegun) {
    const { kind, key, content, target, page, caller } = this
    const body = kind === 'reply' ? { content, sessionId: page.sessionId } : { messageId: target.id }
    const path = kind === 'reply' ? 'stream' : kind
    try {
      const stream = hasBegun
        ? await caller.open('GET', `${this.#place}/stream?session=${page.sessionId}`)
        : await caller.open('POST', `${this.#place}/${path}`, {
            body: { ...body, model: 'basic', clientMessageId: key },
          })
      if (stream.status === 200) return stream
      const text = await stream.text()
      if (stream.status === 503) await sleep(300)
      if (stream.status === 503) return 'unknown'
      if (stream.status === 204 && hasBegun) return 'over'
      // The previous reply belongs to a dead process and is being ended.
      if (stream.status === 409 && !hasBegun && text.includes('under_way')) {
        this.journal.count('waited for the previous reply')
        await sleep(200)
        return 'unknown'
      }
      this.journal.breach(`a ${kind} got ${stream.status}: ${text.slice(0, 200)}`)
      return 'refused'
    } catch (error) {
      if (!(error instanceof Unknown)) throw error
      await sleep(50)
      return 'unknown'
    }
  }

  async #follow(stream) {
    let received = ''
    let count = 0
    for await (const event of eventsOf(stream)) {
      if (event.type === 'userMessage') {
        if (event.message.content !== this.content) this.#breach('returned another user message')
        this.userMessageId ??= event.message.id
        if (event.message.id !== this.userMessageId) this.#breach('saved its user message twice')
      } else if (event.type === 'resumed') this.journal.count('resumed elsewhere')
      else if (event.type === 'aiChunk') {
        received += event.content
        // Joining at another process replays the reply from the start.
        if (!isEitherPrefix(received, this.seen)) return this.#breach(`streamed “${this.seen}”, then “${received}”`)
        if (received.length > this.seen.length) this.seen = received
        if (this.during(++count) === 'leave') {
          this.journal.count('left and returned')
          stream.leave()
          this.during = () => {}
          this.hasLeft = true
          return
        }
      } else this.end = event
    }
  }

  #lookAt(page) {
    this.after = page
    if (page === null) return this.#breach('lost its chat')
    const stored = this.#stored(page)
    const text = stored?.text ?? ''
    const code = this.end?.type === 'error' ? this.end.code : null
    // The second click may have started another attempt after the first one failed.
    if (this.isOneOfTwo && code !== null) return stored
    const isLive = this.end !== null && !this.#wasInterrupted && !this.hasLeft
    // Only a killed process may lose text, at most one tick's.
    const mayLack =
      code === 'server_lost' || (this.end === null && stored?.state !== 'complete' && stored?.state !== 'stopped')
    const [seen, kept] = [this.seen.trim(), text.trim()]
    if (!isEitherPrefix(seen, kept)) this.#breach(`streamed “${seen}”, but “${kept}” is saved`)
    else if (!mayLack && kept.length < seen.length) this.#breach(`streamed “${seen}”, but only “${kept}” is saved`)
    else if (isLive && !mayLack && kept !== seen) this.#breach(`completed as “${seen}”, but “${kept}” is saved`)
    if (mayLack && seen.length > kept.length) this.journal.count('characters lost to a kill', seen.length - kept.length)
    if (this.end?.type === 'aiComplete' && !stored) this.#breach('was reported complete, but is not saved')
    if (this.end?.type === 'aiComplete' && stored && stored.state === 'broken_off')
      this.#breach('was reported complete, but is saved as broken off')
    this.journal.count(`${this.kind}: ${stored?.state ?? 'nothing'}${code ? ` (${code})` : ''}`)
    return stored
  }

  /** Returns the result of this reply in the chat. */
  #stored({ messages }) {
    if (this.kind === 'reply') {
      const index = messages.findLastIndex((message) => message.isUser && message.content === this.content)
      if (index === -1) return void this.#breach('lost its user message')
      const answers = messages.slice(index + 1)
      const next = answers.findIndex(({ isUser }) => isUser)
      // Each of several attempts may have left a result.
      const mine = this.#mine(
        (next === -1 ? answers : answers.slice(0, next)).map((message) =>
          as(message, message.alternates?.[0] ?? message)
        )
      )
      return mine ?? null
    }
    const message = messages.find(({ id }) => id === this.target.id)
    if (!message) return void this.#breach('lost the message that it changes')
    if (this.kind === 'reroll') {
      const fresh = (message.alternates ?? []).filter(({ id }) => !this.known.has(id))
      return this.#mine(fresh.map((answer) => as(message, answer))) ?? null
    }
    if (!message.content.startsWith(this.base)) return void this.#breach('lost the text that it continues')
    const added = message.content.slice(this.base.length)
    const selected = message.alternates?.[message.selectedAlternate] ?? message
    // An unobserved attempt may have added text before.
    const from = this.#wasRepeated && this.seen !== '' ? Math.max(0, added.indexOf(this.seen.trim())) : 0
    return added === '' ? null : { ...as(message, selected), text: added.slice(from) }
  }

  /** Returns the observed one of several results, otherwise the latest. */
  #mine(stored) {
    const seen = this.seen.trim()
    return (seen && stored.findLast(({ text }) => text !== '' && isEitherPrefix(text.trim(), seen))) || stored.at(-1)
  }

  #breach(what) {
    this.journal.breach(`${this.kind} ${this.key} ${what} (${JSON.stringify(this.end)?.slice(0, 300)})`)
    return null
  }
}

const as = (message, { id, content, state, rubyCost }) => ({ id, text: content, state, cost: rubyCost, message })

/** Whether either is a prefix of the other. */
const isEitherPrefix = (one, other) => one.startsWith(other) || other.startsWith(one)

/** Reads the current chat `{ characterId, sessionId, messages, replyUnderWay }`. Returns null if it is deleted. */
export async function readPage(caller, { characterId, sessionId }) {
  const query = sessionId === undefined ? 'new=true' : `session=${sessionId}`
  const { status, json, text } = await caller.call('GET', `/api/chats/${characterId}?${query}`)
  if (status === 404) return null
  if (status !== 200) throw new Error(`A chat got ${status}: ${text.slice(0, 200)}`)
  return { characterId, sessionId: json.session.id, messages: json.messages, replyUnderWay: json.replyUnderWay }
}

/** Reads the current chat once no reply is running in it. Returns `never` if that doesn't happen. */
export async function readSettledPage(caller, place) {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(100)) {
    const page = await readPage(caller, place)
    if (page === null || page.replyUnderWay === null) return page
  }
  return 'never'
}
