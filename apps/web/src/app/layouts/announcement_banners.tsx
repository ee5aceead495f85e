import type { Announcements } from '#modules/admin/api'
import Wrench from 'lucide-react/icons/wrench'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { AnnouncementText } from '#web/components/shared/announcement_text'
import { IconButton } from '#web/components/ui/icon_button'
import { focusMain } from '#web/lib/focus_main'
import { isServerRender } from '#web/lib/server_render'
import { storage } from '#web/lib/storage'

const dismissedKey = 'dismissed-announcements'
/** More than the server stores. */
const dismissedMax = 200

/** Separated by blanks, as `boot.ts` reads them. */
const readDismissed = (): string[] => (storage.get(dismissedKey) ?? '').split(' ').filter(Boolean)

/** The announcements, and the sentence of a maintenance. */
export function AnnouncementBanners({ announcements, maintenance }: Announcements) {
  const [dismissed, setDismissed] = useState(readDismissed)
  const shown = announcements.filter(({ id }) => !dismissed.includes(id))
  if (maintenance === null && shown.length === 0) return null
  const dismiss = (id: string) => {
    const ids = [...readDismissed(), id].slice(-dismissedMax)
    storage.set(dismissedKey, ids.join(' '))
    setDismissed(ids)
    // The button is gone.
    focusMain()
  }
  return (
    <section
      aria-label="Announcements"
      data-banners
      className="divide-y divide-line border-b border-line bg-raised empty:hidden"
    >
      {maintenance !== null && (
        <div className={rowClasses}>
          <Wrench aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warning-text" />
          <p className="min-w-0 flex-1 text-ui break-words" dir="auto">
            {maintenance}
          </p>
        </div>
      )}
      {shown.map(({ id, text, isDismissible }) => (
        <div
          key={id}
          className={rowClasses}
          data-unless={isServerRender && isDismissible ? dismissedKey : undefined}
          data-unless-includes={isServerRender && isDismissible ? id : undefined}
        >
          <AnnouncementText text={text} />
          {isDismissible && (
            <IconButton
              label="Dismiss announcement"
              icon={<X />}
              onClick={() => dismiss(id)}
              className="-my-2 -mr-2 ml-auto shrink-0"
            />
          )}
        </div>
      ))}
    </section>
  )
}

const rowClasses = 'flex items-start gap-3 px-4 py-3 sm:px-6'
