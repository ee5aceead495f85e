import process from 'node:process'

/**
 * Several things that happen at the same time, told one after another: the first that is not over is heard as it happens, what comes
 * of the others is kept until it is their turn.
 */
export class Narration {
  #chapters = []

  constructor({ out = process.stdout, err = process.stderr } = {}) {
    this.out = out
    this.err = err
  }

  /** The next chapter: `tell(text, 'out' or 'err')`, and `end()`. */
  open() {
    const chapter = { kept: [], isOver: false }
    this.#chapters.push(chapter)
    return {
      tell: (text, where = 'out') => {
        if (chapter === this.#chapters[0]) this[where].write(text)
        else chapter.kept.push([text, where])
      },
      end: () => {
        chapter.isOver = true
        while (this.#chapters[0]?.isOver) this.#next()
      },
    }
  }

  /** Tells all that was kept, for whoever is told no more. */
  flush() {
    while (this.#chapters.length > 0) this.#next()
  }

  #next() {
    this.#chapters.shift()
    const [chapter] = this.#chapters
    for (const [text, where] of chapter?.kept.splice(0) ?? []) this[where].write(text)
  }
}
