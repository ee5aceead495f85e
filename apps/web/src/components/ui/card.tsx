import type { ElementType, HTMLAttributes } from 'react'
import { classNames } from '../../lib/class_names.ts'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType
  /** All of it can be pressed: it lifts a little, and light falls on its facets (`CardLight`, placed by the caller). */
  isInteractive?: boolean
}

/** A thing on the wall. It gives no padding: a picture goes to the edge. */
export function Card({ as: Element = 'div', isInteractive = false, className, ...rest }: CardProps) {
  return (
    <Element
      className={classNames(
        'relative overflow-clip rounded-card border border-line bg-raised',
        isInteractive &&
          'group transition-[border-color,translate,box-shadow] duration-medium ease-out focus-within:border-line-strong hover:border-line-strong hover:shadow-card motion-safe:hover:-translate-y-1',
        className
      )}
      {...rest}
    />
  )
}

/** The light on a card that is hovered or holds the focus. Lies over the picture, inside a `Card` or any `group`. */
export function CardLight() {
  return (
    <span
      aria-hidden
      className="facet-light absolute inset-0 -translate-x-3 opacity-0 transition-[opacity,translate] duration-long ease-out group-focus-within:translate-x-0 group-focus-within:opacity-100 group-hover:translate-x-0 group-hover:opacity-100"
    />
  )
}
