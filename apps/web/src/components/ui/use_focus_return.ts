import { useRef } from 'react'
import { focusMain } from '#web/lib/focus_main'

/** Returns the focus to the element that had it before a dialog opened. Radix does so only for its own trigger. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    contentProps: {
      onOpenAutoFocus: () => {
        opener.current = document.activeElement
      },
      onCloseAutoFocus: (event: Event) => {
        event.preventDefault()
        if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
        else if (document.activeElement === document.body) focusMain()
      },
    },
    /** Overrides where the focus returns to. */
    returnTo: (element: Element) => {
      opener.current = element
    },
  }
}
