/** Returns 1 for the right arrow key, -1 for the left one, and 0 for other keys and for combinations such as Alt+Left, which goes back. */
export function arrowStep(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>
): -1 | 0 | 1 {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
}
