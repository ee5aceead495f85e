/** Whether someone is there to answer. Questions go to standard error, so that standard output stays clean. */
export const isTerminal = () => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** Whether standard error obeys what moves a cursor. */
const isScreen = () => Boolean(process.stderr.isTTY) && process.env.TERM !== 'dumb'

/** Writes this in place of the line that the cursor is on. */
export const rewriteLine = (text: string) => {
  if (isScreen()) process.stderr.write(`\r\u001b[K${text.slice(0, Math.max(0, process.stderr.columns - 1))}`)
}

/** After whatever was drawn: an empty line and a cursor that shows. */
export const tidyTerminal = () => {
  if (isScreen()) process.stderr.write('\r\u001b[K\u001b[?25h')
}
