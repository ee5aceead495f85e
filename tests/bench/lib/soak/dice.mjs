/** A seeded random number generator (xorshift32, Marsaglia 2003) with helpers. */
export class Dice {
  #state

  constructor(seed) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0 || 1
    for (let n = 0; n < 8; n++) this.roll()
  }

  /** Returns a number in [0, 1). */
  roll() {
    let state = this.#state
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    this.#state = state >>>= 0
    return state / 4_294_967_296
  }

  between(least, most) {
    return least + this.roll() * (most - least)
  }

  whole(least, most) {
    return Math.floor(this.between(least, most + 1))
  }

  isOne(chance) {
    return this.roll() < chance
  }

  oneOf(things) {
    return things[Math.floor(this.roll() * things.length)]
  }

  /** Returns one of the names of `{ name: weight }`. */
  weighted(weights) {
    const entries = Object.entries(weights)
    let left = this.roll() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) if ((left -= weight) < 0) return name
    return entries.at(-1)[0]
  }

  shuffled(things) {
    const all = [...things]
    for (let n = all.length - 1; n > 0; n--) {
      const other = this.whole(0, n)
      ;[all[n], all[other]] = [all[other], all[n]]
    }
    return all
  }
}
