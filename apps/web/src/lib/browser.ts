/** A tab whose address is still to come. */
export interface ReservedTab {
  goTo(address: string): void
  close(): void
}

/** The ways out of the app. An object, so that a test can watch them. */
export const browser = {
  /** A full-page navigation. */
  leaveTo(address: string): void {
    window.location.assign(address)
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer')
  },
  /** Saves what is at an address as a file, by the name that the server gives it. */
  download(address: string): void {
    const link = document.createElement('a')
    link.href = address
    link.download = ''
    link.click()
  },
  /** Puts a text where it can be pasted from; throws where that is not allowed. */
  copy: async (text: string): Promise<void> => navigator.clipboard.writeText(text),
  /**
   * Opens a tab at once, in the middle of a click, because later it would be blocked. Where it is blocked all the same, this tab
   * goes to the address; where the reader has closed it meanwhile, nothing does.
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
