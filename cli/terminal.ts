/** Whether someone is there to answer. Questions go to standard error, so that standard output stays clean. */
export const isTerminal = () => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** Writes this in place of the line that the cursor is on. */
export const rewriteLine = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`)
}

/** After whatever was drawn: an empty line and a cursor that shows. */
export const tidyTerminal = () => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K\u001b[?25h')
}
