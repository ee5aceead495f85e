import { brand } from '#config/brand'
import X from 'lucide-react/icons/x'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '#web/components/ui/button'
import { IconButton } from '#web/components/ui/icon_button'
import { newVersion } from './new_version.ts'

/** Offers the new version. Only the reader reloads the page. The notice overlays the page, so nothing shifts. */
export function NewVersionNotice() {
  const isOffered = useSyncExternalStore(newVersion.subscribe, newVersion.isOffered, () => false)
  useEffect(() => newVersion.start(), [])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(env(safe-area-inset-top)+var(--top-bar)+0.75rem)] z-50 flex justify-end"
    >
      {isOffered && (
        <div className="pointer-events-auto flex animate-fade items-center gap-1 rounded-panel border border-line bg-float py-1.5 pr-1.5 pl-4 text-text shadow-float max-sm:w-full">
          <p className="mr-2 min-w-0 flex-1 text-ui font-semibold">A new version of {brand.name} is ready</p>
          <Button look="quiet" className="text-accent-text!" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <IconButton label="Later" icon={<X />} onClick={() => newVersion.dismiss()} />
        </div>
      )}
    </div>
  )
}
