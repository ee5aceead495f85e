/** The ways out of the app. An object, so that a test can watch them. */
export const browser = {
  /** A full-page navigation. */
  leaveTo(address: string): void {
    window.location.assign(address)
  },
  openTab(address: string): void {
    window.open(address, '_blank', 'noopener,noreferrer')
  },
}
