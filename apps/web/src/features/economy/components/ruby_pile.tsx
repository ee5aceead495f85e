/** Where the stones of each pile lie, the hindmost first: left, top, size and turn. On 160 by 96. */
type Stone = readonly [x: number, y: number, size: number, turn: number]

const piles: readonly (readonly Stone[])[] = [
  [[60, 40, 40, -8]],
  [
    [46, 38, 34, -24],
    [84, 40, 34, 20],
    [62, 46, 38, -4],
  ],
  [
    [62, 16, 32, 6],
    [36, 34, 34, -20],
    [88, 32, 34, 22],
    [62, 38, 34, -10],
    [44, 54, 32, 16],
    [82, 54, 34, -14],
  ],
  [
    [66, 0, 30, -8],
    [44, 16, 32, 18],
    [84, 14, 32, -20],
    [22, 36, 32, -22],
    [106, 34, 32, 24],
    [64, 24, 36, 4],
    [44, 42, 34, -14],
    [86, 42, 34, 14],
    [10, 58, 28, 12],
    [122, 56, 30, -16],
    [30, 60, 32, 20],
    [98, 60, 32, -6],
    [62, 54, 40, -4],
  ],
]

const facets: readonly (readonly [shade: number, path: string])[] = [
  [3, 'M9 4 2 13h8z'],
  [2, 'M9 4h14l-7 9z'],
  [1, 'm9 4 1 9h6z'],
  [3, 'm23 4-1 9h-6z'],
  [4, 'm23 4 7 9h-8z'],
  [4, 'M10 13h12l-6 16z'],
  [5, 'M2 13h8l6 16z'],
  [6, 'M30 13h-8l-6 16z'],
]
const outline = 'M9 4h14l7 9-14 16L2 13z'

/** A heap of rubies, the higher the `rank`. Decorative: the number beside it says how many. */
export function RubyPile({ rank, className }: { rank: number; className?: string }) {
  const stones = piles[Math.min(rank, piles.length - 1)] ?? []
  return (
    <svg viewBox="0 0 160 100" aria-hidden="true" focusable="false" className={className}>
      {stones.map(([x, y, size, turn], index) => {
        // What lies behind is in the shadow of what lies before it.
        const shadow = 0.5 * (1 - (index + 1) / stones.length)
        return (
          <g key={index} transform={`translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2}) scale(${size / 32})`}>
            <path d={outline} fill="var(--gem-6)" stroke="var(--gem-6)" strokeWidth="0.8" strokeLinejoin="round" />
            {facets.map(([shade, d]) => (
              <path key={d} d={d} fill={`var(--gem-${shade})`} />
            ))}
            {shadow > 0 && <path d={outline} fill="#1a0510" opacity={shadow} />}
          </g>
        )
      })}
    </svg>
  )
}
