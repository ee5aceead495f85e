/** A piece of SQL with the values of its `?`s, so that pieces can be put together without losing count. A `?` is nothing else. */
export class Sql {
  constructor(
    readonly text: string,
    readonly bindings: unknown[] = []
  ) {}

  /** The text as PostgreSQL takes it. */
  get numbered(): string {
    let count = 0
    return this.text.replaceAll('?', () => `$${++count}`)
  }
}

/** sql`a = ${value} AND ${anotherPiece}`: pieces are spliced in, anything else becomes a binding. */
export const sql = (strings: TemplateStringsArray, ...parts: unknown[]): Sql => {
  let text = strings[0] ?? ''
  const bindings: unknown[] = []
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      text += part.text
      bindings.push(...part.bindings)
    } else {
      text += '?'
      bindings.push(part)
    }
    text += strings[index + 1]
  })
  return new Sql(text, bindings)
}

/** Pieces joined by a word such as ' AND '. */
export const join = (pieces: readonly Sql[], by: string): Sql =>
  new Sql(
    pieces.map((piece) => piece.text).join(by),
    pieces.flatMap((piece) => piece.bindings)
  )
