import { memo, use, useState } from 'react'
import { classNames } from '#web/lib/class_names'
import { splitActions, type TextPart } from '#web/components/shared/split_actions'
import { SpeechTintContext, splitSpeech } from '../speech_tint.ts'

/** The number of latest chunks that are separate elements. Fewer chunks arrive during one fade-in. */
const fadingMax = 30

interface MessageTextProps {
  text: string
  /** Whether the text is being written. Then new words fade in, and a cursor follows them. */
  isGrowing?: boolean
}

/**
 * A text with paragraphs, line breaks and actions in italics. A text that has finished growing keeps its elements, so that
 * nothing moves and a selection survives.
 */
export const MessageText = memo(function MessageText({ text, isGrowing = false }: MessageTextProps) {
  const paragraphs = text.trim().split(/\n[^\S\n]*\n\s*/)
  const lengths = paragraphs.map((paragraph, index) =>
    splitActions(paragraph, isGrowing && index === paragraphs.length - 1).reduce(
      (sum, part) => sum + part.text.length,
      0
    )
  )
  const starts = useChunkStarts(lengths.reduce((sum, length) => sum + length, 0))
  if (text === '') return null
  let end = 0
  return paragraphs.map((paragraph, index) => {
    const from = end
    end += lengths[index] ?? 0
    const own = starts.filter((start) => start >= from && start < end).map((start) => start - from)
    const isLast = index === paragraphs.length - 1
    return (
      <Paragraph
        key={index}
        text={paragraph}
        // The offsets are a string, because a new array would render finished paragraphs again.
        starts={own.join(' ')}
        isGrowing={isGrowing && isLast}
        isFirst={index === 0}
      />
    )
  })
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

interface ParagraphProps {
  text: string
  starts: string
  isGrowing: boolean
  isFirst: boolean
}

const Paragraph = memo(function Paragraph({ text, starts, isGrowing, isFirst }: ParagraphProps) {
  const cuts = starts === '' ? [] : starts.split(' ').map(Number)
  const isTinted = use(SpeechTintContext)
  const parts: (TextPart & { isSpeech?: boolean })[] = splitActions(text, isGrowing)
  const shown = isTinted
    ? parts.flatMap((part) =>
        part.isAction ? part : splitSpeech(part.text).map((piece) => ({ ...piece, isAction: false }))
      )
    : parts
  let start = 0
  return (
    <p className={classNames(!isFirst && 'mt-[0.85em]')}>
      {shown.map((part, index) => {
        const from = start
        start += part.text.length
        const Part = part.isAction ? 'em' : 'span'
        return (
          <Part key={index} className={part.isAction ? 'text-soft' : part.isSpeech ? 'text-accent-text' : undefined}>
            {splitAt(part.text, cuts, from)}
          </Part>
        )
      })}
      {isGrowing && (
        // The cursor has no width, so that its removal moves no words.
        <span aria-hidden className="relative">
          <span
            data-testid="reply-cursor"
            className="cursor-blink absolute bottom-[0.05em] left-[0.2em] h-[1.05em] w-[0.42em] rounded-[2px] bg-accent-text"
          />
        </span>
      )}
    </p>
  )
})

/** Splits a text at the offsets. Each piece after the first offset fades in. */
function splitAt(text: string, cuts: number[], from: number) {
  const inside = cuts.map((cut) => cut - from).filter((cut) => cut > 0 && cut < text.length)
  const isAllNew = cuts.some((cut) => cut <= from)
  if (inside.length === 0 && !isAllNew) return text
  const edges = isAllNew ? [0, ...inside] : inside
  return [
    text.slice(0, edges[0]),
    ...edges.map((edge, index) => (
      <span key={from + edge} className="chat-ink">
        {text.slice(edge, edges[index + 1])}
      </span>
    )),
  ]
}
