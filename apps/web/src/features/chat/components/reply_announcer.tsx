import { MessageReader, plainText } from '#modules/gallery/api'
import { useEffect, useRef } from 'react'
import { shownPart, type ChatNames } from '../shown_text.ts'
import { takeSentences } from '../take_sentences.ts'
import { useLatest } from '#web/lib/use_latest'

export type ReplyTextListener = (text: string, isFinished: boolean) => void

/** The number of announcements that stay in the page, for slow screen readers. */
const keptSentences = 8

interface ReplyAnnouncerProps {
  subscribe: (listener: ReplyTextListener) => () => void
  names: ChatNames
}

/** A live region that announces a reply by sentence. It writes to the DOM directly, so that a chunk renders only its message. */
export function ReplyAnnouncer({ subscribe, names }: ReplyAnnouncerProps) {
  const region = useRef<HTMLDivElement>(null)
  const latest = useLatest(names)
  useEffect(() => {
    let announced = 0
    const reader = new MessageReader()
    return subscribe((text, isFinished) => {
      const plain = plainText(reader.read(shownPart(text, latest.current), !isFinished))
      const [finished, rest] = takeSentences(plain.slice(announced))
      announced += finished.length
      const words = (isFinished ? finished + rest : finished).trim()
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
