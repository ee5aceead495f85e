import type { MouseEvent } from 'react'

/** A click that follows the link in this tab, rather than opening, saving or selecting something. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
