import type { ReactNode, Ref } from 'react'

interface PageHeaderProps {
  title: string
  lead?: ReactNode
  /** Actions for the whole page: at the right, or below on narrow screens. */
  children?: ReactNode
  /** The ref of the heading, which can receive focus when the focused element disappears. */
  ref?: Ref<HTMLHeadingElement>
}

export function PageHeader({ title, lead, children, ref }: PageHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 sm:mb-8">
      <div className="min-w-0">
        <h1 ref={ref} tabIndex={-1} className="display text-4xl break-words outline-none">
          {title}
        </h1>
        {lead && <p className="mt-2 text-soft sm:text-lg">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
