import {
  decisionsFor,
  limits,
  reasons,
  type CaseDetails,
  type DecisionKind,
  type Reason,
} from '#modules/moderation/api'
import { useRef, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { Segments } from '#web/components/ui/segments'
import { countCodePoints } from '#web/lib/code_points'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useDecideCase } from '../cases.ts'
import { decidedNames, decisionNames } from '../texts.ts'
import { useShortcuts } from '../use_shortcuts.ts'
import { AlikePictures } from './alike_pictures.tsx'

const reasonOptions = Object.fromEntries(Object.entries(reasons).map(([value, { label }]) => [value, label]))
const onPeople: readonly DecisionKind[] = ['warn', 'suspend', 'ban']
const usualDays = 7

/** The first sentence of the statement, which the moderator completes. */
const templateOf = (kind: DecisionKind, reason: Reason) =>
  kind === 'dismiss' ? 'We found no violation of our rules.' : reasons[reason].ground

/** Names the reader of the words. The sender of a notice that isn’t about a thing here gets them as the answer. */
const labelOf = ({ thing }: CaseDetails, kind: DecisionKind) => {
  if (thing.kind === 'notice') return 'Answer to the sender'
  return kind === 'dismiss' ? 'Note' : 'Statement for the author'
}

/** Keys that choose a decision: the first letters, and A for adult. */
const keyOf = (kind: DecisionKind) => (kind === 'mark_adult' ? 'a' : kind[0]!)

/** Decides a case, with a reason from the templates. The person concerned reads the words. */
export function DecisionForm({ of }: { of: CaseDetails }) {
  const kinds = decisionsFor[of.thing.kind].filter((kind) => of.author !== null || !onPeople.includes(kind))
  const [kind, setKind] = useState<DecisionKind>('dismiss')
  const [reason, setReason] = useState<Reason>(of.reason)
  const [typed, setTyped] = useState<string | null>(null)
  const [days, setDays] = useState(String(usualDays))
  const [alike, setAlike] = useState<readonly string[]>([])
  const [hasErrors, setHasErrors] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const decide = useDecideCase()
  const words = typed ?? templateOf(kind, reason)
  const length = countCodePoints(words.trim())
  const isDaysInvalid = kind === 'suspend' && !(Number(days) >= 1 && Number(days) <= limits.suspensionDaysMax)
  const isInvalid = length === 0 || length > limits.wordsMax || isDaysInvalid

  useShortcuts((key) => {
    const chosen = kinds.find((each) => keyOf(each) === key)
    if (!chosen) return false
    setKind(chosen)
    field.current?.focus()
    return true
  })

  const save = () => {
    if (isInvalid) return setHasErrors(true)
    return attempt('Couldn’t save the decision', async () => {
      const decision = { kind, words: words.trim(), seen: of.decisions.length }
      await decide.mutateAsync({
        params: { id: of.id },
        body: {
          ...decision,
          reason: kind === 'dismiss' ? null : reason,
          ...(kind === 'suspend' && { days: Number(days) }),
          ...(kind === 'remove' && { alike: [...alike] }),
        },
      })
      toast(decidedNames[kind], of.title)
    })
  }

  return (
    <form
      noValidate
      className="grid gap-4 rounded-card border border-line bg-raised p-4 sm:p-5"
      onSubmit={submitting(save)}
    >
      <Segments
        label="Decision"
        options={kinds.map((value) => ({ value, label: decisionNames[value] }))}
        value={kind}
        onChange={setKind}
      />
      {kind !== 'dismiss' && (
        <Field label="Reason">
          <NativeSelect
            options={reasonOptions}
            value={reason}
            onChange={({ target }) => setReason(target.value as Reason)}
          />
        </Field>
      )}
      {kind === 'remove' && of.alike.length > 0 && (
        <AlikePictures hashes={of.alike} chosen={alike} onChange={setAlike} />
      )}
      {kind === 'suspend' && (
        <Field
          label="Days"
          error={hasErrors && isDaysInvalid ? `Choose 1 to ${limits.suspensionDaysMax} days.` : null}
          className="max-w-40"
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={limits.suspensionDaysMax}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </Field>
      )}
      <Field
        label={labelOf(of, kind)}
        hint={kind === 'dismiss' && of.thing.kind !== 'notice' ? 'Only moderators read it.' : undefined}
        aside={`${length.toLocaleString('en')} / ${limits.wordsMax.toLocaleString('en')}`}
        error={
          length > limits.wordsMax ? 'Please write less.' : hasErrors && length === 0 ? 'Please write a reason.' : null
        }
      >
        <TextArea
          ref={field}
          value={words}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-4">
        <p className="text-xs text-faint pointer-coarse:hidden">
          Keys: {kinds.map((each) => `${keyOf(each).toUpperCase()} ${decisionNames[each].toLowerCase()}`).join(', ')}.
          Ctrl + Enter to decide
        </p>
        <Button type="submit" look={kind === 'dismiss' ? 'outline' : 'danger'} isLoading={decide.isPending}>
          {decisionNames[kind]}
        </Button>
      </div>
    </form>
  )
}
