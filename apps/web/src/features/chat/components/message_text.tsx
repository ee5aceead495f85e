import { memo, useState } from 'react'
import { classNames } from '../../../lib/class_names.ts'
import { splitActions } from '../../../components/shared/split_actions.ts'

/** How many of the last pieces are elements of their own: more than come while one fades in. */
const freshMax = 30

interface MessageTextProps {
  text: string
  /** It is being written: what comes from now on fades in, and a cursor stands at its end. */
  isGrowing?: boolean
}

/**
 * A text as it is meant: paragraphs and line breaks kept, actions in italics. When it has grown to its end it stays the
 * very same elements, so that neither the eye nor a selection loses its place.
 */
export const MessageText = memo(function MessageText({ text, isGrowing = false }: MessageTextProps) {
  const paragraphs = text.trim().split(/\n[^\S\n]*\n\s*/)
  const lengths = paragraphs.map((paragraph, index) =>
    splitActions(paragraph, isGrowing && index === paragraphs.length - 1).reduce(
      (sum, part) => sum + part.text.length,
      0
    )
  )
  const seams = useSeams(lengths.reduce((sum, length) => sum + length, 0))
  if (text === '') return null
  let start = 0
  return paragraphs.map((paragraph, index) => {
    const from = start
    start += lengths[index] ?? 0
    const own = seams.filter((seam) => seam >= from && seam < start).map((seam) => seam - from)
    const isLast = index === paragraphs.length - 1
    return (
      <Paragraph
        key={index}
        text={paragraph}
        // A string: an array would be a new one each time, and finished paragraphs are not to be drawn again.
        seams={own.join(' ')}
        isGrowing={isGrowing && isLast}
        isFirst={index === 0}
      />
    )
  })
})

/** Where the latest pieces of a growing text begin. Empty for one that was there from the start. */
function useSeams(length: number): number[] {
  const [seen, setSeen] = useState({ length, seams: [] as number[] })
  if (seen.length === length) return seen.seams
  const seams = seen.seams.filter((seam) => seam < length)
  if (length > seen.length) seams.push(seen.length)
  setSeen({ length, seams: seams.slice(-freshMax) })
  return seams
}

interface ParagraphProps {
  text: string
  seams: string
  isGrowing: boolean
  isFirst: boolean
}

const Paragraph = memo(function Paragraph({ text, seams, isGrowing, isFirst }: ParagraphProps) {
  const cuts = seams === '' ? [] : seams.split(' ').map(Number)
  let start = 0
  return (
    <p className={classNames(!isFirst && 'mt-[0.85em]')}>
      {splitActions(text, isGrowing).map((part, index) => {
        const from = start
        start += part.text.length
        const Part = part.isAction ? 'em' : 'span'
        return (
          <Part key={index} className={part.isAction ? 'text-soft' : undefined}>
            {cutAt(part.text, cuts, from)}
          </Part>
        )
      })}
      {isGrowing && (
        // Without a width of its own, so that its going moves no word.
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

/** The text in pieces that fade in, each from one cut to the next; what is before the first cut stands already. */
function cutAt(text: string, cuts: number[], from: number) {
  const inside = cuts.map((cut) => cut - from).filter((cut) => cut > 0 && cut < text.length)
  const isFreshFromStart = cuts.some((cut) => cut <= from)
  if (inside.length === 0 && !isFreshFromStart) return text
  const edges = isFreshFromStart ? [0, ...inside] : inside
  return [
    text.slice(0, edges[0]),
    ...edges.map((edge, index) => (
      <span key={from + edge} className="chat-ink">
        {text.slice(edge, edges[index + 1])}
      </span>
    )),
  ]
}
