import type { UseFormReturn } from 'react-hook-form'
import { Field, Input } from '#web/components/ui/field'

interface CodeFieldProps {
  form: UseFormReturn<{ code: string }>
  label: string
  hint: string
  /** Only a code of the app, which has digits only; recovery codes are refused. */
  isAppCode?: boolean
}

export function CodeField({ form, label, hint, isAppCode = false }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors.code?.message} className="max-w-72">
      <Input
        inputMode={isAppCode ? 'numeric' : undefined}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono tracking-widest"
        {...form.register('code', { validate: (code) => code.trim() !== '' || 'Enter a code.' })}
      />
    </Field>
  )
}
