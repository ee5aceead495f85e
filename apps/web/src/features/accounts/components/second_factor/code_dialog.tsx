import { useForm } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { useRemoveSecondFactor, useRenewRecoveryCodes } from '../../second_factor.ts'
import { showFieldErrors } from '../../settings_forms.ts'
import { CodeField } from './code_field.tsx'
import { FormError } from '../form_error.tsx'

export type CodeAction = 'remove' | 'renew'

const texts = {
  remove: {
    title: 'Turn off two-step sign-in',
    text: 'Signing in will need only the first step. Your recovery codes stop working, and all other devices are signed out.',
    label: 'Turn off',
  },
  renew: {
    title: 'New recovery codes',
    text: 'You get ten new codes. Your old codes stop working.',
    label: 'Create new codes',
  },
} as const

interface CodeDialogProps {
  /** Null closes the dialog. */
  action: CodeAction | null
  onClose: () => void
  onRemoved: () => void
  onRenewed: (recoveryCodes: readonly string[]) => void
}

/** Explains the action and asks for a code. */
export function CodeDialog({ action, onClose, ...rest }: CodeDialogProps) {
  if (!action) return null
  return (
    <Dialog isOpen onClose={onClose} title={texts[action].title}>
      <CodeForm action={action} onCancel={onClose} {...rest} />
    </Dialog>
  )
}

type CodeFormProps = Pick<CodeDialogProps, 'onRemoved' | 'onRenewed'> & { action: CodeAction; onCancel: () => void }

function CodeForm({ action, onCancel, onRemoved, onRenewed }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const remove = useRemoveSecondFactor()
  const renew = useRenewRecoveryCodes()
  const { error, isPending } = action === 'remove' ? remove : renew
  const send = form.handleSubmit(async (body) => {
    if (isPending) return
    try {
      if (action === 'renew') onRenewed((await renew.mutateAsync({ body })).recoveryCodes)
      else {
        await remove.mutateAsync({ body })
        onRemoved()
      }
    } catch (failure) {
      showFieldErrors(form, failure)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="mt-3 grid gap-5">
      <p className="text-soft">{texts[action].text}</p>
      <CodeField form={form} label="Code" hint="From your app, or a recovery code." />
      <FormError form={form} error={error} />
      <div className="mt-2 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={action === 'remove' ? 'danger' : 'primary'} isLoading={isPending}>
          {texts[action].label}
        </Button>
      </div>
    </form>
  )
}
