/** Returns the percentile of ascending `sorted` values, or null. */
export function percentile(sorted, percent) {
  if (sorted.length === 0) return null
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))]
}

export function spread(values) {
  const sorted = Float64Array.from(values).sort()
  return { count: sorted.length, p50: percentile(sorted, 50), p99: percentile(sorted, 99), max: sorted.at(-1) ?? null }
}

/** Returns the median of the non-null values, or null. */
export function median(values) {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const sum = (values) => values.reduce((total, value) => total + value, 0)
