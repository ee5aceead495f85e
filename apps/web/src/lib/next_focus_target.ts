/** Who has the keyboard when the cell of a list that this stands in is gone: the cell after it, else the one before. */
export function neighbourOf(button: HTMLElement): HTMLElement | null {
  const cell = button.closest('li')
  for (const next of [cell?.nextElementSibling, cell?.previousElementSibling]) {
    const target = next?.querySelector<HTMLElement>('button, a')
    if (target) return target
  }
  return null
}
