import { limits, type User } from '#modules/accounts/api'
import { deleteAccount } from '#modules/accounts/calls'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { hasRubies } from '#web/lib/has_rubies'
import { Alert } from '#web/components/ui/alert'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { useCall } from '#web/lib/use_call'
import { rubiesText } from '#web/components/shared/rubies_text'
import { disableSignInRedirect } from '#web/components/shared/sign_in_redirect'
import { DialogForm } from './dialog_form.tsx'

interface DeleteAccountProps {
  user: User
  /** Without a password, a recent sign-in is required instead. */
  hasPassword: boolean
  /** Called once the user is signed out. */
  onLeave: () => void
}

export function DeleteAccount({ user, hasPassword, onLeave }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-x-6 gap-y-4 rounded-panel border border-danger-line p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:p-5">
      <div>
        <h3 className="font-semibold text-danger-text">Delete account</h3>
        <p className="mt-1 text-sm text-pretty text-soft">
          This also deletes your chats{hasRubies() ? ', characters and rubies' : ' and characters'}. It can’t be undone.
        </p>
      </div>
      <Button look="danger" onClick={() => setIsOpen(true)} className="max-sm:w-full">
        Delete account
      </Button>
      <DeleteAccountDialog
        isOpen={isOpen}
        user={user}
        hasPassword={hasPassword}
        onCancel={() => setIsOpen(false)}
        onLeave={onLeave}
      />
    </div>
  )
}

interface DeleteAccountDialogProps {
  isOpen: boolean
  user: User
  hasPassword: boolean
  onCancel: () => void
  onLeave: () => void
}

/** Typed by the user, so that two clicks can't delete an account. */
const confirmationWord = 'delete'

/** Explains what is deleted, then asks for the password and a confirmation word. Afterwards it only leads to the start page. */
function DeleteAccountDialog({ isOpen, onCancel, onLeave, ...rest }: DeleteAccountDialogProps) {
  const [isDeleted, setIsDeleted] = useState(false)
  if (isDeleted)
    return (
      <Dialog isOpen onClose={onLeave} title="Your account is deleted">
        <p className="mt-3 text-soft" role="status">
          You are signed out on all devices. Your e-mail address and username can be used again. Thank you for your time
          here.
        </p>
        <div className="mt-7 flex justify-end max-sm:[&>*]:flex-1">
          <Button look="primary" autoFocus onClick={onLeave}>
            Go to the start page
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title="Delete your account">
      <DeleteAccountForm {...rest} onCancel={onCancel} onDeleted={() => setIsDeleted(true)} />
    </Dialog>
  )
}

type DeleteAccountFormProps = Pick<DeleteAccountDialogProps, 'user' | 'hasPassword' | 'onCancel'> & {
  onDeleted: () => void
}

function DeleteAccountForm({ user, hasPassword, onCancel, onDeleted }: DeleteAccountFormProps) {
  const form = useForm({ defaultValues: { currentPassword: '', word: '' } })
  const { errors } = form.formState
  const deletion = useCall(deleteAccount)
  const send = async ({ currentPassword }: { currentPassword: string }) => {
    await deletion.mutateAsync({ body: hasPassword ? { currentPassword } : {} })
    disableSignInRedirect()
    onDeleted()
  }
  return (
    <>
      <DeletionSummary user={user} />
      <DialogForm
        form={form}
        sending={deletion}
        onSend={send}
        onCancel={onCancel}
        submitLabel="Delete account"
        look="danger"
        failure="Your account couldn’t be deleted. Try again."
        className="mt-6 grid gap-4"
      >
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {!hasPassword && (
          <Alert>
            Your account has no password. You must have signed in within the last {limits.freshSignInMinutes} minutes.
          </Alert>
        )}
        {hasPassword && (
          <Field label="Current password" error={errors.currentPassword?.message}>
            <Input
              type="password"
              autoComplete="current-password"
              {...form.register('currentPassword', { required: 'Enter your current password.' })}
            />
          </Field>
        )}
        <Field label={`Type “${confirmationWord}” to confirm`} error={errors.word?.message}>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('word', {
              validate: (typed) => typed.trim().toLowerCase() === confirmationWord || `Type “${confirmationWord}”.`,
            })}
          />
        </Field>
      </DialogForm>
    </>
  )
}

/** Must match what the server deletes. */
function DeletionSummary({ user: { rubies } }: { user: User }) {
  const forfeited = `Your ${rubiesText(rubies)}, without a refund`
  const deleted = [
    'Your name, e-mail address, password and persona',
    'All your chats, including replies in progress',
    'Your characters: they can’t be found or chatted with',
    'Your likes, your comments and pictures used only by you',
    ...(rubies > 0 ? [forfeited] : []),
  ]
  const kept = [
    'Other people’s chats with your public characters',
    'Purchases and ruby transactions, under a number instead of your name',
    'A hash of your e-mail address, for one year: a new account with it gets no welcome rubies',
  ]
  return (
    <div className="mt-3 grid gap-4 text-ui">
      <p className="text-soft">This can’t be undone. You may want to export your data first.</p>
      <List title="What will be deleted" entries={deleted} />
      <List title="What we keep" entries={kept} />
    </div>
  )
}

function List({ title, entries }: { title: string; entries: readonly string[] }) {
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5 text-sm text-soft marker:text-faint">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  )
}
