/** Returns whether the user can answer prompts. Prompts are written to standard error, so that standard output stays clean. */
export const isTerminal = () => Boolean(process.stdin.isTTY && process.stderr.isTTY)

/** Replaces the current line of the terminal. */
export const rewriteLine = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`)
}

/** Clears the line and shows the cursor. */
export const restoreTerminal = () => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K\u001b[?25h')
}
