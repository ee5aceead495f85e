/** Where the focus goes when the list item around this button is removed: the next item, or the previous one. */
export function nextFocusTarget(button: HTMLElement): HTMLElement | null {
  const item = button.closest('li')
  for (const sibling of [item?.nextElementSibling, item?.previousElementSibling]) {
    const target = sibling?.querySelector<HTMLElement>('button, a')
    if (target) return target
  }
  return null
}
