/** Saves a file under this name. */
export function saveFile(name: string, type: string, contents: string | Blob): void {
  const address = URL.createObjectURL(new Blob([contents], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start reading only a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
