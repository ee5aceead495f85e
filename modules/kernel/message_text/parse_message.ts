import { Lexer, Tokenizer, type MarkedOptions, type Token, type Tokens, type TokensList } from 'marked'
import { NodeCount, TooComplex, messageLevelsMax, type Block, type Inline, type ListItem } from './blocks.ts'
import { parseInline } from './parse_inline.ts'

/**
 * Parses a message: Markdown with the conventions of roleplay. `marked` finds the blocks; their texts are read by `parse_inline.ts`, where
 * the conventions differ from CommonMark. HTML is text, comments are left out, and a text that is too complex becomes one plain block.
 */
export const parseMessage = (text: string): Block[] => new MessageReader().read(text)

/** Longer texts are plain. No message that the app stores is as long. */
export const parsedMax = 64_000

/** Parses a message again and again while it grows. Only its last block is parsed each time. */
export class MessageReader {
  #text = ''
  #isGrowing = false
  /** The blocks, and for each its start in the text and the number of nodes before it. */
  #blocks: Block[] = []
  #starts: number[] = []
  #counts: number[] = []
  /** The items and rows of the last parse, by their text, which most texts that grow still have. */
  readonly #pieces = new Pieces()

  /** The number of nodes of the last text, which is what showing it costs. */
  nodes = 0

  read(text: string, isGrowing = false): Block[] {
    const normal = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()
    if (normal === this.#text && isGrowing === this.#isGrowing && this.#starts.length > 0) return this.#blocks
    try {
      if (normal.length > parsedMax) throw new TooComplex('The text is too long')
      this.#parse(normal, isGrowing)
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error
      this.#starts = []
      this.#blocks = [{ kind: 'plain', text: normal }]
      this.nodes = 1
    }
    this.#text = normal
    this.#isGrowing = isGrowing
    return this.#blocks
  }

  #parse(text: string, isGrowing: boolean): void {
    const keeps = this.#keepsUpTo(text)
    const start = this.#starts[keeps] ?? 0
    const nodes = new NodeCount(this.#counts[keeps] ?? 0)
    const blocks = this.#blocks.slice(0, keeps)
    const starts = this.#starts.slice(0, keeps)
    const counts = this.#counts.slice(0, keeps)
    const tail = text.slice(start)
    const shown = isGrowing ? completed(tail) : tail
    const tokens = new BlockLexer(shown.length).blocksOf(shown)
    const lastIndex = tokens.findLastIndex(({ type }) => type !== 'space')
    let at = start
    this.#pieces.begin()
    // Not for messages that never grow, which are nearly all.
    const pieces = isGrowing || this.#isGrowing ? this.#pieces : null
    tokens.forEach((token, index) => {
      const count = nodes.count
      const block = convert(token, { nodes, level: 1, isOpen: isGrowing && index === lastIndex, pieces })
      if (block) {
        blocks.push(block)
        starts.push(at)
        counts.push(count)
      }
      at += token.raw.length
    })
    if (!isGrowing) this.#pieces.clear()
    this.nodes = nodes.count
    this.#blocks = blocks
    this.#starts = starts
    this.#counts = counts
  }

  /**
   * Returns how many blocks more text doesn't change. The last one may change, and with it the one before: a list goes on after what looks
   * like a paragraph (`- a\n\n-`), and a line that isn't complete may belong to the paragraph above (`a\n---b`).
   */
  #keepsUpTo(text: string): number {
    const last = this.#starts.length - 1
    if (last < 1) return 0
    const start = this.#starts[last]!
    const isApart = /\n[ \t]*\n[ \t]*$/.test(this.#text.slice(Math.max(0, start - 40), start))
    const isComplete = isApart || this.#text.indexOf('\n', start) !== -1
    const keeps = this.#blocks[last - 1]!.kind === 'list' || !isComplete ? last - 1 : last
    const kept = this.#text.slice(0, this.#starts[keeps])
    return text.startsWith(kept) ? keeps : 0
  }
}

/** A last line that may still become any of several blocks. It is shown once that is decided. */
const undecidedLine =
  /(?:^|\n)[ \t>]*(?:[*_~`+=-]{1,3}|#{1,6}|\d{1,3}[.)]?|[-*+] \[[ xX]?\]?|(?:[-*_] ){1,2}[-*_]?|>)[ \t]*$/
/** A line that begins with a cell is a row of a table, whose second line follows. Two bars begin a spoiler. */
const firstRow = /(?:^|\n\n|\n)( {0,3}\|(?!\|)[^\n]*)(?:\n[ \t|:-]*)?$/

const completed = (text: string): string => {
  const decided = text.replace(undecidedLine, '')
  const [, row] = firstRow.exec(decided) ?? []
  if (row === undefined) return decided
  const index = decided.lastIndexOf(row)
  const before = decided.slice(0, index)
  // A later row of a table needs no help.
  if (/\|[^\n]*\n$/.test(before)) return decided
  const closed = row.trimEnd().endsWith('|') && row.trim().length > 1 ? row : `${row}|`
  return `${before}${closed}\n${'|-'.repeat(cellsOf(closed).length)}|`
}

interface MadePiece {
  piece: unknown
  nodes: number
}

/** Keeps what is made of a text for the next parse: as the same object, which isn't rendered again. */
class Pieces {
  #before: Map<string, MadePiece> = new Map()
  #made: Map<string, MadePiece> = new Map()

  /** Forgets what the last parse didn't need. */
  begin(): void {
    this.#before = this.#made
    this.#made = new Map()
  }

  clear(): void {
    this.#before = new Map()
    this.#made = new Map()
  }

  take<Piece>(text: string, nodes: NodeCount, make: () => Piece): Piece {
    const known = this.#before.get(text)
    if (known) {
      this.#made.set(text, known)
      nodes.add(1, known.nodes)
      return known.piece as Piece
    }
    const { count } = nodes
    const piece = make()
    this.#made.set(text, { piece, nodes: nodes.count - count })
    return piece
  }
}

interface ConvertOptions {
  nodes: NodeCount
  level: number
  /** This is the last block of a growing text. */
  isOpen: boolean
  /** Null inside of lists and quotes, and for texts that don't grow. */
  pieces: Pieces | null
}

/** A paragraph of at least three asterisks, dashes, underscores, tildes or bullets. */
const ornament = /^(?:[*\-–—_~•]\s*){3,}$/

function convert(token: Token, options: ConvertOptions): Block | null {
  const { nodes, level, isOpen } = options
  const inline = (text: string): Inline[] => parseInline(text, { nodes, level: level + 1, isOpen })
  switch (token.type) {
    case 'paragraph':
    case 'text': {
      const { text } = token as Tokens.Paragraph
      if (ornament.test(text.trim())) return one({ kind: 'rule' }, options)
      const children = inline(text.trimEnd())
      return children.length === 0 ? null : one({ kind: 'paragraph', children }, options)
    }
    case 'heading': {
      const { depth, text, raw } = token as Tokens.Heading
      if (text === '') return one({ kind: 'paragraph', children: inline(raw) }, options)
      return one({ kind: 'heading', level: depth, children: inline(text) }, options)
    }
    case 'hr':
      return one({ kind: 'rule' }, options)
    case 'code': {
      const { lang = '', text, raw } = token as Tokens.Code
      const isClosed = /\n {0,3}`{3,}[ \t]*\n*$/.test(raw)
      return one({ kind: 'code', language: lang, text, isOpen: isOpen && !isClosed }, options)
    }
    case 'blockquote': {
      const blocks = convertAll((token as Tokens.Blockquote).tokens, options)
      if (blocks.length === 0) return one({ kind: 'paragraph', children: inline(token.raw.trim()) }, options)
      return one({ kind: 'quote', blocks }, options)
    }
    case 'list':
      return convertList(token as Tokens.List, options)
    case 'table':
      return convertTable(token as Tokens.Table, options)
    default:
      return null
  }
}

const one = (block: Block, { nodes, level }: ConvertOptions): Block => {
  nodes.add(level)
  return block
}

const convertAll = (tokens: readonly Token[], { nodes, level, isOpen }: ConvertOptions): Block[] =>
  tokens.flatMap(
    (token, index) =>
      convert(token, { nodes, level: level + 1, isOpen: isOpen && index === tokens.length - 1, pieces: null }) ?? []
  )

/** `make` is for an item of a list or a row of a table with this text. */
const takePiece = <Piece>(
  { pieces, nodes }: ConvertOptions,
  text: string,
  isOpen: boolean,
  make: () => Piece
): Piece => (pieces && !isOpen ? pieces.take(text, nodes, make) : make())

const checkBox = /^\[[ xX]\]\s+/

function convertList({ ordered, start, items }: Tokens.List, options: ConvertOptions): Block {
  return one(
    {
      kind: 'list',
      start: ordered ? Number(start) : null,
      items: items.map((item, index) => {
        const isOpen = options.isOpen && index === items.length - 1
        return takePiece(options, item.raw, isOpen, () => convertItem(item, { ...options, isOpen }))
      }),
    },
    options
  )
}

function convertItem(item: Tokens.ListItem, options: ConvertOptions): ListItem {
  options.nodes.add(options.level)
  const tokens = item.tokens.filter(({ type }) => type !== 'checkbox')
  const [first] = tokens
  if (item.task && first && 'text' in first) first.text = first.text.replace(checkBox, '')
  return { isDone: item.task ? item.checked === true : null, blocks: convertAll(tokens, options) }
}

/** Reads the cells by itself: `marked` drops those beyond the head. */
function convertTable({ raw, align }: Tokens.Table, options: ConvertOptions): Block {
  const { nodes, level } = options
  const [head = '', , ...rows] = raw.split('\n')
  const written = rows.filter((row) => row.trim() !== '')
  const cells = (row: string, isLast: boolean) => {
    const isOpen = options.isOpen && isLast
    return takePiece(options, `row ${row}`, isOpen, () => {
      const texts = cellsOf(row)
      return texts.map((text, index) => {
        nodes.add(level)
        return parseInline(text, { nodes, level: level + 1, isOpen: isOpen && index === texts.length - 1 })
      })
    })
  }
  return one(
    {
      kind: 'table',
      align,
      head: cells(head, written.length === 0),
      rows: written.map((row, index) => cells(row, index === written.length - 1)),
    },
    options
  )
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/**
 * A nested list or quote is read once for each level around it, and some quotes once for each line. A text that needs more work than this
 * is made to be slow.
 */
const workPerLetter = 8
const workPerBlock = 200

class BlockLexer extends Lexer {
  #level = 0
  #work: number

  constructor(length: number) {
    super({ gfm: true, tokenizer: new BlockTokenizer() } as unknown as MarkedOptions)
    this.#work = workPerLetter * length + 150_000
  }

  blocksOf(text: string): Token[] {
    return this.blockTokens(text, this.tokens)
  }

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[]
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList
  override blockTokens(text: string, into: Token[] = [], isClipped?: boolean): Token[] {
    this.#work -= text.length + workPerBlock
    this.#level += 1
    if (this.#work < 0 || this.#level > messageLevelsMax) throw new TooComplex('The text has too many levels')
    const tokens = super.blockTokens(text, into, isClipped)
    this.#level -= 1
    return tokens
  }
}

/** Leaves out blocks that people write by accident: code by indentation, headings by a line below them, and link definitions. */
class BlockTokenizer extends Tokenizer {
  #hasCommentEnd = true

  override code(): undefined {}
  override def(): undefined {}
  override lheading(): undefined {}

  /** Only with backticks: a line of tildes is an ornament. */
  override fences(text: string): Tokens.Code | undefined {
    return /^ {0,3}`/.test(text) ? super.fences(text) : undefined
  }

  /** Only comments, which are left out. Other HTML is text. */
  override html(text: string): Tokens.HTML | undefined {
    if (!this.#hasCommentEnd || !/^ {0,3}<!--/.test(text)) return undefined
    const end = text.indexOf('-->', text.indexOf('<!--') + 4)
    if (end === -1) this.#hasCommentEnd = false
    const raw = text.slice(0, end + 3)
    return end === -1 ? undefined : { type: 'html', raw, text: raw, pre: false, block: true }
  }
}
