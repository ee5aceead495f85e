import type { ComponentType } from 'react'

interface CountProps {
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  value: number
  singular: string
  plural: string
  /** Whether the unit is shown where there is room. */
  showsUnit?: boolean
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A compact number with an icon. Screen readers get the unit as a word. */
export function Count({ icon: Icon, value, singular, plural, showsUnit = false }: CountProps) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Icon aria-hidden className="size-3.5" />
      {compact.format(value)}
      <span className={showsUnit ? '-ml-0.5 max-sm:sr-only' : 'sr-only'}> {value === 1 ? singular : plural}</span>
    </span>
  )
}
