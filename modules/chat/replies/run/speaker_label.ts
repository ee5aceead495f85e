/*
 * Recognizes the label of a speaker at the beginning of a line, in the spellings of models: `Mira: `, `MIRA : `, `**Mira:** `, `[Mira]: `,
 * `小明：`.
 */

/** The length of a label and of its marks, which the label leaves unclosed. `unfinished`: more text may make it a label. */
export type LabelReading = { length: number; unclosed: string } | 'none' | 'unfinished'

export class SpeakerLabel {
  readonly #name: string

  constructor(name: string) {
    this.#name = folded(name.trim()).replace(/ +/g, ' ')
  }

  /** Whether a line that begins with the name is by a speaker. False for words that also begin other lines, such as "Note:". */
  get isSure(): boolean {
    return /\p{L}/u.test(this.#name) && !/^[a-z]$/.test(this.#name) && !ordinary.has(this.#name)
  }

  isSame(other: SpeakerLabel): boolean {
    return this.#name === other.#name
  }

  /** Reads a line from `start`. `isWhole`: no more text follows. */
  read(text: string, start: number, isWhole: boolean): LabelReading {
    if (this.#name === '') return 'none'
    const unread = isWhole ? 'none' : 'unfinished'
    const open: string[] = []
    let at = start
    for (let marks = 0; opening.includes(text.charAt(at)) && at < text.length; at++) {
      if (++marks > marksMax) return 'none'
      if (closingOf.has(text[at]!)) open.push(text[at]!)
    }
    const unclosed = open.join('')

    let name = ''
    while (name !== this.#name) {
      const point = pointAt(text, at)
      if (point === null) return unread
      if (point === '\n' || point === '\r') return 'none'
      const next = foldedPoint(point)
      // Models may write several spaces in a name.
      if (!(next === ' ' && name.endsWith(' '))) name += next
      if (!this.#name.startsWith(name)) return 'none'
      at += point.length
    }

    let hasSpace = false
    for (let marks = 0; ; at++) {
      const char = text.charAt(at)
      if (char === '') return unread
      if (colons.includes(char)) break
      if (spaces.includes(char)) hasSpace = true
      else if (closingOf.get(open.at(-1) ?? '') === char) open.pop()
      else if (foldedPoint(char) !== '') return 'none'
      if (++marks > marksMax) return 'none'
    }
    const isPlainColon = text[at] === ':'
    at++
    while (open.length > 0 && closingOf.get(open.at(-1)!) === text.charAt(at)) {
      open.pop()
      at++
    }
    const isClosed = open.length === 0
    if (at === text.length && !isWhole) return 'unfinished'
    // Smileys and addresses have a colon, too.
    const rest = text.slice(at, at + lookahead)
    if (isPlainColon && !(hasSpace ? /^(?:\s|$)/ : afterColon).test(rest))
      return !isWhole && !hasSpace && maySpeak.test(rest) ? 'unfinished' : 'none'
    return { length: at - start, unclosed: isClosed ? '' : unclosed }
  }
}

/** The marks before and after a name, spaces included. */
const marksMax = 8
const closingOf = new Map(
  ['**', '__', '[]', '()', '【】', '「」', '『』', '<>'].map(([open, close]) => [open!, close!])
)
const spaces = ' \t\u00a0\u202f\u3000'
const opening = [...closingOf.keys(), '#', ...spaces].join('')
const colons = ':：﹕︰'
/** The text after the colon of a label. Smileys and addresses have a colon, too. */
const afterColon = /^(?:\s|$|[*_"'“”„«»‘’¿¡…—[（【「『《]|[\p{L}(]\p{L}|\p{Lo})/u
const maySpeak = /^[\p{L}(]?[\ud800-\udbff]?$/u
const lookahead = 4

/** Decomposes a character and lower-cases it. Spaces are the same, and invisible characters are empty. */
const foldedPoint = (point: string): string => {
  if (/\s/.test(point)) return ' '
  if (/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(point)) return ''
  return point
    .replace(/[’‘ʼʻ]/, "'")
    .replace('ς', 'σ')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
}

const folded = (name: string): string =>
  // The same, in a fraction of the time.
  /^[ -~]*$/.test(name) ? name.toLowerCase() : [...name].map(foldedPoint).join('')

/** Returns null where the text ends, also within a surrogate pair. */
const pointAt = (text: string, at: number): string | null => {
  const point = text.codePointAt(at)
  if (point === undefined || (point >= 0xd800 && point <= 0xdbff)) return null
  return String.fromCodePoint(point)
}

/** Words that begin lines of notes, lists and status blocks. A user may have such a name, but their lines are more often ordinary text. */
const ordinary = new Set(
  (
    'note notes ps time date day night morning evening today tomorrow yesterday place location setting scene chapter part title name age ' +
    'mood status state health level skill weather season music sound song letter message sign memo to from subject question answer ' +
    'warning tip hint example summary result reason rule rules step option options choice quest goal reward item items inventory ' +
    'action thought thoughts fact truth first second third finally ooc http https ' +
    'nota hora fecha lugar data ora luogo heure lieu zeit datum ort hinweis frage antwort pregunta respuesta question réponse ' +
    'время дата место вопрос ответ 时间 地点 日期 心情 状态 注意 時間 場所 日付 気分 状態 注 시간 장소 날짜 기분 상태'
  )
    .split(' ')
    .map((word) => [...word].map(foldedPoint).join(''))
)
