import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

/** A placeholder for loading content. Give it the content's size, and announce the loading state with `Loading`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('gleam rounded-control bg-hover', className)} />
}

interface LoadingProps {
  /** Announces the loading content to screen readers. */
  label: string
  className?: string
  /** Placeholders. */
  children: ReactNode
}

export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
