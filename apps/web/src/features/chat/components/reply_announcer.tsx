import { useEffect, useRef } from 'react'
import { takeSentences } from '../take_sentences.ts'

export type ReplyTextListener = (text: string, isFinished: boolean) => void

/** Announced sentences that stay in the page, for a slow screen reader. */
const keptSentences = 8

/** Announces a reply to screen readers by sentence. Writes to the DOM itself, so that a chunk renders only its message. */
export function ReplyAnnouncer({ subscribe }: { subscribe: (listener: ReplyTextListener) => () => void }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let announced = 0
    return subscribe((text, isFinished) => {
      const [finished, rest] = takeSentences(text.slice(announced))
      announced += finished.length
      const words = (isFinished ? finished + rest : finished).replaceAll('*', '').trim()
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
