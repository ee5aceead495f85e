import { useEffect, useEffectEvent } from 'react'

/** Calls `open` for Ctrl+F or ⌘F. In a dialog, such as the search itself, the keys are the browser's. */
export function useSearchShortcut(open: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'f'
    if (!isFind || event.defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    open()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
