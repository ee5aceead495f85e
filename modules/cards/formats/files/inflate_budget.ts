/** The number of bytes that may still be decompressed from a file. Callers spend the actual size, or an upper bound that they enforce. */
export class InflateBudget {
  #left: number

  constructor(bytesMax: number) {
    this.#left = bytesMax
  }

  get left() {
    return this.#left
  }

  spend(bytes: number) {
    this.#left -= bytes
  }
}
