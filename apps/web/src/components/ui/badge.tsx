import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

export const toneClasses: Record<Tone, string> = {
  neutral: 'border-line bg-hover text-soft',
  accent: 'border-transparent bg-accent-soft text-accent-text',
  success: 'border-success-line bg-success text-success-text',
  warning: 'border-warning-line bg-warning text-warning-text',
  danger: 'border-danger-line bg-danger text-danger-text',
}

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1 rounded-full border px-2 py-0.5 text-xs font-semibold whitespace-nowrap [&>svg]:size-3',
        toneClasses[tone]
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}
