import { useEffect, useEffectEvent, useState } from 'react'
import { droppedFiles, type Dropped } from './dropped_files.ts'

/** Makes the whole window a drop target for files. Returns whether files are dragged over it. */
export function useWindowDrop(onDrop: (dropped: Dropped[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    const listen = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return
      event.preventDefault()
      // The event names no other element when the pointer leaves the window.
      setIsOver(event.type !== 'drop' && (event.type !== 'dragleave' || event.relatedTarget !== null))
      if (event.type !== 'drop') return
      const dropped = droppedFiles.of(event.dataTransfer)
      if (dropped.length > 0) drop(dropped)
    }
    const events = ['dragenter', 'dragover', 'dragleave', 'drop'] as const
    for (const event of events) window.addEventListener(event, listen)
    return () => {
      for (const event of events) window.removeEventListener(event, listen)
    }
  }, [])
  return isOver
}
