/** Beside a model's name where built-in code answers or draws in its place. Not a `Badge`, whose tones the chat would load too. */
export const DemoBadge = () => (
  <span className="rounded-full border border-line bg-hover px-2 py-0.5 text-xs font-semibold text-soft">Demo</span>
)
