/** The currency symbol. Decorative: write the amount next to it. */
export function Gem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={className}>
      <path fill="var(--gem-3)" d="M9 4 2 13h8z" />
      <path fill="var(--gem-2)" d="M9 4h14l-7 9z" />
      <path fill="var(--gem-1)" d="m9 4 1 9h6z" />
      <path fill="var(--gem-3)" d="m23 4-1 9h-6z" />
      <path fill="var(--gem-4)" d="m23 4 7 9h-8z" />
      <path fill="var(--gem-4)" d="M10 13h12l-6 16z" />
      <path fill="var(--gem-5)" d="M2 13h8l6 16z" />
      <path fill="var(--gem-6)" d="M30 13h-8l-6 16z" />
    </svg>
  )
}
