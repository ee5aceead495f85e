import { limits, reasons, type CaseDecision } from '#modules/moderation/api'
import { useState } from 'react'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { Field, TextArea } from '#web/components/ui/field'
import { Segments } from '#web/components/ui/segments'
import { relativeTime } from '#web/lib/relative_time'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useDecideAppeal, useUndoDecision } from '../cases.ts'
import { decidedNames } from '../texts.ts'

/** A decision with its appeal. */
export function DecisionView({ decision, selfId }: { decision: CaseDecision; selfId: string }) {
  const { kind, reason, words, until, undoneAt, moderator, createdAt, appeal, isOfCopy } = decision
  const [isUndoing, setIsUndoing] = useState(false)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">
          {decidedNames[kind]}
          {reason && <span className="font-normal text-soft">: {reasons[reason]?.label ?? reason}</span>}
        </span>
        <span className="text-sm text-faint">
          {moderator?.name ?? 'a deleted account'}, {relativeTime(createdAt)}
        </span>
      </p>
      {until && (
        <p className="text-sm text-soft">Until {new Date(until).toLocaleDateString('en', { dateStyle: 'long' })}</p>
      )}
      {isOfCopy && <p className="text-sm text-soft">As a copy of a picture that was removed</p>}
      <p className="text-ui break-words whitespace-pre-wrap text-soft">{words}</p>
      {undoneAt && (
        <p>
          <Badge tone="warning">Undone {relativeTime(undoneAt)}</Badge>
        </p>
      )}
      {appeal && (
        <div className="rounded-control border border-line bg-bg px-3.5 py-3">
          <p className="text-sm font-semibold">
            Appeal
            {appeal.outcome && (appeal.outcome === 'upheld' ? ', the decision stands' : ', the decision was reversed')}
          </p>
          <p className="mt-1 text-ui break-words whitespace-pre-wrap text-soft">{appeal.words}</p>
          {appeal.answer && <p className="mt-2 text-ui break-words whitespace-pre-wrap">{appeal.answer}</p>}
        </div>
      )}
      {appeal?.outcome === null &&
        (moderator?.id === selfId ? (
          <p className="text-sm text-soft">Another person has to decide about this appeal.</p>
        ) : (
          <AppealForm decisionId={decision.id} />
        ))}
      {undoneAt === null &&
        (isUndoing ? (
          <UndoForm decisionId={decision.id} onCancel={() => setIsUndoing(false)} />
        ) : (
          <Button size="s" look="quiet" className="-ml-3 justify-self-start" onClick={() => setIsUndoing(true)}>
            Undo this decision
          </Button>
        ))}
    </li>
  )
}

/** The text of a form, and why it can't be sent. */
function useWords() {
  const [words, setWords] = useState('')
  const [hasErrors, setHasErrors] = useState(false)
  const isTooLong = [...words.trim()].length > limits.wordsMax
  const error = isTooLong ? 'Please write less.' : hasErrors && words.trim() === '' ? 'Please write a reason.' : null
  const check = () => {
    setHasErrors(true)
    return words.trim() !== '' && !isTooLong
  }
  return { words, setWords, error, check }
}

function UndoForm({ decisionId, onCancel }: { decisionId: string; onCancel: () => void }) {
  const { words, setWords, error, check } = useWords()
  const undo = useUndoDecision()
  const save = () =>
    check() &&
    attempt('Couldn’t undo the decision', async () => {
      await undo.mutateAsync({ params: { id: decisionId }, body: { words: words.trim() } })
      toast('Decision undone')
    })
  return (
    <form noValidate className="grid gap-3" onSubmit={submitting(save)}>
      <Field label="Why is it undone?" hint="The person concerned reads it." error={error}>
        <TextArea autoFocus value={words} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <div className="flex justify-end gap-3">
        <Button size="s" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="s" type="submit" look="danger" isLoading={undo.isPending}>
          Undo
        </Button>
      </div>
    </form>
  )
}

const outcomes = [
  { value: 'upheld', label: 'The decision stands' },
  { value: 'reversed', label: 'Reverse it' },
] as const

function AppealForm({ decisionId }: { decisionId: string }) {
  const [outcome, setOutcome] = useState<'upheld' | 'reversed'>('upheld')
  const { words, setWords, error, check } = useWords()
  const decide = useDecideAppeal()
  const save = () =>
    check() &&
    attempt('Couldn’t decide the appeal', async () => {
      await decide.mutateAsync({ params: { id: decisionId }, body: { outcome, words: words.trim() } })
      toast(outcome === 'upheld' ? 'The decision stands' : 'Decision reversed')
    })
  return (
    <form noValidate className="grid gap-3" onSubmit={submitting(save)}>
      <Segments label="Outcome of the appeal" options={outcomes} value={outcome} onChange={setOutcome} />
      <Field label="Answer to the appeal" error={error}>
        <TextArea value={words} onChange={({ target }) => setWords(target.value)} />
      </Field>
      <Button size="s" type="submit" look="danger" className="justify-self-end" isLoading={decide.isPending}>
        Decide the appeal
      </Button>
    </form>
  )
}
