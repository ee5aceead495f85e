import { useRef } from 'react'

/**
 * Gives the focus back to what had it before a dialog opened. Radix does so for its own trigger only, and ours are
 * opened from elsewhere.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    },
  }
}
