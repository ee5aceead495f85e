/**
 * Makes an upstream's deltas fit for storing and sending: NUL characters and lone surrogates are removed, and a pair whose halves
 * came in two deltas is put together. One per reply. What `push` returns may be empty.
 */
export class CleanText {
  #half = ''

  push(delta: string): string {
    // Almost every delta: two native checks and no copy.
    if (this.#half === '' && delta.isWellFormed() && !delta.includes('\0')) return delta
    let text = (this.#half + delta).replaceAll('\0', '')
    this.#half = ''
    const last = text.charCodeAt(text.length - 1)
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#half = text.slice(-1)
      text = text.slice(0, -1)
    }
    return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '')
  }
}
