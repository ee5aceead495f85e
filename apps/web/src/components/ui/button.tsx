import type { ButtonHTMLAttributes } from 'react'
import { classNames } from '../../lib/class_names.ts'

type Look = 'primary' | 'outline' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  outline: 'border border-line-strong hover:bg-hover',
  quiet: 'text-soft hover:bg-hover hover:text-text',
  danger: 'border border-danger-line bg-danger text-danger-text hover:brightness-110',
}

const base =
  'inline-flex min-h-touch min-w-touch items-center justify-center gap-2 text-[0.9375rem] font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-50'

/** The classes of a button, for links that look like one. */
export function buttonClasses(look: Look = 'outline', isIcon = false): string {
  return classNames(base, looks[look], isIcon ? 'size-11 shrink-0 rounded-full' : 'rounded-control px-4 py-2')
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Only an icon inside: round, and it needs an `aria-label`. */
  isIcon?: boolean
}

export function Button({ look, isIcon, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(buttonClasses(look, isIcon), className)} {...rest} />
}
