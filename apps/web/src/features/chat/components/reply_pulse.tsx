import { logoFacets } from '#web/components/ui/logo_paths'

/** The order in which the light crosses the facets. */
const order = [0, 1, 2, 6, 7, 3, 8, 4, 9, 5]

/** The mark, pulsing while a reply has no words yet. Decorative. */
export function ReplyPulse() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="size-5 shrink-0">
      {logoFacets.map(([shade, d], index) => (
        <path
          key={d}
          d={d}
          className="chat-breath"
          fill={`var(--gem-${shade})`}
          style={{ animationDelay: `${order.indexOf(index) * 110}ms` }}
        />
      ))}
    </svg>
  )
}
