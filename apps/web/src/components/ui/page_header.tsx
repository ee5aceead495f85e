import type { ReactNode, Ref } from 'react'
import { classNames } from '#web/lib/class_names'

interface PageHeaderProps {
  title: string
  lead?: ReactNode
  /** Actions for the whole page: at the right, or below on narrow screens. */
  children?: ReactNode
  /** On phones, one line: a smaller title without the lead, and actions at the right. */
  isCompact?: boolean
  /** The ref of the heading, which can receive focus when the focused element disappears. */
  ref?: Ref<HTMLHeadingElement>
}

export function PageHeader({ title, lead, children, isCompact = false, ref }: PageHeaderProps) {
  return (
    <div
      className={classNames(
        'mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 sm:mb-8',
        isCompact && 'max-sm:mb-3 max-sm:flex-nowrap max-sm:items-center max-sm:gap-x-2'
      )}
    >
      <div className="min-w-0">
        <h1
          ref={ref}
          tabIndex={-1}
          className={classNames('display text-4xl break-words outline-none', isCompact && 'max-sm:text-xl')}
        >
          {title}
        </h1>
        {lead && <p className={classNames('mt-2 text-soft sm:text-lg', isCompact && 'max-sm:sr-only')}>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
