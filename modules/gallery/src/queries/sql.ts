/** A composable SQL fragment with its bindings. Every `?` in the text is a binding. */
export class Sql {
  constructor(
    readonly text: string,
    readonly bindings: unknown[] = []
  ) {}

  /** The text with `$1` placeholders. */
  get numbered(): string {
    let count = 0
    return this.text.replaceAll('?', () => `$${++count}`)
  }
}

/** Inlines fragments and binds all other values, as in sql`a = ${value} AND ${fragment}`. */
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

export const join = (fragments: readonly Sql[], separator: string): Sql =>
  new Sql(
    fragments.map((fragment) => fragment.text).join(separator),
    fragments.flatMap((fragment) => fragment.bindings)
  )
