/** A tab that is open before its address is known. */
interface ReservedTab {
  goTo(address: string): void
  close(): void
}

/** Browser features that leave the app. An object, so that tests can spy on its methods. */
export const browser = {
  /** A full-page navigation. */
  leaveTo(address: string): void {
    window.location.assign(address)
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer')
  },
  /** Downloads a file under the name that the server gives it. */
  download(address: string): void {
    const link = document.createElement('a')
    link.href = address
    link.download = ''
    link.click()
  },
  /** Copies to the clipboard; rejects without the permission. */
  copy: async (text: string): Promise<void> => navigator.clipboard.writeText(text),
  /** Opens the share sheet of a phone or tablet. False without one. Rejects when sharing fails, not when the reader closes the sheet. */
  share: async (data: { title: string; url: string }): Promise<boolean> => {
    if (!('share' in navigator) || !window.matchMedia?.('(pointer: coarse)').matches) return false
    await navigator.share(data).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
    return true
  },
  /**
   * Opens a tab during a click, because browsers block it later. If it is blocked, the current tab goes to the address instead. If the
   * reader has closed it, nothing happens.
   */
  reserveTab(title: string): ReservedTab {
    const tab = window.open('', '_blank')
    if (!tab) return { goTo: (address) => browser.leaveTo(address), close: () => {} }
    tab.opener = null
    tab.document.title = title
    tab.document.body.textContent = title
    tab.document.body.style.cssText = 'margin:20vh 1rem;font:1rem system-ui,sans-serif;text-align:center'
    tab.document.documentElement.style.colorScheme = 'light dark'
    return {
      goTo: (address) => {
        if (!tab.closed) tab.location.replace(address)
      },
      close: () => tab.close(),
    }
  },
}
