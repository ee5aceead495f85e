import { setTimeout as sleep } from 'node:timers/promises'
import { eventsOf } from './calls.mjs'

/** Who comes back may have read what was told this long before. */
const readAnewMs = 5_000

/** An open tab: it hears what changes for its owner, comes back when its stream ends, and knows what it would show. */
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

  /** A reply of the owner is over: the tab is to hear of it, or has come back since. */
  expectEnd(messageId) {
    this.#due.push({ messageId, at: this.#journal.now() })
  }

  /** What it should have heard and did not. */
  missed() {
    this.#due = this.#due.filter(({ messageId, at }) => !this.#ended.has(messageId) && this.#openedAt < at - readAnewMs)
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
            this.#journal.count('event heard')
          }
        }
      } catch (error) {
        if (error.code === undefined && error.name === 'SyntaxError') this.#journal.breach(`events: ${error.message}`)
      }
      if (!this.#isClosed) await sleep(200)
    }
  }
}
