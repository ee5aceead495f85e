import { useQuery } from '@tanstack/react-query'
import Mic from 'lucide-react/icons/mic'
import { useState, useSyncExternalStore, type RefObject } from 'react'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { lazyPart } from '#web/lib/lazy_part'
import { hasRecognition } from './recognition_support.ts'
import { offerQuery } from './voice_offer.ts'

const Dictation = lazyPart(async () => (await import('./dictation.tsx')).Dictation, null)

interface DictationButtonProps {
  field: RefObject<HTMLTextAreaElement | null>
  draft: { setText: (text: string) => void; current: () => string }
  /** Leaves the room to the text on phones. */
  isHiddenOnPhones: boolean
}

const never = () => () => {}

/** Dictates into the composer, where the browser or the server writes speech down. */
export function DictationButton({ field, draft, isHiddenOnPhones }: DictationButtonProps) {
  const [isOn, setIsOn] = useState(false)
  // The rendered page has the button, because most browsers recognize speech.
  const inBrowser = useSyncExternalStore(never, hasRecognition, () => true)
  const offer = useQuery({ ...offerQuery(), enabled: inBrowser === false })
  if (!inBrowser && !offer.data?.writesDown) return null
  const add = (text: string) => {
    const before = draft.current()
    if (text !== '') draft.setText(before === '' || /\s$/.test(before) ? before + text : `${before} ${text}`)
    setIsOn(false)
    field.current?.focus()
  }
  return (
    <>
      <Button
        look="quiet"
        isIcon
        aria-label="Dictate"
        title="Dictate"
        aria-pressed={isOn}
        className={classNames('rounded-full!', isHiddenOnPhones && 'max-sm:hidden')}
        onClick={() => setIsOn(true)}
      >
        <Mic aria-hidden className="size-5" />
      </Button>
      {isOn && <Dictation onEnd={add} />}
    </>
  )
}
