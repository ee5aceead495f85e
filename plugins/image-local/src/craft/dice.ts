/** Chance that repeats itself: the same seed gives the same choices, on every machine. */
export class Dice {
  readonly #seed: string
  #state: readonly [number, number, number, number]

  constructor(seed: string) {
    // Four FNV-1a hashes over UTF-16 units, each from another start.
    const start = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b]
    for (let i = 0; i < seed.length; i++) {
      const unit = seed.charCodeAt(i)
      for (let lane = 0; lane < 4; lane++) start[lane] = Math.imul(start[lane]! ^ (unit + lane * 31), 0x01000193)
    }
    this.#state = start as unknown as readonly [number, number, number, number]
    this.#seed = start.join(' ')
    for (let n = 0; n < 12; n++) this.next()
  }

  /** At least 0 and below 1 (sfc32). */
  next(): number {
    const [a, b, c, d] = this.#state
    const sum = (a + b + d) | 0
    this.#state = [b ^ (b >>> 9), (c + (c << 3)) | 0, (((c << 21) | (c >>> 11)) + sum) | 0, (d + 1) | 0]
    return (sum >>> 0) / 2 ** 32
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** Around `middle`, at most `spread` away and mostly less. */
  about(middle: number, spread: number): number {
    return middle + (this.next() + this.next() - 1) * spread
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<One>(list: readonly One[]): One {
    return list[Math.floor(this.next() * list.length)]!
  }

  /** Another stream, whatever this one has given: what one part draws does not move what another does. */
  branch(name: string): Dice {
    return new Dice(`${name} ${this.#seed}`)
  }
}
