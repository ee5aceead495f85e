export type ChartTone = 'accent' | 'success' | 'warning' | 'quiet'

export interface ChartSeries {
  /** Told where there is more than one. */
  name: string
  tone: ChartTone
  /** One for each place; null where nothing was measured. */
  values: readonly (number | null)[]
  /** What the whole span comes to. */
  total: string
  /** Grows downwards: what goes, beside what comes. */
  isDown?: boolean
  /** A dashed line. */
  isDashed?: boolean
}

export interface ChartPoint {
  /** 'Sat, Nov 21, 14:00'. */
  name: string
  /** Below the axis, where there is room for it. */
  mark?: string
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
