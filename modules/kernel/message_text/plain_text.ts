import type { Block, Inline } from './blocks.ts'
import { MessageReader, parseMessage } from './parse_message.ts'

/** A piece of text with one look. */
export interface TextRun {
  text: string
  isAction: boolean
}

interface PlainOptions {
  /** Shows spoilers. By default, an ellipsis stands for each. */
  hasSpoilers?: boolean
}

/**
 * Returns the lines of a message as runs, for pictures and excerpts: actions and emphasis in italics, everything else as text. An empty
 * line separates blocks.
 */
export const textLines = (blocks: readonly Block[], options: PlainOptions = {}): TextRun[][] =>
  blocks.flatMap((block, index) => [...(index > 0 ? [[]] : []), ...linesOf(block, options)])

const joined = (blocks: readonly Block[], options: PlainOptions): TextRun[][] =>
  blocks.flatMap((block) => linesOf(block, options))

/** Returns a message as plain text: for titles, notifications, screen readers and speech, and for copying. */
export const plainText = (blocks: readonly Block[], options: PlainOptions = {}): string =>
  blocks.map((block) => plainBlock(block, options)).join('\n\n')

/** The texts of blocks without spoilers. Only the last block of a growing message is new each time. */
const known = new WeakMap<Block, string>()

const plainBlock = (block: Block, options: PlainOptions): string => {
  const found = options.hasSpoilers ? undefined : known.get(block)
  if (found !== undefined) return found
  const text = linesOf(block, options)
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n')
  if (!options.hasSpoilers) known.set(block, text)
  return text
}

export const plainMessage = (text: string): string => plainText(parseMessage(text))

/** Returns the beginning of a message on one line. Marks whose partners are cut off are left out. */
export const plainExcerpt = (beginning: string): string =>
  plainText(new MessageReader().read(beginning, true)).replace(/\s+/g, ' ')

function linesOf(block: Block, options: PlainOptions): TextRun[][] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return splitLines(runsOf(block.children, false, options))
    case 'rule':
      return [[run('* * *')]]
    case 'quote':
      return joined(block.blocks, options)
    case 'list':
      return block.items.flatMap(({ isDone, blocks }, index) => {
        const mark = block.start === null ? '•' : `${block.start + index}.`
        const box = isDone === null ? '' : isDone ? '☑ ' : '☐ '
        const [first = [], ...rest] = joined(blocks, options)
        return [[run(`${mark} ${box}`), ...first], ...rest]
      })
    case 'code':
    case 'plain':
      return block.text.split('\n').map((line) => [run(line)])
    case 'table':
      return [block.head, ...block.rows].map((cells) =>
        cells.flatMap((cell, index) => [...(index > 0 ? [run(' | ')] : []), ...runsOf(cell, false, options)])
      )
  }
}

const run = (text: string, isAction = false): TextRun => ({ text, isAction })

function runsOf(inlines: readonly Inline[], isAction: boolean, options: PlainOptions): TextRun[] {
  const runs = inlines.flatMap((inline): TextRun[] => {
    if (inline.kind === 'spoiler' && !options.hasSpoilers) return [run('…', isAction)]
    if ('children' in inline)
      return runsOf(inline.children, isAction || inline.kind === 'action' || inline.kind === 'emphasis', options)
    return [run(inline.kind === 'picture' ? inline.alt : inline.text, isAction)]
  })
  return runs.reduce<TextRun[]>((merged, part) => {
    const last = merged.at(-1)
    if (last?.isAction === part.isAction) last.text += part.text
    else merged.push({ ...part })
    return merged
  }, [])
}

const splitLines = (runs: readonly TextRun[]): TextRun[][] => {
  const lines: TextRun[][] = [[]]
  for (const { text, isAction } of runs)
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)!.push(run(part, isAction))
    })
  return lines
}
