import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { toneClasses, type Tone } from './badge.tsx'

const icons: Record<Tone, typeof Info> = {
  neutral: Info,
  accent: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

interface AlertProps {
  tone?: Tone
  title?: string
  children: ReactNode
  action?: ReactNode
  /** Announce it when it appears. For events, not for permanent notices. */
  isLive?: boolean
}

export function Alert({ tone = 'neutral', title, children, action, isLive = false }: AlertProps) {
  const Icon = icons[tone]
  return (
    <div
      role={isLive ? 'alert' : undefined}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-panel border px-4 py-3 text-ui',
        tone === 'neutral' ? 'border-line bg-raised text-soft' : toneClasses[tone]
      )}
    >
      <div className="flex min-w-0 flex-1 basis-44 items-start gap-x-3 self-center">
        <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
        <div className="min-w-0 flex-1 break-words">
          {title && <p className="font-semibold">{title}</p>}
          <div className="text-pretty">{children}</div>
        </div>
      </div>
      {action}
    </div>
  )
}
