/** A message as a tree. Each output (elements, book, picture, plain text) is drawn from it, so all of them read a text in the same way. */
export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  /** A line between two scenes. */
  | { kind: 'rule' }
  | { kind: 'quote'; blocks: Block[] }
  /** `start` is the number of the first item; null for bullets. */
  | { kind: 'list'; start: number | null; items: ListItem[] }
  /** `isOpen`: the text is being written, and the code hasn't ended. */
  | { kind: 'code'; language: string; text: string; isOpen: boolean }
  /** Rows may have more or fewer cells than the head. */
  | { kind: 'table'; align: ('left' | 'center' | 'right' | null)[]; head: Inline[][]; rows: Inline[][][] }
  /** A text with too many levels or parts to be laid out. */
  | { kind: 'plain'; text: string }

/** `isDone` is null for an item without a check box. */
export interface ListItem {
  isDone: boolean | null
  blocks: Block[]
}

export type Inline =
  /** Line breaks are `\n`. */
  | { kind: 'text'; text: string; isSpeech: boolean }
  /** `aside` is out of character. Its children include its marks. */
  | { kind: 'action' | 'emphasis' | 'strong' | 'strike' | 'aside' | 'spoiler'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; address: string; children: Inline[] }
  | { kind: 'picture'; address: string; alt: string }

export const messageLevelsMax = 20
export const messageNodesMax = 5_000

/** Thrown for a text that is shown as plain text instead. */
export class TooComplex extends Error {}

/** Counts the nodes of a message. */
export class NodeCount {
  count: number

  constructor(count = 0) {
    this.count = count
  }

  add(level: number, count = 1): void {
    this.count += count
    if (this.count > messageNodesMax || level > messageLevelsMax) throw new TooComplex('The text has too many parts')
  }
}
