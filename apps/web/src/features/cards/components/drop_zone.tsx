import FolderOpen from 'lucide-react/icons/folder-open'
import Upload from 'lucide-react/icons/upload'
import { useRef, type ChangeEvent } from 'react'
import { Button } from '#web/components/ui/button'
import { classNames } from '#web/lib/class_names'
import { collectChosen, type PickedFile } from '../collect_files.ts'

interface DropZoneProps {
  /** Whether files are dragged over the page. */
  isOver: boolean
  /** Whether to show only buttons without the big target, as below a list. */
  isSmall?: boolean
  onPick: (picked: PickedFile[]) => void
}

/** The buttons to choose files and, if the browser supports it, a folder. The page around them accepts drops. */
export function DropZone({ isOver, isSmall = false, onPick }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = collectChosen(currentTarget.files ?? [])
    // Lets the same files be chosen again.
    currentTarget.value = ''
    onPick(picked)
  }
  return (
    <div className={isSmall ? 'flex flex-wrap gap-2' : 'grid justify-items-center gap-2'}>
      {isSmall ? (
        <Button onClick={() => files.current?.click()}>
          <Upload aria-hidden className="size-4.5" />
          Add files
        </Button>
      ) : (
        <button
          type="button"
          onClick={() => files.current?.click()}
          className={classNames(
            'grid min-h-52 w-full place-content-center justify-items-center gap-2 rounded-card border-2 border-dashed px-4 py-8 text-center transition-colors',
            isOver
              ? 'border-accent-text bg-accent-soft'
              : 'border-line-strong bg-raised hover:border-text hover:bg-hover'
          )}
        >
          <Upload aria-hidden className="size-8 text-accent-text" />
          <span className="display mt-1 text-xl">{isOver ? 'Drop to import' : 'Choose files'}</span>
          <span className="max-w-sm text-sm text-balance text-soft">
            Cards, lorebooks and chats, as many as you like. You can also drop files and folders anywhere on this page.
          </span>
        </button>
      )}
      {'webkitdirectory' in HTMLInputElement.prototype && (
        <Button look={isSmall ? 'outline' : 'quiet'} onClick={() => folder.current?.click()}>
          <FolderOpen aria-hidden className="size-4.5" />
          {isSmall ? 'Add a folder' : 'Choose a folder'}
        </Button>
      )}
      {/* The input has no `accept`, because phones gray out files of unknown types, such as .charx. */}
      <input ref={files} type="file" multiple hidden aria-label="Files to import" onChange={pick} />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={pick}
        {...{ webkitdirectory: '' }}
      />
    </div>
  )
}
