import { Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactElement } from 'react'

interface TooltipProps {
  text: string
  /** What it is about: one element that takes a ref and the focus. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A word more about a control, on hover and on focus. Never the only place where something is said: a finger can't hover. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={400}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-64 animate-fade rounded-control bg-text px-2.5 py-1.5 text-sm text-bg shadow-card"
          >
            {text}
            <RadixTooltip.Arrow className="fill-text" />
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
