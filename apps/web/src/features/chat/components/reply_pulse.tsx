import { markFacets } from '../../../components/ui/logo_paths.ts'

/** The facets in the order in which a slow light crosses the stone. */
const order = [0, 1, 2, 6, 7, 3, 8, 4, 9, 5]

/** A reply is on its way: light that breathes over the mark. Decorative; the words beside it say it. */
export function ReplyPulse() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="size-5 shrink-0">
      {markFacets.map(([shade, d], index) => (
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
