import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useLayoutEffect, type CSSProperties, type ReactNode } from 'react'
import { classNames } from '#web/lib/class_names'
import { useMediaQuery } from '#web/lib/use_media_query'
import { useScrollEdges } from '#web/lib/use_scroll_edges'
import { buttonClasses } from './button.tsx'
import { useOneTabStop } from './use_one_tab_stop.ts'

interface ScrollRowProps {
  /** List items. */
  children: ReactNode
  /** Changes when another item gets `aria-current`, which is then scrolled into view. */
  current?: string
  className?: string
  /** Whether Tab stops at one link, and the arrow keys move between them. */
  isOneStop?: boolean
  /** The vertical place of the scroll buttons. */
  buttonClassName: string
}

/**
 * A list in one row that scrolls sideways, with buttons for mouse users. For them it fades where items are hidden. Touch
 * users see the edge of the next item.
 */
export function ScrollRow({ children, current, className, isOneStop = false, buttonClassName }: ScrollRowProps) {
  const { ref, box, hasBefore, hasAfter } = useScrollEdges<HTMLUListElement>('x')
  useLayoutEffect(() => {
    const chosen = box.current?.querySelector('[aria-current]')?.parentElement
    if (!box.current || !chosen) return
    const { offsetLeft, offsetWidth } = chosen
    const { scrollLeft, clientWidth } = box.current
    const isInView = offsetLeft >= scrollLeft + fadePx && offsetLeft + offsetWidth <= scrollLeft + clientWidth - fadePx
    if (!isInView) box.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2
  }, [box, current])

  const tabStop = useOneTabStop(box, isOneStop)
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
  const scroll = (direction: -1 | 1) =>
    box.current?.scrollBy({
      left: direction * box.current.clientWidth * 0.7,
      behavior: isReduced ? 'instant' : 'smooth',
    })
  return (
    <div className="relative">
      <ul
        ref={ref}
        {...tabStop}
        style={{ '--fade': fade(hasBefore, hasAfter) } as CSSProperties}
        className={classNames(
          'relative flex overflow-x-auto overscroll-x-contain [scrollbar-width:none] pointer-fine:mask-(--fade)',
          className
        )}
      >
        {children}
      </ul>
      {hasBefore && (
        <ScrollButton className={`left-0 ${buttonClassName}`} onClick={() => scroll(-1)}>
          <ChevronLeft className="size-5" />
        </ScrollButton>
      )}
      {hasAfter && (
        <ScrollButton className={`right-0 ${buttonClassName}`} onClick={() => scroll(1)}>
          <ChevronRight className="size-5" />
        </ScrollButton>
      )}
    </div>
  )
}

interface ScrollButtonProps {
  className: string
  onClick: () => void
  children: ReactNode
}

/** For mouse users. Touch users swipe, and keyboard users move from item to item. */
function ScrollButton({ className, onClick, children }: ScrollButtonProps) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      // Hidden from screen readers, so it must not take the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={classNames(buttonClasses('quiet', true), 'absolute hidden! pointer-fine:grid!', className)}
    >
      {children}
    </button>
  )
}

const fadePx = 48

function fade(hasBefore: boolean, hasAfter: boolean): string | undefined {
  if (!hasBefore && !hasAfter) return undefined
  const start = hasBefore ? `transparent ${fadePx * 0.75}px, #000 ${fadePx * 1.5}px` : '#000 0'
  const end = hasAfter
    ? `#000 calc(100% - ${fadePx * 1.5}px), transparent calc(100% - ${fadePx * 0.75}px)`
    : '#000 100%'
  return `linear-gradient(to right, ${start}, ${end})`
}
