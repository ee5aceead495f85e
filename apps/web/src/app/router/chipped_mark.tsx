import { Fragment } from 'react'
import { logoFacets } from '#web/components/ui/logo_paths'
import { classNames } from '#web/lib/class_names'

interface ChippedMarkProps {
  /** The indexes of the facets that are broken off, and the classes that place them. */
  loose: readonly number[]
  fallen: string
  className?: string
}

/** The mark with broken-off facets. In a `group`, they return to their place while a link or button of the group is hovered. */
export function ChippedMark({ loose, fallen, className }: ChippedMarkProps) {
  return (
    <svg viewBox="-2 0 42 40" aria-hidden="true" focusable="false" className={className}>
      {logoFacets.map(([shade, d], index) =>
        loose.includes(index) ? (
          <path
            key={d}
            d={d}
            className="fill-accent-soft stroke-accent-text/50"
            strokeWidth="0.25"
            strokeDasharray="0.7 0.6"
          />
        ) : (
          <Facet key={d} shade={shade} d={d} />
        )
      )}
      <g
        className={classNames(
          fallen,
          'transition-[translate,rotate] duration-long ease-spring [transform-box:fill-box] [transform-origin:center] group-has-[:is(a,button):is(:hover,:focus-visible)]:translate-[0px] group-has-[:is(a,button):is(:hover,:focus-visible)]:rotate-0'
        )}
      >
        {logoFacets.map(([shade, d], index) => (
          <Fragment key={d}>{loose.includes(index) && <Facet shade={shade} d={d} />}</Fragment>
        ))}
      </g>
    </svg>
  )
}

function Facet({ shade, d }: { shade: number; d: string }) {
  return <path d={d} fill={`var(--gem-${shade})`} stroke={`var(--gem-${shade})`} strokeWidth="0.15" />
}
