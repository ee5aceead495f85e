/** Collects warnings about a file. Keeps each of the first warnings once, and counts further warnings. */
export class Warnings {
  readonly #texts = new Set<string>()
  #dropped = 0

  constructor(private readonly max: number) {}

  add(...texts: readonly string[]) {
    for (const text of texts) {
      if (this.#texts.size < this.max) this.#texts.add(text)
      else if (!this.#texts.has(text)) this.#dropped++
    }
  }

  list(): string[] {
    return this.#dropped === 0 ? [...this.#texts] : [...this.#texts, `And ${this.#dropped} more warnings.`]
  }
}

/** Quotes and shortens a name from a file, for a sentence. */
export const quoted = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)

/** Formats a size for sentences, such as `64 MiB` or `1.5 MiB`. */
export const mebibytes = (bytes: number): string => `${Math.round((bytes / 1_048_576) * 10) / 10} MiB`
