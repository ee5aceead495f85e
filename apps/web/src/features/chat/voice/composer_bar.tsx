import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

interface ComposerBarProps {
  label: string
  icon: ReactNode
  /** Announced when it changes. */
  status: string
  className: string
  /** Buttons. */
  children: ReactNode
}

/** A bar above the composer, about speaking or listening. */
export function ComposerBar({ label, icon, status, className, children }: ComposerBarProps) {
  return (
    <div className={classNames('mx-auto w-[min(100%-1.5rem,37.5rem)]', className)}>
      <div
        role="group"
        aria-label={label}
        className="flex animate-fade items-center gap-2 rounded-control border border-line bg-field py-1 pr-1 pl-3 text-sm shadow-card"
      >
        {icon}
        <p role="status" className="line-clamp-2 min-w-0 flex-1">
          {status}
        </p>
        {children}
      </div>
    </div>
  )
}
