/** Gives the browser a file to save, under this name. */
export function saveFile(name: string, type: string, contents: string | Blob): void {
  const address = URL.createObjectURL(new Blob([contents], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has it by then; some begin to read a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
