import type { ElementType, HTMLAttributes } from 'react'
import { classNames } from '#web/lib/class_names'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType
  /** The whole card is clickable: adds hover and press effects, and a focus ring for the link inside. Add `CardLight` yourself. */
  isInteractive?: boolean
}

/** A bordered surface without padding, so that pictures reach the edge. */
export function Card({ as: Element = 'div', isInteractive = false, className, ...rest }: CardProps) {
  return (
    <Element
      className={classNames(
        'relative overflow-clip rounded-card border border-line bg-raised',
        isInteractive &&
          'group outline-offset-2 outline-focus transition-[border-color,translate,scale,box-shadow] duration-medium ease-out hover:border-line-strong hover:shadow-card has-focus-visible:outline-2 has-active:scale-[0.985] motion-safe:hover:-translate-y-1',
        className
      )}
      {...rest}
    />
  )
}

/** The highlight on hover and focus. Place it above the picture, inside a `Card` or any `group`. */
export function CardHighlight() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-0 rounded-[inherit] opacity-0 transition-opacity duration-long ease-out group-hover:opacity-100 group-has-focus-visible:opacity-100"
    >
      <span className="facet-light absolute inset-0 -translate-x-3 transition-[translate] duration-long ease-out group-hover:translate-x-0 group-has-focus-visible:translate-x-0" />
      <span className="facet-edge absolute inset-0 group-hover:[--facet-turn:350deg] group-has-focus-visible:[--facet-turn:350deg]" />
    </span>
  )
}
