import { rewriteLine } from './terminal.ts'

const width = 24

/** A bar on a terminal, and nothing anywhere else: standard error that goes into a file has no use for it. */
export const progressBar = (shownMs = 100) => {
  let last = 0
  return {
    /** `share` is from 0 to 1; null where nobody knows how much there is. */
    show(share: number | null, text: string) {
      const now = Date.now()
      if (now - last < shownMs) return
      last = now
      rewriteLine(share === null ? text : `${barOf(Math.min(1, share))}  ${text}`)
    },
    /** Takes the bar away, for a line of text or for good. */
    clear() {
      if (last > 0) rewriteLine('')
      last = 0
    },
  }
}

const barOf = (share: number) => {
  const full = Math.round(share * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${`${Math.floor(share * 100)}%`.padStart(4)}`
}
