import { formatTime, spokenDuration, timeFormats, timeIn, timeWithOffset } from './macro_times.ts'
import { isBlank } from './text.ts'

/*
 * Fills in macros such as {{char}} and {{random:a,b}}. Pure, and the same in the browser as on the server, so that users see the texts that
 * the model gets. The time is linear in the length of the text and of the filled-in values, with a limit on both.
 */

export const macroLimits = {
  /** The depth of macros within macros. Deeper braces are ordinary text. */
  nesting: 16,
  /** The number of macros in a text. Later macros stay as written. */
  macros: 10_000,
  /** The number of braces in pairs that are read, in a text or in texts that share their room. */
  braces: 40_000,
  /** The length that macros may add to a text, in UTF-16 units. A value that exceeds it counts as missing. */
  added: 200_000,
  /** The maximum length of a time format. */
  format: 200,
} as const

/** The values of macros. A macro whose value is missing here is treated like an unknown one. */
export interface MacroValues {
  /** The character's name. */
  char: string
  /** The user's name. */
  user: string
  /** The id of the message, which seeds random and roll. */
  seed?: string | null
  /** The id of the chat, which seeds pick. */
  chatSeed?: string | null
  /** The moment that times show, in milliseconds since 1970. */
  at?: number | null
  /** The reader's time zone, by its IANA name. An unknown name counts as UTC. */
  timeZone?: string | null
  /** Returns the milliseconds since the user's previous message. Null if there is none. */
  idleMs?: () => number | null | undefined
  /** Returns the text of a further macro, by its lower-case name. Its own macros are filled in already, so the text is not read again. */
  text?: (name: string) => string | undefined
  /** Called with the text between the braces of each macro that stays as written. */
  unfilled?: (macro: string) => void
  /** Share one object between texts to limit their sum. */
  room?: MacroRoom
}

export interface MacroRoom {
  /** The length that macros may still add. */
  left: number
  /** The number of braces in pairs that may still be read. */
  braces?: number
}

/** For readers, comments appear in parentheses. For models, they are removed. Unknown macros stay as written for both. */
export type MacroTarget = 'reader' | 'model'

/** False for a text that `fillMacros` leaves as it is. */
export const hasMacros = (text: string): boolean => hasMacro.test(text)

/** Fills in the macros of a text, inner ones first. Filled-in values are not read again. */
export const fillMacros = (text: string, values: MacroValues, target: MacroTarget = 'reader'): string =>
  hasMacros(text) ? new MacroExpansion(text, values, target).result() : text

/**
 * Whether a message has nothing visible after its macros are filled in, such as a message of only a comment. Macros with values of a chat
 * count as visible.
 */
export const isBlankMessage = (text: string): boolean => isBlank(fillMacros(text, sample, 'model'))

const sample: MacroValues = {
  char: 'x',
  user: 'x',
  seed: '',
  chatSeed: '',
  at: 0,
  timeZone: 'UTC',
  idleMs: () => null,
  text: () => 'x',
}

const unknownMax = 100

/** The macros of `MacroValues.text` in a chat. */
const textMacros: ReadonlySet<string> = new Set(
  (
    'description personality scenario mesexamples persona lastmessage lastusermessage lastcharmessage model group charifnotgroup notchar ' +
    'original'
  ).split(' ')
)

/** Adds the macros of a text that no chat fills in, without their arguments. Adds none to a full set. */
export const collectUnknownMacros = (text: string, names: Set<string>): void => {
  const unfilled = (macro: string) => {
    if (names.size < unknownMax) names.add(macro.split(/::?|\s/, 1)[0]!.trim())
  }
  fillMacros(text, { ...sample, text: (name) => (textMacros.has(name) ? 'x' : undefined), unfilled }, 'model')
}

/** Shortens a text that was cut within a macro to the part before that macro. */
export const withoutCutMacro = (text: string): string => {
  const open: number[] = []
  for (const { 0: braces, index } of text.matchAll(/\{\{|\}\}/g))
    if (braces === '{{') open.push(index)
    else open.pop()
  return open.length === 0 ? text : text.slice(0, open[0]).trimEnd()
}

const hasMacro = /\{\{|<(?:bot|char|user)>/i
const name = /^\s*(?:\/\/|(time_utc[+-]\d+|[a-z]\w*)(\s*::?|\s+|$))/i

/** A part of a text. Only written parts are read for names and separators. */
interface Piece {
  text: string
  isWritten: boolean
}

/** The placeholder for {{trim}} until its surroundings are known. */
const trim: Piece = { text: '', isWritten: false }

/** An open macro. The outermost frame is the whole text. */
interface Frame {
  pieces: Piece[]
  /** The number of the macro in its text. It seeds the macro's dice, so that a cut or trimmed text gives the same result. */
  place: number
}

class MacroExpansion {
  readonly #values: MacroValues
  readonly #target: MacroTarget
  readonly #text: string
  readonly #room: MacroRoom
  readonly #open: Frame[] = [{ pieces: [], place: 0 }]
  #macros = 0
  #hasOriginal = false

  constructor(text: string, values: MacroValues, target: MacroTarget) {
    this.#text = text
    this.#values = values
    this.#target = target
    this.#room = values.room ?? { left: macroLimits.added }
  }

  result(): string {
    const text = this.#text
    let end = 0
    /** Opening braces beyond the limits, whose closing braces are ordinary text, too. */
    let skipped = 0
    const room = this.#room
    room.braces ??= macroLimits.braces
    for (const { 0: token, index } of text.matchAll(/\{{2,}|\}{2,}|<(?:bot|char|user)>/gi)) {
      room.braces -= token[0] === '<' ? 1 : token.length >> 1
      // A negative number leaves all later macros as they are.
      if (room.braces < 0) break
      this.#write(text.slice(end, index))
      end = index + token.length
      if (token[0] === '<') {
        const { char, user } = this.#values
        if (++this.#macros > macroLimits.macros || !this.#add(/user/i.test(token) ? user : char)) this.#write(token)
        continue
      }
      const isOpening = token[0] === '{'
      // If the number of braces is odd, the outermost brace is ordinary text.
      if (isOpening && token.length % 2) this.#write('{')
      for (let pair = 1; pair < token.length; pair += 2)
        if (isOpening && this.#open.length <= macroLimits.nesting && this.#macros < macroLimits.macros)
          this.#open.push({ pieces: [], place: ++this.#macros })
        else if (!isOpening && skipped === 0 && this.#open.length > 1) this.#close()
        else {
          this.#write(isOpening ? '{{' : '}}')
          skipped = Math.max(0, skipped + (isOpening ? 1 : -1))
        }
      if (!isOpening && token.length % 2) this.#write('}')
    }
    this.#write(text.slice(end))
    for (const { pieces } of this.#open.splice(1)) {
      this.#write('{{')
      // Pushed one by one, because the number of arguments of a call is limited.
      for (const piece of pieces) this.#pieces.push(piece)
    }
    return join(this.#pieces)
  }

  get #pieces(): Piece[] {
    return this.#open.at(-1)!.pieces
  }

  #write(text: string) {
    if (text) this.#pieces.push({ text, isWritten: true })
  }

  /** Adds a value. Returns false when there is no room for it. */
  #add(text: string): boolean {
    if (text.length > this.#room.left) return false
    this.#room.left -= text.length
    this.#pieces.push({ text, isWritten: false })
    return true
  }

  #close() {
    const { pieces, place } = this.#open.pop()!
    const value = this.#valueOf(pieces, place)
    if (typeof value === 'object') this.#pieces.push(value)
    else if (value === undefined || !this.#add(value)) {
      const written = join(pieces)
      this.#pieces.push({ text: `{{${written}}}`, isWritten: false })
      this.#values.unfilled?.(written)
    }
  }

  /** Returns undefined for an unknown macro or a missing value. */
  #valueOf(pieces: Piece[], place: number): string | Piece | undefined {
    const [head, ...rest] = pieces
    const found = head?.isWritten && name.exec(head.text)
    if (!found) return undefined
    const [start, written, separator] = found
    const macro = written?.toLowerCase()
    // Comments and keys for lorebooks give an empty text.
    if (macro === undefined || macro === 'hidden_key') return ''
    const given = [{ text: head.text.slice(start.length), isWritten: true }, ...rest]
    const argument = join(given)
    if (separator === '') return rest.length === 0 ? this.#valueAlone(macro) : undefined
    const { seed, chatSeed } = this.#values
    switch (macro) {
      case 'comment':
        return this.#target === 'reader' ? `(${argument.trim()})` : ''
      case 'reverse':
        return [...argument].reverse().join('')
      case 'datetimeformat':
        return this.#time(argument.trim())
      case 'random':
        return pickFrom(given, seed, place)
      case 'pick':
        return pickFrom(given, chatSeed, place)
      case 'roll':
        return seed == null ? undefined : roll(argument, seededRandom(`${seed} ${place}`))
      default:
        // A macro with a space after its name, such as {{char }}.
        return argument.trim() === '' && separator!.trim() === '' ? this.#valueAlone(macro) : undefined
    }
  }

  #valueAlone(macro: string): string | Piece | undefined {
    const { char, user, at, idleMs, text } = this.#values
    switch (macro) {
      case 'char':
        return char
      case 'user':
        return user
      case 'newline':
        return '\n'
      case 'trim':
        return trim
      case 'noop':
        return ''
      case 'idle_duration': {
        const ms = idleMs?.()
        return ms === null ? 'just now' : ms === undefined ? undefined : spokenDuration(ms)
      }
      case 'original':
        if (this.#hasOriginal) return ''
        this.#hasOriginal = true
    }
    const format = timeFormats.get(macro)
    if (format) return this.#time(format)
    if (macro.startsWith('time_utc'))
      return at == null ? undefined : timeWithOffset(at, Number(macro.slice('time_utc'.length)))
    return text?.(macro)
  }

  #time(format: string): string | undefined {
    const { at, timeZone } = this.#values
    if (at == null || timeZone == null || format.length > macroLimits.format) return undefined
    return formatTime(timeIn(at, timeZone), format)
  }
}

/** Picks an option, the same for the same seed and place. Options are separated by commas, or by double colons if there are any. */
const pickFrom = (pieces: Piece[], seed: string | null | undefined, place: number): string | undefined => {
  if (seed == null) return undefined
  const isByColons = pieces.some(({ text, isWritten }) => isWritten && text.includes('::'))
  const options = ['']
  for (const { text, isWritten } of pieces)
    for (const [index, part] of (isWritten ? splitOptions(text, isByColons) : [text]).entries())
      if (index === 0) options[options.length - 1] += part
      else options.push(part)
  const option = options[Math.floor(seededRandom(`${seed} ${place}`)() * options.length)]!
  return isByColons ? option : option.trim()
}

/** Splits the options at the separators. An escaped comma doesn't separate. */
const splitOptions = (text: string, isByColons: boolean): string[] =>
  isByColons
    ? text.split('::')
    : text
        .replaceAll('\\,', '\0')
        .split(',')
        .map((option) => option.replaceAll('\0', ','))

/** Joins the text of the pieces, without the line breaks around {{trim}}. */
const join = (pieces: readonly Piece[]): string => {
  const texts: string[] = []
  let isTrimming = false
  for (const piece of pieces) {
    let { text } = piece
    if (piece === trim) {
      isTrimming = true
      while (texts.length > 0) {
        const last = withoutBreaks(texts.pop()!, 'end')
        if (last) {
          texts.push(last)
          break
        }
      }
    }
    if (isTrimming) text = withoutBreaks(text, 'start')
    if (!text) continue
    isTrimming = false
    texts.push(text)
  }
  return texts.join('')
}

/** Removes the line breaks at one end. Uses a loop, because a regular expression takes quadratic time for many line breaks. */
const withoutBreaks = (text: string, side: 'start' | 'end'): string => {
  let [start, end] = [0, text.length]
  const isBreak = (index: number) => text[index] === '\n' || text[index] === '\r'
  if (side === 'start') while (start < end && isBreak(start)) start++
  else while (end > start && isBreak(end - 1)) end--
  return text.slice(start, end)
}

/** Returns a generator of numbers from 0 to below 1, the same for the same seed. FNV-1a seeds mulberry32. Not for secrets. */
export const seededRandom = (seed: string): (() => number) => {
  let state = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Rolls dice such as `6`, `d20` or `2d6+1`, and returns their sum. At most 99 dice of 999,999 sides. Undefined for anything else. */
export const roll = (dice: string, random: () => number): string | undefined => {
  const match = /^(?:(\d{0,2})d)?(\d{1,6})([+-]\d{1,6})?$/i.exec(dice.replace(/\s+/g, ''))
  const sides = Number(match?.[2])
  if (!match || sides === 0) return undefined
  let sum = Number(match[3] ?? 0)
  for (let left = Number(match[1] || 1); left > 0; left--) sum += 1 + Math.floor(random() * sides)
  return String(sum)
}
