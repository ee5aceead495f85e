import { logoFacets } from './logo_paths.ts'

/** The facets in the order of the animation, clockwise around the mark. */
const around = [0, 1, 2, 3, 4, 5, 6, 9, 8, 7]
const turnSeconds = 1.8

/** Shown while a whole screen loads. Appears with a delay, so that fast loads don't flicker. */
export function PageSpinner() {
  return (
    <div role="status" className="grid min-h-[40dvh] flex-1 place-items-center">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="size-12 animate-late">
        {logoFacets.map(([shade, d], index) => (
          <path
            key={d}
            d={d}
            fill={`var(--gem-${shade})`}
            style={{
              animation: `blink ${turnSeconds}s ease-in-out infinite`,
              animationDelay: `${(around.indexOf(index) / around.length - 1) * turnSeconds}s`,
            }}
          />
        ))}
      </svg>
      <span className="sr-only">Loading</span>
    </div>
  )
}
