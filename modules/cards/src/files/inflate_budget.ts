/** How many more bytes may be decompressed from a file. Counts what comes out, not what headers claim. */
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
