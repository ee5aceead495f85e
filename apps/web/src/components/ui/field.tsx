import { createContext, use, useId, useMemo, type ComponentProps, type ReactNode } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { classNames } from '#web/lib/class_names'
import { controlClasses } from './control_classes.ts'

/** Props that link a control to the label, hint and error of the field around it. */
const ControlContext = createContext<Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>>({})

interface FieldProps {
  label: string
  /** Shown below the control unless there is an error. */
  hint?: ReactNode
  error?: string | null
  /** Positive feedback ('Username is available!'). */
  success?: string | null
  isOptional?: boolean
  /** At the right of the label, such as a counter. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A labelled control: `<Field label="Name"><Input /></Field>`. Errors are announced. */
export function Field({ label, hint, error, success, isOptional, aside, className, children }: FieldProps) {
  const id = useId()
  const note = error || success || hint
  const describedBy = note ? `${id}-note` : undefined
  const isInvalid = error ? true : undefined
  const control = useMemo(
    () => ({ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }),
    [id, describedBy, isInvalid]
  )
  return (
    <div className={classNames('grid min-w-0 gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {isOptional && <span className="font-normal text-faint"> (optional)</span>}
        </label>
        {aside && <span className="text-xs text-faint tabular-nums">{aside}</span>}
      </div>
      <ControlContext value={control}>{children}</ControlContext>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={classNames(
          'text-sm empty:hidden',
          error ? 'text-danger-text' : success ? 'text-success-text' : 'text-faint'
        )}
      >
        {note}
      </p>
    </div>
  )
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input dir="auto" className={classNames(controlClasses, 'h-11', className)} {...use(ControlContext)} {...rest} />
  )
}

/** Grows with its text from three lines to `max-h` (where `field-sizing` is supported). */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={classNames(controlClasses, 'field-sizing-content max-h-96 min-h-24 resize-y py-2.5', className)}
      {...use(ControlContext)}
      {...rest}
    />
  )
}

interface NativeSelectProps extends ComponentProps<'select'> {
  /** The labels of options without children, by value. */
  options?: Readonly<Record<string, ReactNode>>
}

/** The browser's native select, for forms. Use `Select` for rich options. */
export function NativeSelect({ className, options = {}, children, ...rest }: NativeSelectProps) {
  return (
    <span className={classNames('relative block', className)}>
      <select className={classNames(controlClasses, 'h-11 appearance-none pr-10')} {...use(ControlContext)} {...rest}>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  )
}
