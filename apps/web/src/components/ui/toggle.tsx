import Check from 'lucide-react/icons/check'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}

/** Takes effect when the form is submitted. A native checkbox, so it registers with form libraries. */
export function Checkbox({ label, hint, className, ...rest }: ToggleProps) {
  const id = useId()
  return (
    <label className={classNames(row, className)}>
      <span className="relative mt-px grid size-6 shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-describedby={hint ? id : undefined}
          className="peer size-6 appearance-none rounded-[0.375rem] border border-line-strong bg-field transition-colors checked:border-accent checked:bg-accent group-hover:border-text disabled:border-line-strong"
          {...rest}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute size-4 scale-50 text-on-accent opacity-0 transition-[scale,opacity] ease-spring peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <ToggleText id={id} label={label} hint={hint} />
    </label>
  )
}

/** Takes effect immediately. */
export function Switch({ label, hint, className, ...rest }: ToggleProps) {
  const id = useId()
  return (
    <label className={classNames(row, 'justify-between', className)}>
      <ToggleText id={id} label={label} hint={hint} />
      <span className="relative mt-px h-6.5 w-11 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={hint ? id : undefined}
          className="peer size-full appearance-none rounded-full border border-line-strong bg-hover transition-colors duration-medium checked:border-accent checked:bg-accent"
          {...rest}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-1 size-4.5 -translate-y-1/2 rounded-full bg-soft shadow-rest transition-[translate,background-color] duration-medium ease-spring peer-checked:translate-x-[1.125rem] peer-checked:bg-on-accent"
        />
      </span>
    </label>
  )
}

const row =
  'group flex min-h-touch cursor-pointer items-start gap-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:opacity-55'

function ToggleText({ id, label, hint }: { id: string; label: ReactNode; hint: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block text-ui font-medium break-words">{label}</span>
      {hint && (
        <span id={id} className="mt-0.5 block text-sm text-faint">
          {hint}
        </span>
      )}
    </span>
  )
}
