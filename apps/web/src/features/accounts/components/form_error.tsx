import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Alert } from '#web/components/ui/alert'
import { ApiError, isStatus, sentenceOf } from '#web/lib/api_error'

interface FormErrorProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  error: unknown
  /** Says what failed, if the server doesn't. */
  text?: string | undefined
  action?: ReactNode
}

/** Why a form couldn't be sent, unless it is shown next to a field or as the toast of an ended session. */
export function FormError<Values extends FieldValues>(props: FormErrorProps<Values>) {
  const { form, error, text = 'Something went wrong. Try again.', action } = props
  const isAtField = error instanceof ApiError && error.problems.some(({ field }) => field in form.getValues())
  if (!error || isAtField || isStatus(error, 401)) return null
  return (
    <Alert tone="danger" isLive action={action}>
      {sentenceOf(error, text)}
    </Alert>
  )
}
