import { cloneElement, Suspense, useState, type ButtonHTMLAttributes, type ReactElement, type ReactNode } from 'react'

interface LazyMenuProps {
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  /** The menu with the same trigger, in a chunk of its own, `isOpenAtFirst`. */
  children: ReactNode
}

/** A menu that is fetched when it is opened for the first time. Until then there is only its button. */
export function AskedMenu({ trigger, children }: LazyMenuProps) {
  const [wasAsked, setWasAsked] = useState(false)
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': wasAsked || undefined,
    onClick: () => setWasAsked(true),
  })
  return wasAsked ? <Suspense fallback={button}>{children}</Suspense> : button
}
