/** Moves the focus to the start of the content without scrolling, after the focused element was removed. */
export function focusMain(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
