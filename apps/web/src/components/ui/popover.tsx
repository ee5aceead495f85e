import { Popover as RadixPopover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

interface PopoverProps {
  /** The button that opens it; must accept a ref. */
  trigger: ReactElement
  /** The accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  className?: string
  children: ReactNode
}

/** A panel beside its trigger, for controls that change the page behind it. */
export function Popover({ trigger, label, align = 'end', isOpen, onOpenChange, className, children }: PopoverProps) {
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            'z-50 max-h-(--radix-popover-content-available-height) w-[min(26rem,calc(100vw-1.5rem))] origin-(--radix-popover-content-transform-origin) animate-pop overflow-y-auto rounded-card border border-line bg-float p-5 shadow-float outline-none',
            className
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
