import type { ReplyEnd } from '../../index.ts'

type Listener = (end: ReplyEnd) => void

/** Tells of each reply that this process wrote, once, when it has ended. Nobody listens unless the operator asked for figures. */
export class ReplyTally {
  readonly #listeners: Listener[] = []

  on(listener: Listener) {
    this.#listeners.push(listener)
  }

  tell(end: ReplyEnd) {
    for (const listener of this.#listeners) listener(end)
  }
}
