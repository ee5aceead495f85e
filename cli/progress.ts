import { rewriteLine } from './terminal.ts'

const width = 24

/** Creates a progress bar, which is only drawn at a terminal. Draws at most once every `shownMs`. */
export const progressBar = (shownMs = 100) => {
  let last = 0
  return {
    /** `share` is from 0 to 1, or null if the total is unknown. */
    show(share: number | null, text: string) {
      const now = Date.now()
      if (now - last < shownMs) return
      last = now
      rewriteLine(share === null ? text : `${barOf(Math.min(1, share))}  ${text}`)
    },
    /** Removes the bar. */
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
