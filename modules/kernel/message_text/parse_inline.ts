import { type Inline, type NodeCount } from './blocks.ts'
import { safeAddress, safePicture } from './safe_address.ts'

type SpanKind = 'action' | 'emphasis' | 'strong' | 'strike' | 'aside' | 'spoiler' | 'link' | 'picture'

/** A run of marks, such as `**`. It may open and close several spans. */
interface Mark {
  mark: '*' | '_' | '~' | '|' | '(' | '/' | '['
  text: string
  /** The characters that belong to no span so far. */
  left: number
  canOpen: boolean
  canClose: boolean
  isAtLineStart: boolean
  /** The spans that begin here, innermost first. */
  opens: Span[]
  closes: number
}
interface Span {
  kind: SpanKind
  address: string
}
type Item = string | Mark | { node: Inline }

export interface InlineOptions {
  nodes: NodeCount
  level: number
  /** The text ends where a message that is being written ends. What is open there is shown as if it were closed. */
  isOpen: boolean
}

/** Parses the text of a paragraph, a heading or a cell. Takes linear time. */
export function parseInline(source: string, options: InlineOptions): Inline[] {
  const text = options.isOpen ? withoutUndecidedEnd(source) : source
  const items = new Scanner(text, options.isOpen).scan()
  return markSpeech(build(items, options), options)
}

/** Characters at the end of a growing text that begin or end something once more of the text is known. */
const undecidedEnd = /(?:[*_~|`\\]+|!?\[|\({1,2}|<!?-?|\]\([^()\s]*)$/

const withoutUndecidedEnd = (text: string): string => text.replace(undecidedEnd, '')

const special = /[\\`*_~|()[\]!<&\n]|\$\$|https?:\/\//gi
const webAddress = /https?:\/\/[^\s<>"“”„«»|`]{1,2048}/iy
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  '#39': "'",
}
const entity = /&(amp|lt|gt|quot|apos|nbsp|#39);/y
const angleAddress = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2048})>/iy
const formulaSign = /[\\^_={}]/
const asideLine = /^ *\/\/(?!\/)/
/** The marks that are searched for an opener. */
const searchMax = 200
const punctuation = /[!-/:-@[-`{-~]/
const letterOrDigit = /[\p{L}\p{N}]/u

class Scanner {
  readonly #items: Item[] = []
  readonly #stack: Mark[] = []
  /** The numbers of marks in the stack, so that a search for an opener that doesn't exist costs nothing. */
  readonly #open: Record<Mark['mark'], number> = { '*': 0, _: 0, '~': 0, '|': 0, '(': 0, '/': 0, '[': 0 }
  /** For the position of a run of backticks: the position of the next run with the same length. */
  #ticks: Map<number, number> | null = null
  #hasCommentEnd = true
  /** The ends of formulas that the rest of the text doesn't have. */
  readonly #endless = new Set<string>()
  #at = 0

  constructor(
    private readonly text: string,
    private readonly isOpen: boolean
  ) {}

  scan(): Item[] {
    const text = this.text
    if (asideLine.test(text)) this.#openAside()
    while (this.#at < text.length) {
      special.lastIndex = this.#at
      const next = special.exec(text)?.index ?? text.length
      if (next > this.#at) this.#items.push(text.slice(this.#at, next))
      this.#at = next
      if (next < text.length) this.#readSpecial(text[next]!)
    }
    this.#finish()
    return this.#items
  }

  #readSpecial(character: string): void {
    switch (character) {
      case '\\':
        return this.#readEscape()
      case '$':
        return this.#take((this.#formulaEnd('$$') ?? this.#at + 2) - this.#at)
      case '`':
        return this.#readCode()
      case '\n':
        return this.#readLineBreak()
      case '*':
      case '_':
        return this.#readRun(character, 3)
      case '~':
      case '|':
      case '(':
      case ')':
        return this.#readPair(character)
      case '!':
        if (this.text[this.#at + 1] === '[') return this.#readBracket('![')
        break
      case '[':
        return this.#readBracket('[')
      case ']':
        return this.#readBracketEnd()
      case '<':
        return this.#readAngle()
      case '&':
        return this.#readEntity()
      case 'h':
      case 'H':
        return this.#readAddress()
    }
    this.#take(1)
  }

  /** Adds the next characters as text. */
  #take(length: number): void {
    this.#items.push(this.text.slice(this.#at, this.#at + length))
    this.#at += length
  }

  #addNode(node: Inline, end: number): void {
    this.#items.push({ node })
    this.#at = end
  }

  /** A backslash before punctuation is hidden, except around a formula. */
  #readEscape(): void {
    const next = this.text[this.#at + 1] ?? ''
    if (next === '(' || next === '[') {
      const end = this.#formulaEnd(next === '(' ? '\\)' : '\\]')
      if (end !== null) return this.#take(end - this.#at)
    }
    if (!punctuation.test(next) && next !== '\n') return this.#take(1)
    this.#at += 1
    if (next !== '\n') this.#take(1)
  }

  /**
   * Models put formulas of LaTeX between `\(` and `\)`, `\[` and `\]`, or `$$`. They are shown as written. Returns null for other texts
   * between these marks.
   */
  #formulaEnd(mark: string): number | null {
    if (this.#endless.has(mark)) return null
    const start = this.#at + 2
    const found = this.text.indexOf(mark, start)
    if (found === -1 && !this.isOpen) {
      this.#endless.add(mark)
      return null
    }
    const end = found === -1 ? this.text.length : found
    return formulaSign.test(this.text.slice(start, end)) ? Math.min(this.text.length, end + 2) : null
  }

  #readLineBreak(): void {
    const last = this.#items.at(-1)
    if (typeof last === 'string') this.#items[this.#items.length - 1] = last.trimEnd()
    const closer: Mark = { mark: '/', text: '', left: 0, ...closing }
    if (this.#close('/', closer)) this.#items.push(closer)
    this.#take(1)
    if (asideLine.test(this.text.slice(this.#at, this.#at + 40))) this.#openAside()
  }

  /** `//` at the beginning of a line: the line is out of character. */
  #openAside(): void {
    this.#push({
      mark: '/',
      text: '',
      left: 0,
      canOpen: true,
      canClose: false,
      isAtLineStart: true,
      opens: [],
      closes: 0,
    })
  }

  /** Code in backticks. A run without a partner is text. */
  #readCode(): void {
    const text = this.text
    const start = this.#at
    const length = runLength(text, start)
    this.#ticks ??= pairTicks(text)
    const end = this.#ticks.get(start) ?? (this.isOpen ? text.length : undefined)
    if (end === undefined) return this.#take(length)
    const inner = text.slice(start + length, end).replaceAll('\n', ' ')
    const isPadded = /^ .* $/.test(inner) && inner.trim() !== ''
    this.#addNode({ kind: 'code', text: isPadded ? inner.slice(1, -1) : inner }, Math.min(text.length, end + length))
  }

  /**
   * Emphasis. A mark next to a letter on its inner side opens or closes, whatever is on its outer side: models write `*nods.*Hello`, and
   * languages without spaces have letters on both sides. A star between spaces or between digits is a star.
   */
  #readRun(mark: '*' | '_', max: number): void {
    const text = this.text
    const start = this.#at
    const length = runLength(text, start)
    const before = text[start - 1] ?? '\n'
    const after = text[start + length] ?? '\n'
    const isInner = letterOrDigit.test(before) && letterOrDigit.test(after)
    const isProduct = /\d/.test(before) && /\d/.test(after)
    // More marks in a row are an ornament.
    const isMark = length <= max && !isProduct && !(mark === '_' && isInner)
    this.#addMark({
      mark,
      text: text.slice(start, start + length),
      left: length,
      canOpen: isMark && !/\s/.test(after) && !(mark === '_' && letterOrDigit.test(before)),
      canClose: isMark && !/\s/.test(before) && !(mark === '_' && letterOrDigit.test(after)),
      isAtLineStart: before === '\n',
      opens: [],
      closes: 0,
    })
  }

  /** `~~struck~~`, `||spoiler||` and `((out of character))`. */
  #readPair(character: '~' | '|' | '(' | ')'): void {
    const text = this.text
    const start = this.#at
    const length = runLength(text, start)
    const isRound = character === '(' || character === ')'
    if (isRound ? length < 2 : length !== 2) return this.#take(length)
    const mark = character === ')' ? '(' : character
    const before = text[start - 1] ?? ' '
    const after = text[start + length] ?? ' '
    this.#addMark({
      mark,
      text: text.slice(start, start + length),
      left: 2,
      canOpen: character !== ')' && !/\s/.test(after),
      canClose: character !== '(' && !/\s/.test(before),
      isAtLineStart: false,
      opens: [],
      closes: 0,
    })
  }

  /** Closes what the mark can close, and opens a span with the rest of it. */
  #addMark(mark: Mark): void {
    this.#at += mark.text.length
    if (mark.canClose) {
      this.#items.push(mark)
      while (mark.left > 0 && this.#close(mark.mark, mark)) continue
      if (mark.left > 0 && mark.canOpen) this.#stackUp(mark)
    } else if (mark.canOpen) this.#push(mark)
    else this.#items.push(mark)
  }

  #push(mark: Mark): void {
    this.#items.push(mark)
    this.#stackUp(mark)
  }

  #stackUp(mark: Mark): void {
    this.#stack.push(mark)
    this.#open[mark.mark] += 1
  }

  /** Ends the innermost span of this mark. The marks inside it that are still open become text. */
  #close(kind: Mark['mark'], closer: Mark): boolean {
    const index = this.#openerOf(kind, closer)
    if (index === -1) return false
    const opener = this.#stack[index]!
    this.#dropFrom(index)
    const isDouble = opener.left >= 2 && closer.left >= 2
    const used = kind === '/' ? 0 : isDouble ? 2 : 1
    opener.opens.push({ kind: spanKind(kind, isDouble), address: '' })
    opener.left -= used
    closer.left -= used
    closer.closes += 1
    if (opener.left > 0) this.#stackUp(opener)
    return true
  }

  /** Returns the index of the innermost opener, or -1. Runs match as in CommonMark, so that `**a*b**` is one span. */
  #openerOf(kind: Mark['mark'], closer: Mark): number {
    if (this.#open[kind] === 0) return -1
    const end = Math.max(0, this.#stack.length - searchMax)
    for (let index = this.#stack.length - 1; index >= end; index -= 1) {
      const { mark, canClose, text } = this.#stack[index]!
      if (mark !== kind) continue
      const lengths = [text.length, closer.text.length] as const
      const isEither = (canClose || closer.canOpen) && (kind === '*' || kind === '_')
      if (!isEither || (lengths[0] + lengths[1]) % 3 !== 0 || lengths.every((length) => length % 3 === 0)) return index
    }
    return -1
  }

  #dropFrom(index: number): void {
    for (const { mark } of this.#stack.splice(index)) this.#open[mark] -= 1
  }

  #readBracket(text: '[' | '!['): void {
    this.#at += text.length
    this.#push({ mark: '[', text, left: 0, canOpen: true, canClose: false, isAtLineStart: false, opens: [], closes: 0 })
  }

  /** `](address)` makes a link of the text since the bracket. */
  #readBracketEnd(): void {
    if (this.#open['['] === 0) return this.#take(1)
    const index = this.#stack.findLastIndex(({ mark }) => mark === '[')
    const opener = this.#stack[index]!
    const isPicture = opener.text === '!['
    const target = readTarget(this.text, this.#at + 1)
    const address = target && (isPicture ? safePicture(target.address) : safeAddress(target.address))
    if (address === null) {
      // The brackets are text, and the marks between them may close later.
      this.#stack.splice(index, 1)
      this.#open['['] -= 1
      return this.#take(1)
    }
    this.#dropFrom(index)
    opener.opens.push({ kind: isPicture ? 'picture' : 'link', address })
    this.#items.push({ mark: '[', text: '', left: 0, ...closing, closes: 1 })
    this.#at = target!.end
    // A link contains no other link.
    if (!isPicture && this.#open['['] > 0) {
      const kept = this.#stack.filter(({ mark, text }) => mark !== '[' || text === '![')
      this.#open['['] -= this.#stack.length - kept.length
      this.#stack.splice(0, Infinity, ...kept)
    }
  }

  /** A comment, which is hidden, or an address in angle brackets. Other HTML is text. */
  #readAngle(): void {
    const text = this.text
    if (text.startsWith('<!--', this.#at) && this.#hasCommentEnd) {
      const end = text.indexOf('-->', this.#at + 4)
      if (end !== -1) return void (this.#at = end + 3)
      if (this.isOpen) return void (this.#at = text.length)
      this.#hasCommentEnd = false
    }
    angleAddress.lastIndex = this.#at
    const written = angleAddress.exec(text)?.[1]
    const address = written === undefined ? null : safeAddress(written)
    if (address === null) return this.#take(1)
    const children: Inline[] = [{ kind: 'text', text: written!, isSpeech: false }]
    this.#addNode({ kind: 'link', address, children }, this.#at + written!.length + 2)
  }

  #readEntity(): void {
    entity.lastIndex = this.#at
    const found = entity.exec(this.text)
    if (!found) return this.#take(1)
    this.#items.push(entities[found[1]!]!)
    this.#at += found[0].length
  }

  #readAddress(): void {
    const text = this.text
    webAddress.lastIndex = this.#at
    const written = letterOrDigit.test(text[this.#at - 1] ?? ' ') ? null : webAddress.exec(text)
    const shown = written && withoutPunctuation(written[0])
    const address = shown ? safeAddress(shown) : null
    if (address === null) return this.#take(1)
    const children: Inline[] = [{ kind: 'text', text: shown!, isSpeech: false }]
    this.#addNode({ kind: 'link', address, children }, this.#at + shown!.length)
  }

  /** Closes what is still open: everything in a growing text, else only lines out of character and an action that begins a line. */
  #finish(): void {
    for (const mark of this.#stack.toReversed()) {
      const isAction = mark.text === '*' && mark.isAtLineStart
      if (mark.mark === '[' || !(this.isOpen || isAction || mark.mark === '/')) continue
      const closer: Mark = { mark: mark.mark, text: '', left: 0, ...closing }
      do {
        mark.opens.push({ kind: spanKind(mark.mark, mark.left >= 2), address: '' })
        mark.left -= mark.mark === '/' ? 0 : Math.min(2, mark.left)
        closer.closes += 1
      } while (mark.left > 0)
      this.#items.push(closer)
    }
  }
}

const closing = { canOpen: false, canClose: true, isAtLineStart: false, opens: [] as Span[], closes: 0 }

const spanKind = (mark: Mark['mark'], isDouble: boolean): SpanKind => {
  if (mark === '~') return 'strike'
  if (mark === '|') return 'spoiler'
  if (mark === '(' || mark === '/') return 'aside'
  if (isDouble) return 'strong'
  return mark === '*' ? 'action' : 'emphasis'
}

const runLength = (text: string, start: number): number => {
  let end = start + 1
  while (text[end] === text[start]) end += 1
  return end - start
}

const pairTicks = (text: string): Map<number, number> => {
  const partners = new Map<number, number>()
  const later = new Map<number, number>()
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) {
    const partner = later.get(run.length)
    if (partner !== undefined) partners.set(index, partner)
    later.set(run.length, index)
  }
  return partners
}

/** Leaves out punctuation after an address, and a bracket that was opened before it. */
const withoutPunctuation = (address: string): string => {
  let end = address.length
  const count = (character: string) => address.slice(0, end).split(character).length
  for (; end > 0; end -= 1) {
    const last = address[end - 1]!
    if (last === ')' ? count(')') <= count('(') : !/[?!.,:;*_~'\]]/.test(last)) break
    if (address.length - end > 40) return ''
  }
  return address.slice(0, end)
}

/** `(address)` or `(address "title")`. An address may contain pairs of brackets. */
const target = /\(\s*(?:<([^<>\n]*)>|([^\s()<]*(?:\([^\s()]*\)[^\s()]*)*))(?:\s+(?:"[^"]{0,300}"|'[^']{0,300}'))?\s*\)/y

function readTarget(text: string, start: number): { address: string; end: number } | null {
  target.lastIndex = start
  const found = target.exec(text)
  return found && { address: found[1] ?? found[2] ?? '', end: target.lastIndex }
}

interface Frame {
  span: Span | null
  children: Inline[]
}

/** Makes the tree. The spans are nested properly. */
function build(items: readonly Item[], { nodes, level }: InlineOptions): Inline[] {
  const frames: Frame[] = [{ span: null, children: [] }]
  const add = (node: Inline) => {
    nodes.add(level + frames.length - 1)
    frames.at(-1)!.children.push(node)
  }
  const addText = (text: string) => {
    if (text === '') return
    const last = frames.at(-1)!.children.at(-1)
    if (last?.kind === 'text') last.text += text
    else add({ kind: 'text', text, isSpeech: false })
  }
  for (const item of items) {
    if (typeof item === 'string') addText(item)
    else if ('node' in item) add(item.node)
    else {
      // Brackets and slashes of a text out of character are shown.
      const isShown = item.mark === '(' && item.left === 0
      if (isShown && item.closes > 0) addText(item.text)
      for (let count = 0; count < item.closes; count += 1) {
        const { span, children } = frames.pop()!
        if (span!.kind === 'picture') add({ kind: 'picture', address: span!.address, alt: leafText(children) })
        else if (span!.kind === 'link') add({ kind: 'link', address: span!.address, children })
        else add({ kind: span!.kind, children })
      }
      const isUsed = item.opens.length > 0 || item.closes > 0
      if (!isUsed) addText(item.text)
      else if (item.mark === '*' || item.mark === '_') addText(item.mark.repeat(Math.max(0, item.left)))
      for (const span of item.opens.toReversed()) frames.push({ span, children: [] })
      if (isShown && item.opens.length > 0) addText(item.text)
    }
  }
  return frames[0]!.children
}

/** The text of inline nodes as it is shown. */
const leafText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) =>
      'children' in inline ? leafText(inline.children) : inline.kind === 'picture' ? inline.alt : inline.text
    )
    .join('')

const speechEnds: Record<string, string> = { '"': '"', '“': '”', '„': '“”', '«': '»', '「': '」', '『': '』' }
const quote = /["“”„«»「」『』]/g

/**
 * Marks the texts in quotes, across the borders of spans. An unclosed quote extends to the end: while it is being written, and where the
 * speech goes on in the next paragraph.
 */
function markSpeech(inlines: Inline[], { nodes, level }: InlineOptions): Inline[] {
  let ends = ''
  let before = '\n'
  const splitText = (text: string): Inline[] => {
    const parts: Inline[] = []
    let from = 0
    const cut = (end: number, isSpeech: boolean) => {
      if (end === from) return
      parts.push({ kind: 'text', text: text.slice(from, end), isSpeech })
      from = end
    }
    for (const { 0: mark, index } of text.matchAll(quote)) {
      if (ends !== '') {
        if (!ends.includes(mark)) continue
        cut(index + 1, true)
        ends = ''
      } else if (mark in speechEnds) {
        const previous = text[index - 1] ?? before
        const isOpening = mark !== '"' || (!letterOrDigit.test(previous) && !/\s/.test(text[index + 1] ?? ''))
        if (!isOpening) continue
        cut(index, false)
        ends = speechEnds[mark]!
      }
    }
    cut(text.length, ends !== '')
    before = text.at(-1) ?? before
    for (let count = 1; count < parts.length; count += 1) nodes.add(level)
    return parts
  }
  const walk = (list: Inline[]): Inline[] =>
    list.flatMap((inline) => {
      if (inline.kind === 'text') return splitText(inline.text)
      if ('children' in inline) inline.children = walk(inline.children)
      return inline
    })
  return walk(inlines)
}
