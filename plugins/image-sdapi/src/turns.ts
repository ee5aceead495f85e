import { ProviderError } from '../../contract/errors.ts'

interface Waiting {
  begin: () => void
  onMoved: (ahead: number) => void
}

/** One picture at a time, in order of arrival. Engines draw one at a time, and their progress and interruption belong to the current one. */
export class Turns {
  /** The first one has its turn. */
  readonly #queue: Waiting[] = []

  /** Resolves with a function that ends the turn. Until then, calls `onMoved` with the number of pictures ahead. Rejects when the signal fires. */
  take(signal: AbortSignal, onMoved: (ahead: number) => void): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const giveUp = () => {
      this.#leave(waiting)
      reject(new ProviderError('cut_off', 'The caller canceled the call.'))
    }
    const begin = () => {
      signal.removeEventListener('abort', giveUp)
      resolve(() => this.#leave(waiting))
    }
    const waiting = { begin, onMoved }
    signal.addEventListener('abort', giveUp, { once: true })
    const ahead = this.#queue.push(waiting) - 1
    if (ahead === 0) begin()
    else onMoved(ahead)
    return promise
  }

  #leave(waiting: Waiting): void {
    const place = this.#queue.indexOf(waiting)
    if (place < 0) return
    this.#queue.splice(place, 1)
    if (place === 0) this.#queue[0]?.begin()
    for (const [ahead, { onMoved }] of this.#queue.entries()) if (ahead > 0 && ahead >= place) onMoved(ahead)
  }
}
