import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '#web/components/ui/icon_button'
import { focusMain } from '#web/lib/focus_main'
import { isServerRender } from '#web/lib/server_render'
import { storage } from '#web/lib/storage'
import { DemoBadge } from './demo_badge.tsx'

const dismissedKey = 'facet:demo-dismissed'
/** The places of notices that were dismissed on this device, the latest first. */
const placesMax = 100
const dismissedPlaces = () => (storage.get(dismissedKey) ?? '').split(' ')

interface DemoNoticeProps {
  /** A chat's id, or the name of a screen. The notice can be dismissed at each place. */
  place: string
  isAdmin: boolean
  className: string
}

/** Says what answers in place of an AI model, and who can change that. Until dismissed on this device. */
export function DemoNotice({ place, isAdmin, className }: DemoNoticeProps) {
  const [dismissed, setDismissed] = useState(dismissedPlaces)
  if (dismissed.includes(place)) return null
  return (
    <section
      aria-label="Demo"
      data-unless={isServerRender ? dismissedKey : undefined}
      data-unless-includes={isServerRender ? place : undefined}
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
          const places = [place, ...dismissedPlaces()].slice(0, placesMax)
          storage.set(dismissedKey, places.join(' '))
          setDismissed(places)
          focusMain()
        }}
      />
    </section>
  )
}
