/**
 * Removes NUL characters and lone surrogates, which can't be stored or sent, and joins surrogate pairs split over two deltas.
 * One instance per reply.
 */
export class CleanText {
  #half = ''

  push(delta: string): string {
    // In the common case, this costs two native checks and no copy.
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
