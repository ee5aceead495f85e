import { useEffect } from 'react'
import { openLayer } from '#web/lib/history_layers'
import { useLatest } from '#web/lib/use_latest'

/** The browser's Back closes an open dialog instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
  const latest = useLatest(onClose)
  useEffect(() => (isOpen ? openLayer(() => latest.current()) : undefined), [isOpen])
}
