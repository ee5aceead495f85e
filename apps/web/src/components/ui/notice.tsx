import type { ReactNode } from 'react'

interface NoticeProps {
  title: string
  text?: string
  icon?: ReactNode
  /** What to do next. */
  children?: ReactNode
  /** As the page's own heading, or below one. */
  level?: 1 | 2
}

/** What stands where content would: nothing there, not found, failed. */
export function Notice({ title, text, icon, children, level = 2 }: NoticeProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex max-w-md animate-fade flex-col items-center px-4 py-16 text-center">
      {icon && (
        <div className="mb-5 grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text">{icon}</div>
      )}
      <Heading className="text-xl font-semibold tracking-tight">{title}</Heading>
      {text && <p className="mt-2 text-soft">{text}</p>}
      {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}
