import { limits, type Statement } from '#modules/moderation/api'
import { useState } from 'react'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { Field, TextArea } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { relativeTime } from '#web/lib/relative_time'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { thingNames } from '../texts.ts'

interface StatementViewProps {
  statement: Statement
  /** Sends an appeal. */
  onAppeal: (words: string) => Promise<unknown>
  level: 1 | 2
}

const outcomeNames = { upheld: 'The decision stands.', reversed: 'The decision was reversed.' }

/** A statement of reasons, and the appeal against it. */
export function StatementView({ statement, onAppeal, level }: StatementViewProps) {
  const { title, thing, paragraphs, createdAt, isUndone, appeal, canAppeal } = statement
  const [isAppealing, setIsAppealing] = useState(false)
  const Title = `h${level}` as const
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
        <time dateTime={createdAt}>{relativeTime(createdAt)}</time>
        <span className="min-w-0 break-words">
          {thingNames[thing.kind]}: {thing.title}
        </span>
        {isUndone && <Badge tone="success">Undone</Badge>}
        {appeal?.outcome === null && <Badge tone="accent">Appeal is open</Badge>}
      </p>
      <Title className={level === 1 ? 'display text-3xl' : 'font-semibold'}>{title}</Title>
      {paragraphs.map((text, index) => (
        <p key={index} className="text-ui break-words whitespace-pre-wrap text-soft">
          {text}
        </p>
      ))}
      {appeal && (
        <div className="rounded-control border border-line bg-bg px-3.5 py-3 text-ui">
          <p className="text-sm font-semibold">Your appeal</p>
          <p className="mt-1 break-words whitespace-pre-wrap text-soft">{appeal.words}</p>
          {appeal.outcome && (
            <p className="mt-2 break-words whitespace-pre-wrap">
              {outcomeNames[appeal.outcome]} {appeal.answer}
            </p>
          )}
        </div>
      )}
      {canAppeal &&
        (isAppealing ? (
          <AppealForm onAppeal={onAppeal} onCancel={() => setIsAppealing(false)} />
        ) : (
          <Button className="justify-self-start" onClick={() => setIsAppealing(true)}>
            Appeal
          </Button>
        ))}
    </article>
  )
}

function AppealForm({ onAppeal, onCancel }: Pick<StatementViewProps, 'onAppeal'> & { onCancel: () => void }) {
  const [words, setWords] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const length = countCodePoints(words.trim())
  const send = async () => {
    if (length === 0) return setError('Please write why the decision is wrong.')
    if (length > limits.wordsMax) return setError('Please write less.')
    setIsSending(true)
    await attempt('Couldn’t send the appeal', async () => {
      await onAppeal(words.trim())
      toast('Appeal sent', 'Another person will look at it.')
    })
    setIsSending(false)
  }
  return (
    <form noValidate className="mt-1 grid gap-3" onSubmit={submitting(send)}>
      <Field
        label="Why is the decision wrong?"
        hint="You can appeal once."
        error={error}
        aside={`${length.toLocaleString('en')} / ${limits.wordsMax.toLocaleString('en')}`}
      >
        <TextArea
          autoFocus
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setError(null)
          }}
        />
      </Field>
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" isLoading={isSending}>
          Send appeal
        </Button>
      </div>
    </form>
  )
}
