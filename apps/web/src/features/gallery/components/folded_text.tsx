import { useId, useState } from 'react'
import { Button } from '#web/components/ui/button'

/** Longer texts are collapsed. */
const lettersMax = 1_800
const linesMax = 24

export function FoldedText({ text, about }: { text: string; about: string }) {
  const id = useId()
  const isLong = text.length > lettersMax || text.split('\n').length > linesMax
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = isLong && !isOpen
  return (
    <div>
      <p
        id={id}
        className={
          'max-w-measure text-read break-words whitespace-pre-wrap ' +
          (isFolded ? 'max-h-104 overflow-clip mask-[linear-gradient(#000_60%,transparent)]' : '')
        }
      >
        {text}
      </p>
      {isLong && (
        <Button
          look="quiet"
          className="mt-1 -ml-4"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>
            {isOpen ? 'Show less' : 'Read more'} <span className="sr-only">of the {about}</span>
          </span>
        </Button>
      )}
    </div>
  )
}
