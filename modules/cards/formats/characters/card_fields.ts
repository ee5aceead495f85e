import { codePoints, isBlank, isLonger, storable } from '#modules/kernel/text'
import { hasKey, isFilled, isJsonObject, kindOf, own, type JsonObject } from './json_object.ts'
import { type ReadingNotes, shownPath } from './reading_notes.ts'

export type FieldPath = readonly (string | number)[]

/** Returns the text of a number in the file, by path. A parsed number has lost it: `1.0` becomes 1. */
export type NumberText = (path: FieldPath) => string | null

export interface TextRules {
  /** The maximum length in code points. A longer text refuses the card. */
  max: number
  /** Whether the specification requires the field. If so, a missing field causes a warning. */
  isRequired?: boolean
}

export interface ListRules extends TextRules {
  itemsMax: number
  /** Splits a single text in place of the list. */
  split?: (text: string) => string[]
}

/** Reads fields of an object from a file, whatever their types. Reports conversions, and tracks the keys that were read. */
export class CardFields {
  readonly object: JsonObject
  readonly path: FieldPath
  readonly #notes: ReadingNotes
  readonly #numberText: NumberText
  readonly #read = new Set<string>()
  readonly #inner = new Map<string, CardFields | null>()

  constructor(object: JsonObject, path: FieldPath, notes: ReadingNotes, numberText: NumberText = () => null) {
    this.object = object
    this.path = path
    this.#notes = notes
    this.#numberText = numberText
  }

  pathOf(key: string): string {
    return shownPath([...this.path, key])
  }

  /** Returns the unchanged value, and marks the key as read. */
  value(key: string): unknown {
    this.#read.add(key)
    return own(this.object, key)
  }

  /** Returns the fields of a nested object, or null. Every call for a key returns the same instance. */
  inner(key: string): CardFields | null {
    const known = this.#inner.get(key)
    if (known !== undefined) return known
    const value = this.value(key)
    const inner = isJsonObject(value) ? new CardFields(value, [...this.path, key], this.#notes, this.#numberText) : null
    if (!inner && value !== undefined && value !== null) this.#ignore(key, value, 'an object')
    this.#inner.set(key, inner)
    return inner
  }

  /** Returns a text that can be stored. Converts numbers and lists of texts. Returns an empty text for all other values. */
  text(key: string, { max, isRequired = false }: TextRules): string {
    const value = this.value(key)
    if (value === undefined) {
      if (isRequired) this.#notes.warn(`${this.pathOf(key)} is missing. It was read as empty.`)
      return ''
    }
    const text = this.#textOf(value, [...this.path, key])
    if (text === null) {
      this.#ignore(key, value, 'a text')
      return ''
    }
    this.#checkLength(text, max, this.pathOf(key))
    return text
  }

  /** Returns the texts of a list, without blank texts. Accepts a single text in place of a list. */
  texts(key: string, { max, itemsMax, split = (text) => [text], isRequired = false }: ListRules): string[] {
    const value = this.value(key)
    if (value === undefined || value === null) {
      if (isRequired)
        this.#notes.warn(`${this.pathOf(key)} is ${value === null ? 'null' : 'missing'}. It was read as an empty list.`)
      return []
    }
    const items = this.#itemsOf(key, value, split)
    if (items.length > itemsMax) {
      this.#notes.refuse(
        `${this.pathOf(key)} has ${amount(items.length)} entries. At most ${amount(itemsMax)} are allowed.`
      )
      return []
    }
    const texts: string[] = []
    for (const [index, item] of items.entries()) {
      const path = [...this.path, key, index]
      const text = this.#textOf(item, path)
      if (text === null) this.#notes.warn(`${shownPath(path)} is ${kindOf(item)} instead of a text. It was left out.`)
      else if (text !== '') {
        this.#checkLength(text, max, shownPath(path))
        texts.push(text)
      }
    }
    return texts
  }

  flag(key: string): boolean {
    const value = this.value(key)
    if (typeof value === 'boolean') return value
    if (value === 1 || value === 'true') {
      this.#notes.warn(`${this.pathOf(key)} is ${kindOf(value)}. It was read as true.`)
      return true
    }
    return false
  }

  /** Returns the items of a list, or the values of an object. Null for other values. */
  items(key: string): unknown[] | null {
    const value = this.value(key)
    if (value === undefined || value === null) return null
    if (Array.isArray(value)) return value
    if (isJsonObject(value)) {
      this.#notes.warn(`${this.pathOf(key)} is an object instead of a list. Its values were read.`)
      return Object.values(value)
    }
    this.#ignore(key, value, 'a list')
    return null
  }

  /** Marks keys as read. */
  skip(...keys: readonly string[]): void {
    for (const key of keys) this.#read.add(key)
  }

  /** Reports every key that was never read, unless its value is empty. */
  keepRest(): void {
    for (const [key, value] of Object.entries(this.object))
      if (!this.#read.has(key) && isFilled(value)) this.#notes.keep(this.pathOf(key))
  }

  /**
   * Refuses a card if a field's name has blanks around it, because the field would be lost silently. Only warns if the card also has the
   * field under its correct name.
   */
  refuseBlankKeys(known: readonly string[]): void {
    for (const key of Object.keys(this.object)) {
      const trimmed = key.trim()
      if (key === trimmed || !known.includes(trimmed)) continue
      const sentence = `The field ${JSON.stringify(key.slice(0, 60))} has blanks around its name.`
      if (hasKey(this.object, trimmed)) this.#notes.warn(`${sentence} It was left out.`)
      else this.#notes.refuse(`${sentence} Rename it to "${trimmed}".`)
    }
  }

  #itemsOf(key: string, value: unknown, split: (text: string) => string[]): unknown[] {
    if (Array.isArray(value)) return value
    if (typeof value === 'string') {
      if (!isBlank(value)) this.#notes.warn(`${this.pathOf(key)} is a text instead of a list. It was read as a list.`)
      return split(value)
    }
    return this.items(key) ?? []
  }

  /** Returns null for a value that can't be converted to text. */
  #textOf(value: unknown, path: FieldPath): string | null {
    if (value === null) {
      this.#notes.warn(`${shownPath(path)} is null. It was read as empty.`)
      return ''
    }
    if (typeof value === 'number') {
      this.#notes.warn(`${shownPath(path)} is a number. It was read as text.`)
      return this.#numberText(path) ?? String(value)
    }
    if (Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')) {
      this.#notes.warn(`${shownPath(path)} is a list instead of a text. Its lines were joined.`)
      return this.#storable(value.join('\n'), path)
    }
    return typeof value === 'string' ? this.#storable(value, path) : null
  }

  #storable(text: string, path: FieldPath): string {
    if (isBlank(text)) return ''
    const kept = storable(text)
    if (kept !== text)
      this.#notes.warn(
        `${shownPath(path)} has NUL characters or halves of surrogate pairs. They were replaced; the original keeps them.`
      )
    return isBlank(kept) ? '' : kept
  }

  #checkLength(text: string, max: number, path: string) {
    if (isLonger(text, max))
      this.#notes.refuse(`${path} has ${amount(codePoints(text))} characters. At most ${amount(max)} are allowed.`)
  }

  #ignore(key: string, value: unknown, expected: string) {
    this.#notes.warn(`${this.pathOf(key)} is ${kindOf(value)} instead of ${expected}. It was not read.`)
    this.#notes.keep(this.pathOf(key))
  }
}

export const amount = (number: number): string => number.toLocaleString('en')
