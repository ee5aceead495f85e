import { useEffect, useEffectEvent } from 'react'

const typing = 'input:not([type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Handles single keys anywhere on the page, except while the user types. `handle` returns whether it used the key. */
export function useShortcuts(handle: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    const isTyping = target instanceof HTMLElement && target.closest(typing)
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    if (handle(key.toLowerCase())) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
