/** For when what had the focus is gone: the keyboard goes on from the beginning of the page's content, and nothing moves. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
