import type { Block, Inline } from '#modules/gallery/api'

/** A part of a text that one voice speaks. */
export interface SpokenPiece {
  text: string
  /** In quotes. Everything else is the narrator's. */
  isSpeech: boolean
}

/** Returns a message as the reader sees it, without marks. An ellipsis stands for a spoiler. Blocks are separated by empty lines. */
export function spokenPieces(blocks: readonly Block[]): SpokenPiece[] {
  const pieces: SpokenPiece[] = []
  const add = (text: string, isSpeech = false) => {
    const last = pieces.at(-1)
    if (last?.isSpeech === isSpeech) last.text += text
    else if (text !== '') pieces.push({ text, isSpeech })
  }
  const addInlines = (inlines: readonly Inline[]): void => {
    for (const inline of inlines)
      if (inline.kind === 'text') add(inline.text, inline.isSpeech)
      else if (inline.kind === 'spoiler') add('…')
      else if ('children' in inline) addInlines(inline.children)
      else add(inline.kind === 'picture' ? inline.alt : inline.text)
  }
  const addBlocks = (list: readonly Block[]): void =>
    list.forEach((block, index) => {
      if (index > 0) add('\n\n')
      switch (block.kind) {
        case 'paragraph':
        case 'heading':
          return addInlines(block.children)
        case 'rule':
          return
        case 'quote':
          return addBlocks(block.blocks)
        case 'list':
          return block.items.forEach(({ blocks }, at) => {
            if (at > 0) add('\n')
            addBlocks(blocks)
          })
        case 'code':
        case 'plain':
          return add(block.text)
        case 'table':
          return [block.head, ...block.rows].forEach((cells, row) => {
            if (row > 0) add('\n')
            cells.forEach((cell, at) => {
              if (at > 0) add(', ')
              addInlines(cell)
            })
          })
      }
    })
  addBlocks(blocks)
  return pieces
}
