import { useEffect, type RefObject } from 'react'

/**
 * Sets `--keyboard` on an element to the height that an on-screen keyboard covers. Needed in Safari, where the keyboard
 * overlays the page. Other browsers shrink the page (`interactive-widget` in index.html).
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const update = () => {
      // Zooming in also shrinks the visual viewport.
      const covered = viewport.scale > 1.01 ? 0 : Math.max(0, Math.round(window.innerHeight - viewport.height))
      element.current?.style.setProperty('--keyboard', `${covered}px`)
      // Safari has scrolled the page to show the field, which is in view by now.
      if (covered > 0 && viewport.offsetTop > 0) window.scrollTo(0, 0)
    }
    viewport.addEventListener('resize', update)
    return () => viewport.removeEventListener('resize', update)
  }, [element])
}
