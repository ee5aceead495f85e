/** The product's mark, and the sign of the ruby. Decorative: the words beside it say what it means. */
export function Gem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={className}>
      <path fill="#e8456f" d="M9 4 2 13h8z" />
      <path fill="#ff9db4" d="M9 4h14l-7 9z" />
      <path fill="#ffc7d4" d="m9 4 1 9h6z" />
      <path fill="#e8456f" d="m23 4-1 9h-6z" />
      <path fill="#c81e4a" d="m23 4 7 9h-8z" />
      <path fill="#c81e4a" d="M10 13h12l-6 16z" />
      <path fill="#ab153d" d="M2 13h8l6 16z" />
      <path fill="#8f1034" d="M30 13h-8l-6 16z" />
    </svg>
  )
}
