import type { ReactNode } from 'react'

interface MessagePageProps {
  drawing: ReactNode
  title: ReactNode
  text: string
  /** The buttons or links below the text. */
  children: ReactNode
}

/** A page with a drawing, a message and what to do next. */
export function MessagePage({ drawing, title, text, children }: MessagePageProps) {
  return (
    <div className="group mx-auto flex max-w-lg flex-1 animate-fade flex-col items-center justify-center px-4 py-14 text-center">
      <div className="[&>svg]:h-44 [&>svg]:overflow-visible sm:[&>svg]:h-56">{drawing}</div>
      <h1 className="display mt-8 text-2xl">{title}</h1>
      <p className="mt-4 text-lg text-balance text-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
