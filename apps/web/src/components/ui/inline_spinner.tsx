import { classNames } from '#web/lib/class_names'

/** A small decorative spinner. Announce the loading state in text. */
export function InlineSpinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={classNames('shrink-0', className)}
    >
      <path d="M12 2.5 20.5 7v10L12 21.5 3.5 17V7Z" opacity="0.22" />
      <path d="M12 2.5 20.5 7v10L12 21.5 3.5 17V7Z" pathLength="100" strokeDasharray="30 70" className="run-around" />
    </svg>
  )
}
