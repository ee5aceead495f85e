import { useState, type DragEvent } from 'react'

/** A place that takes what is dropped on it, and whether something is held over it now. */
export function useDrop(take: (dropped: DataTransfer) => void) {
  const [isOver, setIsOver] = useState(false)
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      take(event.dataTransfer)
    },
  }
  return { isOver, dropProps }
}
