import { useEffect, useRef } from 'react'
import { shownPart, type ChatNames } from '../shown_text.ts'
import { takeSentences } from '../take_sentences.ts'

export type ReplyTextListener = (text: string, isFinished: boolean) => void

/** Announced sentences that stay in the page, for a slow screen reader. */
const keptSentences = 8

interface ReplyAnnouncerProps {
  subscribe: (listener: ReplyTextListener) => () => void
  names: ChatNames
}

/** Announces a reply to screen readers by sentence. Writes to the DOM itself, so that a chunk renders only its message. */
export function ReplyAnnouncer({ subscribe, names }: ReplyAnnouncerProps) {
  const region = useRef<HTMLDivElement>(null)
  const latest = useRef(names)
  useEffect(() => {
    latest.current = names
  })
  useEffect(() => {
    let announced = 0
    return subscribe((text, isFinished) => {
      const [finished, rest] = takeSentences(text.slice(announced))
      announced += finished.length
      const words = shownPart(isFinished ? finished + rest : finished, latest.current)
        .replaceAll('*', '')
        .trim()
      if (words && region.current) {
        const line = document.createElement('p')
        line.textContent = words
        region.current.append(line)
        while (region.current.childElementCount > keptSentences) region.current.firstElementChild?.remove()
      }
      if (isFinished) announced = 0
    })
  }, [subscribe])
  return <div ref={region} aria-live="polite" data-testid="reply-announcer" className="sr-only" />
}
