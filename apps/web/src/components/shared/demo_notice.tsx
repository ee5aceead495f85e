import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '#web/components/ui/icon_button'
import { focusMain } from '#web/lib/focus_main'
import { isServerRender } from '#web/lib/server_render'
import { storage } from '#web/lib/storage'
import { DemoBadge } from './demo_badge.tsx'

const dismissedKey = 'facet:demo-dismissed'

interface DemoNoticeProps {
  isAdmin: boolean
  className: string
}

/** Says what answers in place of an AI model, and who can change that. Until dismissed on this device. */
export function DemoNotice({ isAdmin, className }: DemoNoticeProps) {
  const [isDismissed, setIsDismissed] = useState(() => storage.get(dismissedKey) !== null)
  if (isDismissed) return null
  return (
    <section
      aria-label="Demo"
      data-unless={isServerRender ? dismissedKey : undefined}
      className={`relative flex items-center gap-3 border-line bg-raised pr-1 pl-4 text-sm text-soft ${className}`}
    >
      <DemoBadge />
      <p className="min-w-0 flex-1 py-1.5 text-pretty">
        A built-in writer answers, not an AI model.{' '}
        {isAdmin ? (
          <>
            To connect one, run <code>npm run cli -- get-model</code> or set <code>MODELS_PROVIDER</code>.
          </>
        ) : (
          'An admin can connect one.'
        )}
      </p>
      <IconButton
        label="Dismiss"
        icon={<X />}
        onClick={() => {
          storage.set(dismissedKey, 'true')
          setIsDismissed(true)
          focusMain()
        }}
      />
    </section>
  )
}
