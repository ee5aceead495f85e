import { storable } from '#modules/kernel/text'
import { cardLimits } from './card_limits.ts'

/** Collects what a reader reports. Each list has an end, whatever the file holds. */
export class ReadingNotes {
  #kept = new NoteList()
  #warnings = new NoteList()
  #refusals = new NoteList()

  /** A path that the original keeps and Facet doesn't use, and why. */
  keep(path: string, why = ''): void {
    this.#kept.add(why ? `${path} (${why})` : path)
  }

  warn(sentence: string): void {
    this.#warnings.add(sentence)
  }

  /** The whole card is refused. Reading goes on, so that the refusal names every reason. */
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

/** Drops repeated lines, and counts those beyond the limit. */
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

/** A key of the file, short and on one line. */
export const shownKey = (key: string): string => {
  const line = storable(key).replaceAll(/[\p{Cc}\p{Cf}]+/gu, '�')
  return line.length > shownKeyMax ? `${line.slice(0, shownKeyMax).toWellFormed()}…` : line
}

/** `data.extensions["my key"][3]`. A path that begins with a file: `scenarios/1.json: messages[2]`. */
export const shownPath = (path: readonly (string | number)[]): string =>
  path.reduce<string>((shown, step, index) => {
    if (typeof step === 'number') return `${shown}[${step}]`
    const key = shownKey(step)
    if (index === 0 && step.endsWith('.json') && path.length > 1) return `${key}: `
    if (index === 0 && step.endsWith('.json')) return key
    if (!/^[\w$-]+$/.test(step)) return `${shown}[${JSON.stringify(key)}]`
    return shown === '' || shown.endsWith(' ') ? shown + key : `${shown}.${key}`
  }, '')
