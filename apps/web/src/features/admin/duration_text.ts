/** '420 ms', '1.3 s', '2 min'. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
  return `${(ms / 60_000).toLocaleString('en', { maximumFractionDigits: 1 })} min`
}
