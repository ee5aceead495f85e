const hourMs = 3_600_000

/** 'Just now' under an hour, 'Nh ago' under a day, 'Nd ago' under a week, then the local date. */
export function relativeTime(iso: string, now: Date = new Date()): string {
  const then = new Date(iso)
  const hours = Math.floor((now.getTime() - then.getTime()) / hourMs)
  if (hours < 1) return 'Just now'
  if (hours < 24) return `${hours}h ago`
  if (hours < 168) return `${Math.floor(hours / 24)}d ago`
  return then.toLocaleDateString()
}
