import { fail, ok, type Result } from '#modules/kernel/result'

export interface PlacesMax {
  perUser: number
  all: number
}

/** Who is drawn for in this process right now. A drawing can take two minutes, so nobody queues: one is told to come back. */
export class Places {
  readonly #max: PlacesMax
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(max: PlacesMax) {
    this.#max = max
  }

  /** How many are taken. */
  get size() {
    return this.#all
  }

  /** Gives what frees the place again. */
  take(userId: string): Result<() => void, 'too_many_at_once' | 'busy'> {
    const own = this.#taken.get(userId) ?? 0
    if (own >= this.#max.perUser) return fail('too_many_at_once')
    if (this.#all >= this.#max.all) return fail('busy')
    this.#taken.set(userId, own + 1)
    this.#all++
    return ok(() => this.#free(userId))
  }

  #free(userId: string) {
    const left = (this.#taken.get(userId) ?? 0) - 1
    if (left > 0) this.#taken.set(userId, left)
    else this.#taken.delete(userId)
    this.#all--
  }
}
