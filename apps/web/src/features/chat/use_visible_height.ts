import { useEffect, type RefObject } from 'react'

/**
 * Takes off an element's height what an on-screen keyboard covers, as `--keyboard`, where the browser lays the keyboard
 * over the page instead of making the page smaller (Safari; the others obey `interactive-widget` in index.html).
 */
export function useVisibleHeight(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const fit = () => {
      // Somebody who has zoomed in sees less as well, and no keyboard is there.
      const covered = viewport.scale > 1.01 ? 0 : Math.max(0, Math.round(window.innerHeight - viewport.height))
      place.current?.style.setProperty('--keyboard', `${covered}px`)
      // The page was pushed up to show the field, which by now is in view by itself.
      if (covered > 0 && viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', fit)
    return () => viewport.removeEventListener('resize', fit)
  }, [place])
}
