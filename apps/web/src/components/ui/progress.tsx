import { classNames } from '#web/lib/class_names'

interface ProgressProps {
  label: string
  /** In percent; indeterminate without it. */
  value?: number
}

export function Progress({ label, value }: ProgressProps) {
  const share = value === undefined ? null : Math.min(1, Math.max(0, value / 100))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      className={classNames('h-1.5 overflow-clip rounded-full bg-hover', share === null && 'gleam')}
    >
      {share !== null && (
        <div
          className="h-full origin-left rounded-full bg-accent-text transition-transform duration-long ease-out"
          style={{ transform: `scaleX(${share})` }}
        />
      )}
    </div>
  )
}
