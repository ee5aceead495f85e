import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

interface BorderedListProps {
  /** `ol` where the order carries meaning. */
  as?: 'ul' | 'ol'
  label?: string
  className?: string
  children: ReactNode
}

/** Rows in one frame, divided by lines. */
export function BorderedList({ as: List = 'ul', label, className, children }: BorderedListProps) {
  return (
    <List
      aria-label={label}
      className={classNames('divide-y divide-line overflow-clip rounded-card border border-line bg-raised', className)}
    >
      {children}
    </List>
  )
}
