import { useForm } from 'react-hook-form'
import { Dialog } from '#web/components/ui/dialog'
import { useRemoveSecondFactor, useRenewRecoveryCodes } from '../../second_factor.ts'
import { CodeField } from './code_field.tsx'
import { DialogForm } from '../dialog_form.tsx'

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
  const isRemoval = action === 'remove'
  const send = async (body: { code: string }) => {
    if (!isRemoval) return onRenewed((await renew.mutateAsync({ body })).recoveryCodes)
    await remove.mutateAsync({ body })
    onRemoved()
  }
  return (
    <DialogForm
      form={form}
      sending={isRemoval ? remove : renew}
      onSend={send}
      onCancel={onCancel}
      submitLabel={texts[action].label}
      look={isRemoval ? 'danger' : 'primary'}
      className="mt-3 grid gap-5"
    >
      <p className="text-soft">{texts[action].text}</p>
      <CodeField form={form} label="Code" hint="From your app, or a recovery code." />
    </DialogForm>
  )
}
