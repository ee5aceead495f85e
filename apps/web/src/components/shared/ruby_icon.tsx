/** The facets of a ruby on a 32 × 32 grid, with their `--gem-…` shades. */
export const rubyFacets: readonly (readonly [shade: number, path: string])[] = [
  [3, 'M9 4 2 13h8z'],
  [2, 'M9 4h14l-7 9z'],
  [1, 'm9 4 1 9h6z'],
  [3, 'm23 4-1 9h-6z'],
  [4, 'm23 4 7 9h-8z'],
  [4, 'M10 13h12l-6 16z'],
  [5, 'M2 13h8l6 16z'],
  [6, 'M30 13h-8l-6 16z'],
]

/** The currency symbol. Decorative: write the amount next to it. */
export function RubyIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={className}>
      {rubyFacets.map(([shade, d]) => (
        <path key={d} d={d} fill={`var(--gem-${shade})`} />
      ))}
    </svg>
  )
}
