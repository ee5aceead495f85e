import process from 'node:process'

/**
 * Prints the output of parallel tasks one task after another. The first unfinished task prints live, and the output of others is buffered.
 */
export class OrderedOutput {
  #tasks = []

  constructor({ out = process.stdout, err = process.stderr } = {}) {
    this.out = out
    this.err = err
  }

  /** Adds a task. Returns its `write(text, 'out' or 'err')` and `end()`. */
  open() {
    const task = { buffered: [], isOver: false }
    this.#tasks.push(task)
    return {
      write: (text, where = 'out') => {
        if (task === this.#tasks[0]) this[where].write(text)
        else task.buffered.push([text, where])
      },
      end: () => {
        task.isOver = true
        while (this.#tasks[0]?.isOver) this.#next()
      },
    }
  }

  /** Prints everything buffered. */
  flush() {
    while (this.#tasks.length > 0) this.#next()
  }

  #next() {
    this.#tasks.shift()
    const [task] = this.#tasks
    for (const [text, where] of task?.buffered.splice(0) ?? []) this[where].write(text)
  }
}
