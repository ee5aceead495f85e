import { useEffect, useRef } from 'react'
import { takeSentences } from '../take_sentences.ts'

export type ReplyTextListener = (text: string, isFinished: boolean) => void

/** How many spoken sentences stay in the page: enough for a reader that lags behind. */
const keptSentences = 8

/** Reads a reply out by sentence. It writes past React: a chunk must not render anything but its message. */
export function ReplyAnnouncer({ subscribe }: { subscribe: (listener: ReplyTextListener) => () => void }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let spoken = 0
    return subscribe((text, isFinished) => {
      const [finished, rest] = takeSentences(text.slice(spoken))
      spoken += finished.length
      const words = (isFinished ? finished + rest : finished).replaceAll('*', '').trim()
      if (words && region.current) {
        const line = document.createElement('p')
        line.textContent = words
        region.current.append(line)
        while (region.current.childElementCount > keptSentences) region.current.firstElementChild?.remove()
      }
      if (isFinished) spoken = 0
    })
  }, [subscribe])
  return <div ref={region} aria-live="polite" data-testid="reply-announcer" className="sr-only" />
}
