import { limits, type CreatedInvitation, type InvitationBody, type InvitedRole, type User } from '#modules/accounts/api'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, NativeSelect } from '#web/components/ui/field'
import { hasRubies } from '#web/lib/has_rubies'
import { useCreateInvitation } from '../invitations.ts'
import { maxLength } from '../settings_forms.ts'
import { DialogForm } from './dialog_form.tsx'
import { ShownOnce } from './shown_once.tsx'

interface InvitationDialogProps {
  user: Pick<User, 'role' | 'isAdmin'>
  hasSecondFactor: boolean
  /** The people that the user may still invite. Null without a limit. */
  left: number | null
  note: string
  onClose: () => void
}

/** Creates an invitation, then shows its link. */
export function InvitationDialog(props: InvitationDialogProps) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null)
  return (
    <Dialog isOpen onClose={props.onClose} title={created ? 'Your invitation' : 'New invitation'}>
      {created ? (
        <ShownOnce name="link" value={created.link} text="Send this link." onClose={props.onClose} />
      ) : (
        <InvitationForm {...props} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

const days = { 1: '1 day', 7: '7 days', 14: '14 days', 30: '30 days', 90: '90 days' }
const roles: Record<'' | InvitedRole, string> = { '': 'Member', creator: 'Creator', support: 'Support' }

type InvitationFormProps = InvitationDialogProps & { onCreated: (created: CreatedInvitation) => void }

function InvitationForm({ user, hasSecondFactor, left, note, onClose, onCreated }: InvitationFormProps) {
  const form = useForm({ defaultValues: { uses: '1', days: '14', note, role: '' as '' | InvitedRole, rubies: '0' } })
  const { errors } = form.formState
  const create = useCreateInvitation()
  const usesMax = Math.max(1, Math.min(left ?? limits.invitationUsesMax, limits.invitationUsesMax))
  const rubiesMax = limits.invitationRubiesMax
  return (
    <DialogForm
      form={form}
      sending={create}
      onSend={({ uses, days, note, role, rubies }) => {
        const body: InvitationBody = { uses: Number(uses), days: Number(days), note, role: role || null }
        return create.mutateAsync({ body: { ...body, rubies: Number(rubies) } }).then(onCreated)
      }}
      onCancel={onClose}
      submitLabel="Create link"
      failure="Failed to create the invitation."
      className="mt-5 grid gap-5"
    >
      <Field label="People" hint="How many accounts the link may open." error={errors.uses?.message}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={usesMax}
          {...form.register('uses', { validate: wholeNumber(1, usesMax) })}
        />
      </Field>
      <Field label="Works for">
        <NativeSelect options={days} {...form.register('days')} />
      </Field>
      <Field label="Note" isOptional hint="For you, and for admins." error={errors.note?.message}>
        <Input autoComplete="off" {...form.register('note', { validate: maxLength(limits.invitationNoteMax) })} />
      </Field>
      {user.role === 'owner' && hasSecondFactor && (
        <Field label="Role">
          <NativeSelect options={roles} {...form.register('role')} />
        </Field>
      )}
      {user.isAdmin && hasRubies() && (
        <Field label="Rubies for each person" hint="They count as your grants." error={errors.rubies?.message}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={rubiesMax}
            {...form.register('rubies', { validate: wholeNumber(0, rubiesMax) })}
          />
        </Field>
      )}
    </DialogForm>
  )
}

const wholeNumber = (min: number, max: number) => (text: string) => {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const isFine = Number.isInteger(number) && number >= min && number <= max
  return isFine || `Enter a whole number from ${min} to ${max.toLocaleString('en')}.`
}
