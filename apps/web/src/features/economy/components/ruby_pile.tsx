import { rubyFacets } from '#web/components/shared/ruby_icon'

/** The position of a ruby on a 160 × 96 canvas; `turn` in degrees. Rubies are listed back to front. */
type Placement = readonly [x: number, y: number, size: number, turn: number]

const piles: readonly (readonly Placement[])[] = [
  [[48, 17, 64, -9]],
  [
    [26, 24, 50, -24],
    [84, 26, 50, 21],
    [52, 35, 56, -3],
  ],
  [
    [59, 3, 42, 7],
    [26, 23, 44, -21],
    [90, 21, 44, 22],
    [57, 29, 46, -9],
    [36, 51, 43, 15],
    [80, 50, 45, -13],
  ],
  [
    [63, -3, 36, -8],
    [38, 11, 38, 19],
    [86, 10, 38, -20],
    [14, 32, 38, -22],
    [108, 30, 38, 24],
    [60, 20, 42, 4],
    [36, 37, 40, -15],
    [84, 37, 40, 14],
    [-1, 57, 35, 13],
    [126, 55, 36, -16],
    [22, 58, 39, 20],
    [100, 58, 39, -7],
    [58, 50, 47, -4],
  ],
]

const outline = 'M9 4h14l7 9-14 16L2 13z'

/** A pile of rubies that grows with `rank`. Decorative. */
export function RubyPile({ rank, className }: { rank: number; className?: string }) {
  const stones = piles[Math.min(rank, piles.length - 1)] ?? []
  return (
    <svg viewBox="0 0 160 100" aria-hidden="true" focusable="false" className={className}>
      {stones.map(([x, y, size, turn], index) => {
        // Rubies further back are darker.
        const shadow = 0.5 * (1 - (index + 1) / stones.length)
        return (
          <g key={index} transform={`translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / 32})`}>
            <path d={outline} fill="var(--gem-6)" stroke="var(--gem-6)" strokeWidth="0.8" strokeLinejoin="round" />
            {rubyFacets.map(([shade, d]) => (
              <path key={d} d={d} fill={`var(--gem-${shade})`} />
            ))}
            {shadow > 0 && <path d={outline} className="fill-[light-dark(#5e0a26,#1a0510)]" opacity={shadow} />}
          </g>
        )
      })}
    </svg>
  )
}
