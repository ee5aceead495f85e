import { cloneElement, Suspense, useState, type ButtonHTMLAttributes, type ReactElement, type ReactNode } from 'react'

interface LazyMenuProps {
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  /** The lazily loaded menu, with the same trigger and initially open. */
  children: ReactNode
  /** The kind of popup that the trigger opens. */
  popup?: 'menu' | 'dialog'
}

/** Renders only the trigger until it is first pressed, then loads and opens the menu. */
export function LazyMenu({ trigger, children, popup = 'menu' }: LazyMenuProps) {
  const [isRequested, setIsRequested] = useState(false)
  const button = cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    'aria-busy': isRequested || undefined,
    onClick: () => setIsRequested(true),
  })
  return isRequested ? <Suspense fallback={button}>{children}</Suspense> : button
}
