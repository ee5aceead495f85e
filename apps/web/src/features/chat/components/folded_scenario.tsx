import { useCallback, useId, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { MessageText } from '#web/components/text/message_text'
import { classNames } from '#web/lib/class_names'

interface FoldedScenarioProps {
  text: string
  /** A utility such as `line-clamp-3`, which sets the number of lines that are visible at first. */
  foldedClasses: string
  /** An estimate of the letters that fit into these lines, for the server-rendered page. */
  lettersMax: number
  className: string
  moreClasses?: string
}

/** A scenario that shows only its first lines until the user asks for more. */
export function FoldedScenario({ text, foldedClasses, lettersMax, className, moreClasses }: FoldedScenarioProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(text.length > lettersMax)
  const measure = useCallback((box: HTMLDivElement | null) => {
    if (!box || typeof ResizeObserver === 'undefined') return
    // A box that isn't displayed has no height.
    const update = () => box.clientHeight > 0 && setIsCut(box.scrollHeight > box.clientHeight + 1)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div
        ref={isOpen ? null : measure}
        id={id}
        className={classNames('break-words whitespace-pre-wrap', className, !isOpen && foldedClasses)}
      >
        <MessageText text={text} />
      </div>
      {(isCut || isOpen) && (
        <Button
          look="quiet"
          size="s"
          className={moreClasses ?? '-ml-3'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'} <span className="sr-only">of the scenario</span>
        </Button>
      )}
    </>
  )
}
