import FolderPlus from 'lucide-react/icons/folder-plus'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Checkbox } from '#web/components/ui/toggle'
import { attempt } from '#web/lib/toasts'
import { useCollect, useCollections, useUncollect } from '../collections.ts'
import { CollectionDialog } from './collection_dialog.tsx'

interface CollectDialogProps {
  character: { id: string; name: string }
  onClose: () => void
}

/** Puts a character into the user's collections, and takes it out. */
export function CollectDialog({ character: { id: characterId, name }, onClose }: CollectDialogProps) {
  const list = useCollections(characterId)
  const [collect, uncollect] = [useCollect(), useUncollect()]
  const [isCreating, setIsCreating] = useState(false)
  const toggle = (id: string, isIn: boolean) =>
    attempt('Couldn’t save the change', () => (isIn ? collect : uncollect).mutateAsync({ params: { id, characterId } }))
  if (isCreating) return <CollectionDialog collection={null} onClose={() => setIsCreating(false)} />
  return (
    <Dialog isOpen onClose={onClose} title="Collections" description={`Choose those that have ${name}.`}>
      <div className="mt-4 grid gap-4">
        {list.isPending ? (
          <Loading label="Loading collections">
            <Skeleton className="h-24" />
          </Loading>
        ) : !list.data ? (
          <LoadFailed size="panel" title="Couldn’t load your collections" query={list} />
        ) : list.data.length === 0 ? (
          <p className="text-soft">You have no collections yet.</p>
        ) : (
          <ul className="grid">
            {list.data.map((collection) => (
              <li key={collection.id}>
                <Checkbox
                  label={<span dir="auto">{collection.name}</span>}
                  hint={collection.isPublic ? 'Public' : undefined}
                  checked={collection.holds}
                  onChange={(event) => void toggle(collection.id, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
          <Button onClick={() => setIsCreating(true)}>
            <FolderPlus aria-hidden className="size-4" />
            New collection
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
