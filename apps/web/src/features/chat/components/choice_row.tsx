import type { ReactNode } from 'react'
import { useScrollEdges } from '#web/lib/use_scroll_edges'

interface ChoiceRowProps {
  label: string
  /** `li` elements with `choiceItemClasses`. */
  children: ReactNode
}

/** Texts to choose from, above the composer: side by side, or on phones in a row that scrolls. */
export function ChoiceRow({ label, children }: ChoiceRowProps) {
  const { ref, hasAfter } = useScrollEdges<HTMLUListElement>('x')
  return (
    <ul
      ref={ref}
      aria-label={label}
      style={hasAfter ? { maskImage: 'linear-gradient(to right, #000 calc(100% - 2.5rem), transparent)' } : undefined}
      // Holds the hidden words of the prices, which would widen the page.
      className="relative mx-auto flex w-full max-w-[39rem] snap-x snap-mandatory scroll-px-3 gap-2 overflow-x-auto overscroll-x-contain px-3 pb-2.5 [scrollbar-width:none]"
    >
      {children}
    </ul>
  )
}

export const choiceItemClasses = 'flex shrink-0 snap-start basis-[13.5rem] sm:min-w-0 sm:shrink sm:basis-0 sm:grow'

export const choiceClasses =
  'min-h-touch w-full rounded-panel border border-line-strong/70 bg-raised px-3.5 py-2.5 text-left text-sm text-pretty break-words transition-[border-color,background-color,scale] duration-short hover:border-text hover:bg-hover active:scale-[0.98] focus-visible:-outline-offset-2'
