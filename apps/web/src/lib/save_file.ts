/** Gives a file to the browser to save, under this name. An object, so that a test can watch it. */
export const files = {
  save(name: string, contents: Blob): void {
    const address = URL.createObjectURL(contents)
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser has begun to read by then; some begin a moment after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },
}
