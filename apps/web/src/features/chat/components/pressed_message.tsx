import { useEffect, useState, type RefObject } from 'react'
import type { MessageActions } from '../message_actions.ts'
import type { MessageStore } from '../reply/message_store.ts'
import { authorName, shownText, type ChatNames } from '../shown_text.ts'
import { MessageSheet } from './message_sheet.tsx'

const longPressMs = 450
/** The distance that a pressing finger may move. Beyond it, the finger scrolls or swipes. */
const tolerancePx = 8

/** Ignores the click that the lifting finger makes on the sheet, which may have opened below it, until the next press. */
function ignoreLift(isOver: AbortSignal) {
  const lifted = new AbortController()
  const options = { capture: true, signal: lifted.signal }
  const end = () => lifted.abort()
  isOver.addEventListener('abort', end, options)
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, end, options)
  const ignore = (event: MouseEvent) => {
    // Keyboards and screen readers click without a press.
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', ignore, options)
}

interface PressedMessageProps {
  list: RefObject<HTMLElement | null>
  store: MessageStore
  names: ChatNames
  actions: MessageActions
  /** The key of the answer that can be rerolled; null when none can be. */
  rerollable: string | null
  onEdit: (key: string) => void
}

/** The sheet of a message, which opens on a long press by touch. Controls and fields keep their own gestures. */
export function PressedMessage({ list, store, names, actions, rerollable, onEdit }: PressedMessageProps) {
  const [key, setKey] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const element = list.current
    if (!element) return
    const unmount = new AbortController()
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void
    ) => element.addEventListener(type, listener, { signal: unmount.signal })
    let press: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null
    const cancel = () => {
      clearTimeout(press?.timer)
      press = null
    }
    on('pointerdown', ({ target, pointerType, isPrimary, clientX: x, clientY: y }) => {
      cancel()
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
      const pressed = target.closest('button, a, textarea') ? null : target.closest<HTMLElement>('[data-key]')
      if (!pressed) return
      const open = () => {
        setKey(pressed.dataset.key ?? null)
        setIsOpen(true)
        ignoreLift(unmount.signal)
      }
      press = { x, y, timer: setTimeout(open, longPressMs) }
    })
    on('pointermove', ({ clientX, clientY }) => {
      if (press && Math.hypot(clientX - press.x, clientY - press.y) > tolerancePx) cancel()
    })
    on('pointerup', cancel)
    on('pointercancel', cancel)
    // Prevents the browser's own menu for a long press.
    on('contextmenu', (event) => press && event.preventDefault())
    return () => {
      cancel()
      unmount.abort()
    }
  }, [list])

  const item = key === null ? undefined : store.item(key)
  if (!item) return null
  return (
    <MessageSheet
      message={{ item, text: shownText(item, names), actions, onEdit: () => onEdit(item.key) }}
      title={item.isUser ? 'Your message' : authorName(item, names)}
      canReroll={rerollable === item.key && !item.isHidden}
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
    />
  )
}
