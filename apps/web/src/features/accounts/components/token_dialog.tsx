import { tokenLimits, tokenScopes, type CreatedApiToken, type TokenDays, type TokenScope } from '#modules/access/api'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, NativeSelect } from '#web/components/ui/field'
import { Checkbox } from '#web/components/ui/toggle'
import { useCreateApiToken } from '../api_tokens.ts'
import { maxLength } from '../settings_forms.ts'
import { DialogForm } from './dialog_form.tsx'
import { ShownOnce } from './shown_once.tsx'

/** Creates a token, then shows it. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiToken | null>(null)
  return (
    <Dialog isOpen onClose={onClose} title={created ? 'Your token' : 'New token'}>
      {created ? (
        <ShownOnce name="token" value={created.value} text="Give it to your program only." onClose={onClose} />
      ) : (
        <TokenForm onClose={onClose} onCreated={setCreated} />
      )}
    </Dialog>
  )
}

export const scopeTexts: Record<TokenScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'See your characters, lorebooks, chats and pictures.' },
  chats: { label: 'Write in chats', hint: 'Send messages and get replies, which cost what they cost here.' },
  models: { label: 'Models', hint: 'Talk from other apps. Answers cost what replies cost here.' },
  characters: { label: 'Change characters', hint: 'Create and change characters, lorebooks and pictures.' },
}

const lifetimes = { 30: '30 days', 90: '90 days', 365: 'A year', '': 'Until you revoke it' }

interface TokenFormProps {
  onClose: () => void
  onCreated: (created: CreatedApiToken) => void
}

function TokenForm({ onClose, onCreated }: TokenFormProps) {
  const form = useForm({ defaultValues: { name: '', scopes: ['read'] as TokenScope[], days: '90' } })
  const { errors } = form.formState
  const create = useCreateApiToken()
  const isShort = maxLength(tokenLimits.nameMax)
  return (
    <DialogForm
      form={form}
      sending={create}
      onSend={({ name, scopes, days }) =>
        create
          .mutateAsync({ body: { name, scopes, days: days === '' ? null : (Number(days) as TokenDays) } })
          .then(onCreated)
      }
      onCancel={onClose}
      submitLabel="Create token"
      failure="Failed to create the token."
      className="mt-5 grid gap-5"
    >
      <Field label="Name" hint="For you, such as “Backup script”." error={errors.name?.message}>
        <Input
          autoComplete="off"
          {...form.register('name', {
            validate: (name) => (name.trim() === '' ? 'Give the token a name.' : isShort(name)),
          })}
        />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-ui font-semibold">The token may</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            {...scopeTexts[scope]}
            {...form.register('scopes', {
              validate: (scopes) => scopes.length > 0 || 'Choose at least one thing that the token may do.',
            })}
          />
        ))}
        {errors.scopes?.message && (
          <p role="alert" className="text-sm text-danger-text">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <Field label="Works for">
        <NativeSelect options={lifetimes} {...form.register('days')} />
      </Field>
    </DialogForm>
  )
}
