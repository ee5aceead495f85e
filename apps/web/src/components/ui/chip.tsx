import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from '#web/lib/class_names'

export function chipClasses(isCurrent: boolean): string {
  return classNames(
    'inline-flex min-h-touch min-w-touch items-center justify-center gap-1.5 rounded-full border px-4 text-sm font-medium whitespace-nowrap transition-colors select-none',
    isCurrent
      ? 'border-transparent bg-text text-bg'
      : 'border-line bg-raised text-soft hover:border-line-strong hover:text-text'
  )
}

interface ChipProps {
  isCurrent?: boolean
  children: ReactNode
}

/** A filter toggle. */
export function Chip({ isCurrent = false, children, onClick }: ChipProps & { onClick: () => void }) {
  return (
    <button type="button" aria-pressed={isCurrent} onClick={onClick} className={chipClasses(isCurrent)}>
      {children}
    </button>
  )
}

/** A filter with its own URL. */
export function ChipLink({ isCurrent = false, className, ...rest }: ChipProps & LinkProps) {
  return (
    <Link
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(chipClasses(isCurrent), className)}
      {...rest}
    />
  )
}
