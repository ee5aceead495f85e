import { MessageReader, type Block } from '#modules/gallery/api'
import { memo, useState } from 'react'
import { InkOffset } from './inlines.tsx'
import { MessageBlock } from './message_block.tsx'
import { lengthOf } from './text_length.ts'

/** The number of latest chunks that are separate elements. Fewer chunks arrive during one fade-in. */
const fadingMax = 30

/** The line of the cursor before the first word. A zero-width space gives it its height. */
const cursorLine: Block[] = [{ kind: 'paragraph', children: [{ kind: 'text', text: '\u200b', isSpeech: false }] }]

interface MessageTextProps {
  text: string
  /** Whether the text is being written. Then new words fade in, and a cursor follows them. */
  isGrowing?: boolean
}

/**
 * A message as elements: Markdown and the conventions of roleplay. A text that has finished growing keeps its elements, so that nothing
 * moves and a selection survives. The element around it has `whitespace-pre-wrap`, because line breaks are text.
 */
export const MessageText = memo(function MessageText({ text, isGrowing = false }: MessageTextProps) {
  const [reader] = useState(() => new MessageReader())
  const blocks = reader.read(text, isGrowing)
  const lengths = blocks.map(lengthOf)
  const starts = useChunkStarts(lengths.reduce((sum, length) => sum + length, 0))
  const ink = new InkOffset(starts)
  const shown = isGrowing && blocks.length === 0 ? cursorLine : blocks
  return shown.map((block, index) => (
    <MessageBlock
      key={index}
      block={block}
      // A string, because a new array would render finished blocks again.
      starts={ink.take(lengths[index] ?? 0)}
      isGrowing={isGrowing && index === shown.length - 1}
    />
  ))
})

/** Returns the offsets of the latest chunks of a growing text. Empty for a text that was complete on the first render. */
function useChunkStarts(length: number): number[] {
  const [seen, setSeen] = useState({ length, starts: [] as number[] })
  if (seen.length === length) return seen.starts
  const starts = seen.starts.filter((start) => start < length)
  if (length > seen.length) starts.push(seen.length)
  setSeen({ length, starts: starts.slice(-fadingMax) })
  return starts
}
