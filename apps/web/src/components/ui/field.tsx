import { useId, type ComponentProps, type ReactNode } from 'react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { classNames } from '../../lib/class_names.ts'

/** What ties a control to its label, hint and error. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  /** Stands below the control as long as there is no error. */
  hint?: ReactNode
  error?: string | null
  /** Good news about what was typed ('Username is available!'). */
  success?: string | null
  isOptional?: boolean
  /** At the right of the label: a counter, say. */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A labelled control: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. Errors are announced. */
export function Field({ label, hint, error, success, isOptional, aside, className, children }: FieldProps) {
  const id = useId()
  const note = error || success || hint
  return (
    <div className={classNames('grid min-w-0 gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {isOptional && <span className="font-normal text-faint"> (optional)</span>}
        </label>
        {aside && <span className="text-xs text-faint tabular-nums">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': note ? `${id}-note` : undefined, 'aria-invalid': error ? true : undefined })}
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

/** The look of everything that is typed into or chosen from. 16 px on small screens, or a phone would zoom in. */
export const controlClasses =
  'w-full min-w-0 rounded-control border border-line-strong bg-field px-3.5 text-base text-text transition-[border-color,background-color] enabled:hover:border-text focus-visible:border-focus focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-danger-text sm:text-ui'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(controlClasses, 'h-11', className)} {...rest} />
}

/** Grows with its text where the browser can, from three lines to `max-h`. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={classNames(controlClasses, 'field-sizing-content max-h-96 min-h-24 resize-y py-2.5', className)}
      {...rest}
    />
  )
}

/** The browser's own choice, for forms: the phone's wheel, the keyboard's letters. `Select` is the one for rich entries. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative block', className)}>
      <select className={classNames(controlClasses, 'h-11 appearance-none pr-10')} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-faint"
      />
    </span>
  )
}
