import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'

/** The classes of the panel, shared with the skeleton. */
export const sidePanelClasses = 'w-60 shrink-0 border-l border-line bg-bg 2xl:w-80'

/** The width from which the panel is shown: `xl` in the CSS. */
export const sidePanelQuery = '(min-width: 80rem)'

interface SidePanelProps {
  isDemo?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** The AI notice and similar characters, on extra-large screens. */
export function SidePanel({ isDemo, className, children }: SidePanelProps) {
  return (
    <aside
      aria-label="Similar characters"
      className={classNames(
        sidePanelClasses,
        'group/side overflow-y-auto overscroll-contain p-5 has-data-none:w-60',
        className
      )}
    >
      <div className="mb-7 rounded-panel bg-warning px-4 py-3.5 text-sm text-warning-text">
        <p className="font-semibold">{isDemo ? 'This is a demo' : 'This is AI'}</p>
        <p className="mt-1">Everything characters say is fiction. It can be wrong and isn’t advice.</p>
      </div>
      {/* Without characters, the chat gets the room, and one line says so. */}
      <h2 className="display mb-3 text-lg group-has-data-none/side:sr-only">Similar characters</h2>
      {children}
    </aside>
  )
}
