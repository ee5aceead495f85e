import { limits, type HeldReviewDetails } from '#modules/gallery/api'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Field, TextArea } from '#web/components/ui/field'
import { countCodePoints } from '#web/lib/code_points'
import { attempt, toast } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { useDecideReview } from '../held.ts'

const questions: Record<HeldReviewDetails['kind'], string> = {
  character: 'Its creator sees your reason, and can change it and ask again.',
  comment: 'Only its author goes on seeing it.',
  profile: 'It loses its username, its names and its picture. That can’t be undone.',
}

/** Approves or refuses held content, and returns to the list. */
export function DecisionForm({ item: { id, round, kind, isEscalated } }: { item: HeldReviewDetails }) {
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const navigate = useNavigate()
  const decide = useDecideReview()
  const isTooLong = countCodePoints(reason.trim()) > limits.reviewReasonMax
  const send = (approved: boolean) =>
    attempt('Failed to decide', async () => {
      await decide.mutateAsync({ params: { id }, body: { round, approved, reason: reason.trim() || null } })
      toast(approved ? 'Approved' : 'Refused', approved ? 'Others can see it now.' : 'It stays unpublished.')
      void navigate(screens.adminHeld.path)
    })
  return (
    <section
      aria-label="Decision"
      className="grid gap-5 rounded-card border border-line bg-raised p-4 sm:p-6 lg:sticky lg:top-[calc(var(--top-bar)+1.5rem)]"
    >
      {isEscalated && (
        <Alert tone="danger" title="This can’t be approved">
          Moderation found content that sexualizes minors. Refuse it, and consider disabling the account and reporting
          it to the authorities.
        </Alert>
      )}
      {kind === 'character' && (
        <Field
          label="Reason"
          isOptional
          hint="The creator sees it if you refuse."
          error={isTooLong ? `A reason has at most ${limits.reviewReasonMax} characters.` : null}
        >
          <TextArea value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        {!isEscalated && (
          <Button look="primary" isLoading={decide.isPending} disabled={isTooLong} onClick={() => void send(true)}>
            Approve
          </Button>
        )}
        <Button isLoading={decide.isPending} disabled={isTooLong} onClick={() => setIsAsked(true)}>
          Refuse
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title="Refuse to publish this?"
        question={questions[kind]}
        confirmLabel="Refuse"
        onConfirm={() => void send(false)}
        onCancel={() => setIsAsked(false)}
      />
    </section>
  )
}
