import type { ReactNode, Ref } from 'react'

interface PageHeaderProps {
  title: string
  lead?: ReactNode
  /** What can be done on the whole page: at the right where there is room, below where there is not. */
  children?: ReactNode
  /** Of the heading, which can take the focus when what had it is gone. */
  ref?: Ref<HTMLHeadingElement>
}

/** How a page of the frame begins. */
export function PageHead({ title, lead, children, ref }: PageHeaderProps) {
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
