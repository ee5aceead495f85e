import type { ReactNode } from 'react'

/** Rows in one frame. */
export const Ledge = ({ children }: { children: ReactNode }) => (
  <ul className="mt-5 divide-y divide-line overflow-clip rounded-card border border-line bg-raised">{children}</ul>
)
