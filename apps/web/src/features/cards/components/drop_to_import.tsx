import { useNavigate } from 'react-router-dom'
import { droppedFiles } from '#web/lib/dropped_files'
import { useWindowDrop } from '#web/lib/use_window_drop'
import { screens } from '#web/screens'
import { lazyPart } from '#web/lib/lazy_part'

const DropOverlay = lazyPart(async () => (await import('./drop_overlay.tsx')).DropOverlay, null)

/** A drop target for the whole page, which opens the import screen with the dropped files. */
export function DropToImport() {
  const navigate = useNavigate()
  const isOver = useWindowDrop((dropped) => {
    droppedFiles.hold(dropped)
    void navigate(screens.importFiles.path)
  })
  return isOver && <DropOverlay />
}
