import { setTimeout as sleep } from 'node:timers/promises'
import { eventsOf } from './calls.mjs'

/** A tab that reconnects may have read the state this long before. */
const refetchMs = 5_000

/** An open tab: receives its user's events, reconnects, and tracks the state that it would show. */
export class Tab {
  rubies = null
  #caller
  #journal
  #stream = null
  #isClosed = false
  #openedAt = -Infinity
  #ended = new Set()
  #due = []

  constructor(caller, journal) {
    this.#caller = caller
    this.#journal = journal
    this.over = this.#listen()
  }

  /** Expects an event for an ended reply, or a reconnect after it. */
  expectEnd(messageId) {
    this.#due.push({ messageId, at: this.#journal.now() })
  }

  /** Returns the expected events that the tab missed. */
  missed() {
    this.#due = this.#due.filter(({ messageId, at }) => !this.#ended.has(messageId) && this.#openedAt < at - refetchMs)
    return this.#due
  }

  close() {
    this.#isClosed = true
    this.#stream?.leave()
    return this.over
  }

  async #listen() {
    while (!this.#isClosed) {
      try {
        this.#stream = await this.#caller.open('GET', '/api/events')
        if (this.#isClosed) this.#stream.leave()
        else if (this.#stream.status !== 200) {
          await this.#stream.text()
          if (this.#stream.status !== 503) this.#journal.breach(`events answered ${this.#stream.status}`)
        } else {
          this.#openedAt = this.#journal.now()
          this.#journal.count('tab opened')
          for await (const event of eventsOf(this.#stream)) {
            if (event.type === 'balance') this.rubies = event.rubies
            if (event.type === 'reply' && event.state !== 'running') this.#ended.add(event.messageId)
            this.#journal.count('event received')
          }
        }
      } catch (error) {
        if (error.code === undefined && error.name === 'SyntaxError') this.#journal.breach(`events: ${error.message}`)
      }
      if (!this.#isClosed) await sleep(200)
    }
  }
}
