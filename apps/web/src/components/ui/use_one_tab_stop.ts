import { useLayoutEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const linksOf = (box: Element | null) => [...(box?.querySelectorAll<HTMLElement>('a') ?? [])]

const setStop = (links: readonly HTMLElement[], stop: HTMLElement | undefined) => {
  for (const link of links) link.tabIndex = link === stop ? 0 : -1
}

/**
 * Makes the links in `box` one tab stop: the focused one, or the current one, or the first. The arrow keys, Home and End move the focus.
 * Returns the handlers for the box. Does nothing unless `isOn`.
 */
export function useOneTabStop(box: RefObject<Element | null>, isOn: boolean) {
  // After every render, because links may have come, gone or become current.
  useLayoutEffect(() => {
    if (!isOn) return
    const links = linksOf(box.current)
    setStop(
      links,
      links.find((link) => link === document.activeElement) ??
        links.find((link) => link.hasAttribute('aria-current')) ??
        links[0]
    )
  })
  if (!isOn) return {}
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setStop(linksOf(box.current), target),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event
      const step = steps[key]
      if (!step || altKey || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      const links = linksOf(box.current)
      links[step(links.indexOf(document.activeElement as HTMLElement), links.length)]?.focus()
    },
  }
}
