import { useCallback, useRef, useState } from 'react'
import { nextFocusTarget } from './next_focus_target.ts'

/** The item of a list that the user is asked about before it is deleted. Its button is gone then, so the focus goes to the next item or the heading. */
export function useDeletion<Item>() {
  const [item, setItem] = useState<Item | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusAfterConfirm = useRef<HTMLElement | null>(null)
  const ask = useCallback((asked: Item, button: HTMLElement | null) => {
    focusAfterConfirm.current = (button && nextFocusTarget(button)) ?? heading.current
    setItem(asked)
  }, [])
  return { item, heading, ask, dialogProps: { onClose: () => setItem(null), focusAfterConfirm } }
}
