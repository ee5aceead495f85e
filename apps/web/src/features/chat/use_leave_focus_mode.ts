import { useEffect, useEffectEvent } from 'react'
import { useMediaQuery } from '#web/lib/use_media_query'

/** The same width as `lg` in the CSS. Narrower screens have no panels. */
const panelsQuery = '(min-width: 64rem)'

/** Calls `leave` when Escape is pressed in focus mode and nothing else uses the key, such as a dialog or the draft. */
export function useLeaveFocusMode(isFocused: boolean, leave: () => void): void {
  const isActive = useMediaQuery(panelsQuery) && isFocused
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    // A dialog closes without preventing the default while a toast is shown.
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
    leave()
  })
  useEffect(() => {
    if (!isActive) return
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isActive])
}
