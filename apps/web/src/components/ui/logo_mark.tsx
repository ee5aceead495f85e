import { logoOutline, logoFacets } from './logo_paths.ts'

interface LogoMarkProps {
  className?: string
  /** Monochrome, in the current text colour. */
  isPlain?: boolean
}

/** The product's mark: a gem whose right edge is a face in profile. Decorative. */
export function LogoMark({ className, isPlain = false }: LogoMarkProps) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={className}>
      {isPlain ? (
        <path fill="currentColor" d={logoOutline} />
      ) : (
        // The stroke closes hairline gaps between facets.
        logoFacets.map(([shade, d]) => (
          <path key={d} d={d} fill={`var(--gem-${shade})`} stroke={`var(--gem-${shade})`} strokeWidth="0.15" />
        ))
      )}
    </svg>
  )
}
