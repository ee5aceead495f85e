import { limits } from '#modules/community/api'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { screens } from '#web/screens'
import { CollectionDialog } from '../components/collection_dialog.tsx'
import { useCollections } from '../collections.ts'

/** The user's lists of characters. */
export function CollectionsScreen() {
  const list = useCollections()
  const [isCreating, setIsCreating] = useState(false)
  const isFull = (list.data?.length ?? 0) >= limits.collectionsMax
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Collections" lead="Your lists of characters, for you or for everyone.">
        {list.data && (
          <Button look="primary" disabled={isFull} onClick={() => setIsCreating(true)}>
            <Plus aria-hidden className="size-4" />
            New collection
          </Button>
        )}
      </PageHeader>
      {list.isPending ? (
        <Loading label="Loading collections">
          <Skeleton className="h-40" />
        </Loading>
      ) : !list.data ? (
        <LoadFailed title="Couldn’t load your collections" query={list} />
      ) : list.data.length === 0 ? (
        <EmptyState
          icon={<Layers />}
          title="No collections yet"
          text="Make one here, or with “Collections” on the page of a character."
        />
      ) : (
        <BorderedList label="Collections">
          {list.data.map(({ id, name, characters, isPublic }) => (
            <li
              key={id}
              className="relative flex items-center gap-4 px-4 py-3.5 transition-colors hover:bg-hover sm:px-5"
            >
              <div className="min-w-0 flex-1">
                <Link
                  to={screens.collection.href({ collectionId: id })}
                  className="font-semibold wrap-anywhere after:absolute after:inset-0"
                >
                  {name}
                </Link>
                <p className="text-sm text-soft">{countOf(characters, 'character', 'characters')}</p>
              </div>
              {isPublic && <Badge tone="accent">Public</Badge>}
              <ChevronRight aria-hidden className="size-5 shrink-0 text-faint" />
            </li>
          ))}
        </BorderedList>
      )}
      {isCreating && <CollectionDialog collection={null} onClose={() => setIsCreating(false)} />}
    </div>
  )
}
