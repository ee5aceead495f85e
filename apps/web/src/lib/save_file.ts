/** Gives a file to the browser to save, under this name. An object, so that a test can watch it. */
export const files = {
  save(name: string, contents: Blob): void {
    const address = URL.createObjectURL(contents)
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser has it by then; some begin to read a moment after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },
}

/** The same, for what is not a file yet. */
export const saveFile = (name: string, type: string, contents: string | Blob): void =>
  files.save(name, new Blob([contents], { type }))
