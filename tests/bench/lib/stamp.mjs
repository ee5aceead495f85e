/**
 * Each token of the mock model is ` SEQUENCE@TIME`: its position from 1, and its send time in microseconds of the machine's monotonic
 * clock (base 36, ten digits). Receivers compute the transit time and detect missing, duplicated and reordered tokens.
 */
const originMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()

/** Returns milliseconds of the machine's monotonic clock. */
export const sharedNowMs = () => originMs + performance.now()

export const stampedToken = (sequence) =>
  ` ${sequence}@${Math.round(sharedNowMs() * 1000)
    .toString(36)
    .padStart(10, '0')}`

/** Calls `onToken(sequence, sentMs)` for each token of a reply, even if chunks split it. */
export function tokenReader(onToken) {
  const pattern = /(\d+)@([0-9a-z]{10})/g
  let rest = ''
  return (piece) => {
    const text = rest + piece
    pattern.lastIndex = 0
    let end = 0
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      end = pattern.lastIndex
      onToken(Number(found[1]), Number.parseInt(found[2], 36) / 1000)
    }
    rest = text.slice(end)
  }
}
