import { useRef } from 'react'

/**
 * Gives the focus back to what had it before a dialog opened. Radix does so for its own trigger only, and ours are
 * opened from elsewhere.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    /** For the dialog's content. */
    contentProps: {
      onOpenAutoFocus: () => {
        opener.current = document.activeElement
      },
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault()
        if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
      },
    },
    /** Another place than the one it came from. */
    returnTo: (element: Element) => {
      opener.current = element
    },
  }
}
