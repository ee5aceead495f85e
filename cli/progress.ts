/** A bar on a terminal, and nothing anywhere else: standard error that goes into a file has no use for it. */
export const progressBar = (shownMs = 100) => {
  const { stderr } = process
  let last = 0
  const width = 24
  return {
    /** `share` is from 0 to 1. */
    show(share: number, text: string) {
      const now = Date.now()
      if (!stderr.isTTY || now - last < shownMs) return
      last = now
      const full = Math.round(Math.min(1, share) * width)
      const percent = `${Math.floor(Math.min(1, share) * 100)}%`.padStart(4)
      stderr.write(`\r\u001b[K${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}  ${text}`)
    },
    /** Takes the bar away, for a line of text or for good. */
    clear() {
      if (stderr.isTTY && last > 0) stderr.write('\r\u001b[K')
      last = 0
    },
  }
}
