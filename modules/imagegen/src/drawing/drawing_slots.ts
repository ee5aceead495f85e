import { fail, ok, type Result } from '#modules/kernel/result'

export interface SlotLimits {
  perUser: number
  all: number
}

/** Limits concurrent drawings in this process. There is no queue, because a drawing can take two minutes. */
export class DrawingSlots {
  readonly #slotsByUser = new Map<string, number>()
  #all = 0

  constructor(private readonly max: SlotLimits) {}

  /** The number of acquired slots. */
  get size() {
    return this.#all
  }

  /** Acquires a slot. Returns a function that releases it. */
  acquire(userId: string): Result<() => void, 'too_many_at_once' | 'busy'> {
    const own = this.#slotsByUser.get(userId) ?? 0
    if (own >= this.max.perUser) return fail('too_many_at_once')
    if (this.#all >= this.max.all) return fail('busy')
    this.#slotsByUser.set(userId, own + 1)
    this.#all++
    return ok(() => this.#release(userId))
  }

  #release(userId: string) {
    const left = (this.#slotsByUser.get(userId) ?? 0) - 1
    if (left > 0) this.#slotsByUser.set(userId, left)
    else this.#slotsByUser.delete(userId)
    this.#all--
  }
}
