import { useEffect, useRef } from 'react'
import { openLayer } from '#web/lib/history_layers'

/** The browser's Back closes an open dialog instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen])
}
