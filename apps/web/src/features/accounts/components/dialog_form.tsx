import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button, type ButtonLook } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { showFieldErrors } from '../settings_forms.ts'
import { FormError } from './form_error.tsx'

interface DialogFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** The state of the mutation that `onSend` runs. */
  sending: { isPending: boolean; error: unknown }
  onSend: (values: Values) => Promise<unknown>
  onCancel: () => void
  submitLabel: string
  look?: ButtonLook
  isDisabled?: boolean
  /** Says what failed, if the server doesn't. */
  failure?: string
  className: string
  actionsClassName?: string
  children: ReactNode
}

/** A form in a dialog, with the server's errors, and buttons to send it and to cancel. */
export function DialogForm<Values extends FieldValues>(props: DialogFormProps<Values>) {
  const { form, sending, onSend, onCancel, submitLabel, look = 'primary', isDisabled = false, failure } = props
  const { className, actionsClassName = 'mt-7', children } = props
  const send = form.handleSubmit(async (values) => {
    if (sending.isPending || isDisabled) return
    await onSend(values).catch((error: unknown) => showFieldErrors(form, error))
  })
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <div className={className}>
        {children}
        <FormError form={form} error={sending.error} text={failure} />
      </div>
      <div className={classNames('flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1', actionsClassName)}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={look} isLoading={sending.isPending} disabled={isDisabled}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
