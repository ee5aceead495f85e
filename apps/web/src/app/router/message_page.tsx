import type { ReactNode } from 'react'

interface WholePageProps {
  drawing: ReactNode
  title: ReactNode
  text: string
  /** The way on. */
  children: ReactNode
}

/** A page that has one thing to say. */
export function WholePage({ drawing, title, text, children }: WholePageProps) {
  return (
    <div className="group mx-auto flex max-w-lg flex-1 animate-fade flex-col items-center justify-center px-4 py-14 text-center">
      <div className="[&>svg]:h-44 [&>svg]:overflow-visible sm:[&>svg]:h-56">{drawing}</div>
      <h1 className="display mt-8 text-2xl">{title}</h1>
      <p className="mt-4 text-lg text-balance text-soft">{text}</p>
      <div className="mt-8">{children}</div>
    </div>
  )
}
