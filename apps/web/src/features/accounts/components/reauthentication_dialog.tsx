import type { AccountSettings } from '#modules/accounts/api'
import { proveByPassword, proveByProvider } from '#modules/accounts/calls'
import { useForm } from 'react-hook-form'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { sentenceOf } from '#web/lib/api_error'
import { browser } from '#web/lib/browser'
import { useCall } from '#web/lib/use_call'
import { useReauthenticationPrompt } from '#web/lib/reauthentication'
import { DialogForm } from './dialog_form.tsx'

/** Asks users to reauthenticate before they change how they sign in. */
export function ReauthenticationDialog({ settings }: { settings: AccountSettings }) {
  const { isAsked, answer } = useReauthenticationPrompt()
  return (
    <Dialog isOpen={isAsked} onClose={() => answer(false)} title="Confirm it’s you">
      {settings.hasPassword ? (
        <PasswordPrompt email={settings.email} onAnswer={answer} />
      ) : (
        <ProviderPrompt signIns={settings.signIns} onCancel={() => answer(false)} />
      )}
    </Dialog>
  )
}

function PasswordPrompt({ email, onAnswer }: { email: string; onAnswer: (isConfirmed: boolean) => void }) {
  const form = useForm({ defaultValues: { currentPassword: '' } })
  const prove = useCall(proveByPassword)
  return (
    <DialogForm
      form={form}
      sending={prove}
      onSend={(body) => prove.mutateAsync({ body }).then(() => onAnswer(true))}
      onCancel={() => onAnswer(false)}
      submitLabel="Continue"
      className="mt-3 grid gap-4"
    >
      <p className="text-soft">You signed in a while ago. Enter your password to continue.</p>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Your password" error={form.formState.errors.currentPassword?.message}>
        <Input
          type="password"
          autoComplete="current-password"
          {...form.register('currentPassword', { required: 'Enter your password.' })}
        />
      </Field>
    </DialogForm>
  )
}

interface ProviderPromptProps {
  signIns: AccountSettings['signIns']
  onCancel: () => void
}

function ProviderPrompt({ signIns, onCancel }: ProviderPromptProps) {
  const proveBy = useCall(proveByProvider)
  const redirectTo = async (provider: string) => {
    const { url } = await proveBy.mutateAsync({ params: { provider } })
    browser.leaveTo(url)
  }
  return (
    <div className="mt-3 grid gap-4">
      <p className="text-soft">
        You signed in a while ago. Sign in with your provider again, then come back here and repeat your change.
      </p>
      {proveBy.error && (
        <Alert tone="danger" isLive>
          {sentenceOf(proveBy.error, 'Something went wrong. Try again.')}
        </Alert>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
        <Button onClick={onCancel}>Cancel</Button>
        {signIns
          .filter(({ linkedAt }) => linkedAt !== null)
          .map(({ provider, name }) => (
            <Button
              key={provider}
              look="primary"
              isLoading={proveBy.isPending && proveBy.variables.params.provider === provider}
              onClick={() => void redirectTo(provider).catch(() => {})}
            >
              Continue with {name}
            </Button>
          ))}
      </div>
    </div>
  )
}
