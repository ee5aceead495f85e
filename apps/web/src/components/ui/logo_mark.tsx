import { logoOutline, markFacets } from './logo_paths.ts'

interface LogoMarkProps {
  className?: string
  /** In the colour of the text around it instead of the ruby's own. */
  isPlain?: boolean
}

/** The product's mark: a cut stone that is a face in profile. Decorative; the name stands beside it. */
export function Mark({ className, isPlain = false }: LogoMarkProps) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={className}>
      {isPlain ? (
        <path fill="currentColor" d={logoOutline} />
      ) : (
        // Each facet a hair over its edge, or the ground would shine through between two.
        markFacets.map(([shade, d]) => (
          <path key={d} d={d} fill={`var(--gem-${shade})`} stroke={`var(--gem-${shade})`} strokeWidth="0.15" />
        ))
      )}
    </svg>
  )
}
