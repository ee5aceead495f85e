import { useState, type DragEvent } from 'react'

/** Makes an element a drop target. `isOver` is true while something is dragged over it. */
export function useDrop(onDrop: (data: DataTransfer) => void) {
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
      onDrop(event.dataTransfer)
    },
  }
  return { isOver, dropProps }
}
