import { storable } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'

/** Collects the notes of a reader. Each list has a limit, whatever the file contains. */
export class ReadingNotes {
  #kept = new NoteList()
  #warnings = new NoteList()
  #refusals = new NoteList()

  /** Reports a path that the original keeps and Facet doesn't use, and why. */
  keep(path: string, why = ''): void {
    this.#kept.add(why ? `${path} (${why})` : path)
  }

  warn(sentence: string): void {
    this.#warnings.add(sentence)
  }

  /** Refuses the whole card. Reading continues, so that the refusal names every reason. */
  refuse(sentence: string): void {
    this.#refusals.add(sentence)
  }

  get kept(): string[] {
    return this.#kept.lines()
  }

  get warnings(): string[] {
    return this.#warnings.lines()
  }

  /** Null unless a reader refused the card. */
  get refusedBecause(): string | null {
    const lines = this.#refusals.lines()
    return lines.length > 0 ? lines.join(' ') : null
  }
}

/** Drops repeated lines, and counts further lines beyond the limit. */
class NoteList {
  #lines = new Set<string>()
  #more = 0

  add(line: string) {
    if (this.#lines.has(line)) return
    if (this.#lines.size < cardLimits.reportLinesMax - 1) this.#lines.add(line)
    else this.#more++
  }

  lines(): string[] {
    return this.#more > 0 ? [...this.#lines, `… and ${this.#more} more`] : [...this.#lines]
  }
}

const shownKeyMax = 60

/** Shortens a key of the file and puts it on one line. */
export const shownKey = (key: string): string => {
  const line = storable(key).replaceAll(/[\p{Cc}\p{Cf}]+/gu, '�')
  return line.length > shownKeyMax ? `${line.slice(0, shownKeyMax).toWellFormed()}…` : line
}

/** Formats a path, such as `data.extensions["my key"][3]`. If it begins with a file: `scenarios/1.json: messages[2]`. */
export const shownPath = (path: readonly (string | number)[]): string =>
  path.reduce<string>((shown, step, index) => {
    if (typeof step === 'number') return `${shown}[${step}]`
    const key = shownKey(step)
    if (index === 0 && step.endsWith('.json') && path.length > 1) return `${key}: `
    if (index === 0 && step.endsWith('.json')) return key
    if (!/^[\w$-]+$/.test(step)) return `${shown}[${JSON.stringify(key)}]`
    return shown === '' || shown.endsWith(' ') ? shown + key : `${shown}.${key}`
  }, '')
