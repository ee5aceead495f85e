import type { LorebookImportAnswer } from '#modules/cards/api'
import { useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert'
import { ButtonLink } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Progress } from '#web/components/ui/progress'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { countOf } from '#web/lib/count_of'
import { screens } from '#web/screens'
import { useImportLorebook } from '../lorebooks.ts'

/** The file types that `POST /api/lorebooks/import` reads. Pictures are cards with a lorebook. */
export const importedTypes = '.json,.png,.apng,.jpg,.jpeg,.webp,.yaml,.yml,.charx,.byaf,.lorebook,.risulorebook'

type State =
  | { kind: 'sending'; file: string; share: number }
  | { kind: 'done'; answer: LorebookImportAnswer }
  | { kind: 'failed'; file: string; message: string }

/** Imports a lorebook from a file, and returns the progress and the result. */
export function useLorebookImport() {
  const upload = useImportLorebook()
  const [state, setState] = useState<State | null>(null)
  const abort = useRef<AbortController | null>(null)
  const start = async (file: File | undefined) => {
    if (!file || upload.isPending) return
    const controller = new AbortController()
    abort.current = controller
    setState({ kind: 'sending', file: file.name, share: 0 })
    try {
      const answer = await upload.mutateAsync({
        file,
        signal: controller.signal,
        onProgress: (share) => setState({ kind: 'sending', file: file.name, share }),
      })
      setState({ kind: 'done', answer })
    } catch (error) {
      if (controller.signal.aborted || isStatus(error, 401)) return setState(null)
      const message = sentenceOf(error, 'The file couldn’t be imported. Check your connection and try again.')
      setState({ kind: 'failed', file: file.name, message })
    }
  }
  const close = () => {
    abort.current?.abort()
    setState(null)
  }
  return { state, start, close }
}

interface ImportLorebookDialogProps {
  state: State | null
  onClose: () => void
}

const titles = { sending: 'Importing…', done: 'Lorebook imported', failed: 'Not imported' }

export function ImportLorebookDialog({ state, onClose }: ImportLorebookDialogProps) {
  return (
    <Dialog isOpen={state !== null} onClose={onClose} title={state ? titles[state.kind] : ''}>
      <div className="mt-4 grid gap-5">
        {state?.kind === 'sending' && (
          <>
            <p dir="auto" className="break-words text-soft">
              {state.file}
            </p>
            <Progress value={state.share * 100} label="Upload" />
          </>
        )}
        {state?.kind === 'failed' && (
          <>
            <p dir="auto" className="break-words text-soft">
              {state.file}
            </p>
            <Alert tone="danger" isLive>
              {state.message}
            </Alert>
          </>
        )}
        {state?.kind === 'done' && <Done answer={state.answer} />}
      </div>
    </Dialog>
  )
}

function Done({ answer }: { answer: LorebookImportAnswer }) {
  const { warnings, kept } = answer.report
  return (
    <>
      <p role="status" className="break-words">
        <strong dir="auto">{answer.name}</strong> has {countOf(answer.entryCount, 'entry', 'entries')}.
      </p>
      <Notes title="Differs from the standard" notes={warnings} />
      <Notes title="Saved for export only" notes={kept} />
      <ButtonLink to={screens.lorebook.href({ lorebookId: answer.id })} look="primary">
        Open the lorebook
      </ButtonLink>
    </>
  )
}

function Notes({ title, notes }: { title: string; notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 max-h-48 list-disc overflow-y-auto pl-5 text-sm break-words text-soft" tabIndex={0}>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
    </section>
  )
}
