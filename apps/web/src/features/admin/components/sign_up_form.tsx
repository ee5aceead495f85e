import { limits, type SignUpMode, type SignUpSettings } from '#modules/accounts/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, Input } from '#web/components/ui/field'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useChangeSignUp, useSignUp } from '../sign_up.ts'
import { AdminSection } from './admin_section.tsx'

/** The rules of sign-up. They take effect at once. */
export function SignUpForm() {
  const settings = useSignUp()
  return (
    <AdminSection title="New accounts" text="A change takes effect at once, also for sign-in providers.">
      {settings.isPending ? (
        <Loading label="Loading the rules of sign-up" className="grid gap-3">
          <Skeleton className="h-44" />
          <Skeleton className="h-20 w-72" />
        </Loading>
      ) : !settings.data ? (
        <LoadFailed title="Couldn’t load the rules of sign-up" size="panel" query={settings} />
      ) : (
        <Form settings={settings.data} />
      )}
    </AdminSection>
  )
}

const modes: Record<SignUpMode, { name: string; text: string }> = {
  open: { name: 'Open', text: 'Everyone can create an account.' },
  invited: { name: 'By invitation', text: 'Only people with an invitation. Others can join the waiting list.' },
  closed: { name: 'Closed', text: 'No new accounts, also not with invitations. People can join the waiting list.' },
}

function Form({ settings }: { settings: SignUpSettings }) {
  const [mode, setMode] = useState(settings.mode)
  const [text, setText] = useState(String(settings.userInvitations))
  const change = useChangeSignUp()
  const userInvitations = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  const max = limits.userInvitationsMax
  const isFine = userInvitations <= max
  const isChanged = mode !== settings.mode || userInvitations !== settings.userInvitations
  const save = async () => {
    if (change.isPending || !isFine) return
    await attempt('Failed to save the rules', async () => {
      await change.mutateAsync({ body: { mode, userInvitations } })
      toast('Rules saved')
    })
  }
  const configured = modes[settings.configuredMode].name
  const choices = [
    { value: null, name: `As configured: ${configured}`, text: 'Follows SIGN_UP of the server’s configuration.' },
    ...(Object.keys(modes) as SignUpMode[]).map((value) => ({ value, ...modes[value] })),
  ]
  return (
    <form className="grid max-w-2xl gap-6" onSubmit={submitting(save)}>
      <fieldset className="grid gap-1">
        <legend className="sr-only">People who can create an account</legend>
        {choices.map(({ value, name, text }) => (
          <label
            key={name}
            className="flex min-h-touch items-start gap-3 rounded-control px-3 py-2.5 hover:bg-hover has-checked:bg-hover"
          >
            <input
              type="radio"
              name="mode"
              className="mt-1 accent-accent"
              checked={mode === value}
              onChange={() => setMode(value)}
            />
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-soft">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label="Invitations for each user"
        hint="How many people each user may invite. 0 for none. Admins and moderators may always invite people."
        error={isFine ? undefined : `Enter a whole number from 0 to ${max}.`}
        className="max-w-md"
      >
        <Input inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        isLoading={change.isPending}
        disabled={!isChanged || !isFine}
      >
        Save
      </Button>
    </form>
  )
}
