import Archive from 'lucide-react/icons/archive'
import Folder from 'lucide-react/icons/folder'
import { useState } from 'react'
import { Chip, ChipLink } from '#web/components/ui/chip'
import { ScrollRow } from '#web/components/ui/scroll_row'
import { lazyPart } from '#web/lib/lazy_part'
import { screens } from '#web/screens'
import { useFolders } from './folders.ts'

const FoldersDialog = lazyPart(async () => (await import('./folders_dialog.tsx')).FoldersDialog, null)

/** The place in the address of the chats page: `archived`, or the id of a folder. */
export const archivedPlace = 'archived'

/** Links to all chats, the archive and the folders. */
export function PlaceChips({ current }: { current: string | null }) {
  const { data: folders = [] } = useFolders()
  const [isManaging, setIsManaging] = useState(false)
  const link = (place: string | null) => ({
    to: place === null ? screens.recentChats.path : screens.recentChats.href({}, { in: place }),
    isCurrent: current === place,
    replace: true,
  })
  return (
    <nav aria-label="Places of chats" className="mb-5">
      <ScrollRow current={current ?? ''} className="gap-2" buttonClassName="top-0">
        <li>
          <ChipLink {...link(null)}>All</ChipLink>
        </li>
        {folders.map(({ id, name }) => (
          <li key={id}>
            <ChipLink {...link(id)}>
              <Folder aria-hidden className="size-4" />
              <span dir="auto" className="max-w-48 truncate">
                {name}
              </span>
            </ChipLink>
          </li>
        ))}
        <li>
          <ChipLink {...link(archivedPlace)}>
            <Archive aria-hidden className="size-4" />
            Archived
          </ChipLink>
        </li>
        <li>
          <Chip onClick={() => setIsManaging(true)}>Folders…</Chip>
        </li>
      </ScrollRow>
      {isManaging && <FoldersDialog chat={null} onClose={() => setIsManaging(false)} />}
    </nav>
  )
}
