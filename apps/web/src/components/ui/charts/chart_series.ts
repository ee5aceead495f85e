type ChartTone = 'accent' | 'success' | 'warning' | 'quiet'

export interface ChartSeries {
  /** Shown when there are several series. */
  name: string
  tone: ChartTone
  /** One per point; null where nothing was measured. */
  values: readonly (number | null)[]
  /** The total over the whole range. */
  total: string
  /** Grows downwards, for outflows beside inflows. */
  isDown?: boolean
  isDashed?: boolean
}

export interface ChartPoint {
  /** 'Sat, Nov 21, 14:00'. */
  name: string
  /** A label below the axis. */
  mark?: string
  /** A vertical line at the beginning of the point, for an event. The text may be empty where lines are close. */
  flag?: string
}

export const toneFills: Record<ChartTone, string> = {
  accent: 'bg-accent-text',
  success: 'bg-success-text',
  warning: 'bg-warning-text',
  quiet: 'bg-faint',
}

export const toneStrokes: Record<ChartTone, string> = {
  accent: 'stroke-accent-text',
  success: 'stroke-success-text',
  warning: 'stroke-warning-text',
  quiet: 'stroke-faint',
}
