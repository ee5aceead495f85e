import { useQuery } from '@tanstack/react-query'
import Mic from 'lucide-react/icons/mic'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { toastError, toastFailure } from '#web/lib/toasts'
import { useLatest } from '#web/lib/use_latest'
import { ComposerBar } from './composer_bar.tsx'
import { recognize } from './recognize.ts'
import { record, type Dictating } from './record.ts'
import { hasRecognition } from './recognition_support.ts'
import { speaker } from './speaker.ts'
import { offerQuery } from './voice_offer.ts'
import { knowsDictation } from './voice_settings.ts'

interface DictationProps {
  /** The text, empty if there is none. */
  onEnd: (text: string) => void
}

/** One dictation: by the server where it writes recordings down, else by the browser, after a question. */
export function Dictation({ onEnd }: DictationProps) {
  const offer = useQuery({ ...offerQuery(), retry: false })
  const [isAgreed, setIsAgreed] = useState(knowsDictation.current)
  if (offer.isPending) return null
  const isServer = offer.data?.writesDown ?? false
  if (!isServer && !hasRecognition()) return null
  if (isServer || isAgreed) return <Listening isServer={isServer} onEnd={onEnd} />
  return (
    <ConfirmDialog
      isOpen
      title="Dictate with your browser?"
      question="Your browser writes down what you say. It may send your voice to its maker, such as Google or Apple. This site gets only the text. You’re asked once."
      confirmLabel="Dictate"
      look="primary"
      onConfirm={() => {
        knowsDictation.set('known')
        setIsAgreed(true)
      }}
      onCancel={() => {
        if (!knowsDictation.current()) onEnd('')
      }}
    />
  )
}

const phaseTexts = {
  starting: 'Waiting for the microphone…',
  listening: 'Listening…',
  writing: 'Writing it down…',
}

function Listening({ isServer, onEnd }: DictationProps & { isServer: boolean }) {
  const [heard, setHeard] = useState('')
  const [phase, setPhase] = useState<'starting' | 'listening' | 'writing'>('starting')
  const dictating = useRef<Dictating>(null)
  const abort = useRef<AbortController>(null)
  const latestEnd = useLatest(onEnd)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    const run = async () => {
      // The microphone would hear it.
      speaker.stop()
      try {
        dictating.current = isServer ? await record(signal, () => setPhase('writing')) : recognize(signal, setHeard)
        setPhase('listening')
        const text = await dictating.current.text
        if (!signal.aborted) latestEnd.current(text)
      } catch (error) {
        if (signal.aborted) return
        tellFailure(error)
        latestEnd.current('')
      }
    }
    void run()
    return () => controller.abort()
  }, [isServer, latestEnd])
  const cancel = () => {
    abort.current?.abort()
    onEnd('')
  }
  return (
    <ComposerBar
      label="Dictation"
      icon={
        phase === 'writing' ? (
          <InlineSpinner className="size-4 text-soft" />
        ) : (
          <Mic aria-hidden className="size-4 shrink-0 animate-pulse text-danger-text" />
        )
      }
      status={phase === 'listening' && heard !== '' ? heard : phaseTexts[phase]}
      className="absolute inset-x-0 bottom-full z-20 mb-2"
    >
      <Button look="quiet" size="s" className="phone:min-h-touch" onClick={cancel}>
        Cancel
      </Button>
      {phase === 'listening' && (
        <Button look="primary" size="s" className="phone:min-h-touch" onClick={() => dictating.current?.stop()}>
          Done
        </Button>
      )}
    </ComposerBar>
  )
}

function tellFailure(error: unknown) {
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return toastFailure('The microphone is blocked', 'Allow it for this site in your browser, then try again.')
  if (error instanceof DOMException && error.name === 'NotFoundError')
    return toastFailure('No microphone', 'Connect a microphone, then try again.')
  toastError(error, 'Your words could not be written down. Check your connection and try again.')
}
