import type { ReactNode } from 'react'

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-[0.3125rem] border border-b-2 border-line-strong/60 bg-raised px-1.5 font-sans text-xs font-medium text-soft">
      {children}
    </kbd>
  )
}
