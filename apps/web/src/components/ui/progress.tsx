import { classNames } from '../../lib/class_names.ts'

interface ProgressProps {
  /** What goes on, or what is measured. */
  label: string
  /** From 0 to `max`; without it nobody knows how far it is. */
  value?: number
  max?: number
  /** How it is read out instead of per cent: '3 of 8'. */
  valueText?: string
  className?: string
}

/** How far something is. */
export function Progress({ label, value, max = 100, valueText, className }: ProgressProps) {
  const share = value === undefined ? null : Math.min(1, Math.max(0, max === 0 ? 0 : value / max))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={classNames('h-1.5 overflow-clip rounded-full bg-hover', share === null && 'gleam', className)}
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
