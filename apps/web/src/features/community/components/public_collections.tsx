import type { Collection } from '#modules/community/api'
import { Link, useSearchParams } from 'react-router-dom'
import { DocumentText } from '#web/components/text/document_text'
import { BorderedList } from '#web/components/ui/bordered_list'
import { usePublicCollected, usePublicCollections } from '../collections.ts'
import { CollectedCharacters } from './collected_characters.tsx'

interface PublicCollectionsProps {
  creatorId: string
  isSignedIn: boolean
}

/** The public collections on a creator's page, of which the address opens one. Nothing without any: the page is whole without them. */
export function PublicCollections({ creatorId, isSignedIn }: PublicCollectionsProps) {
  const [query] = useSearchParams()
  const { data } = usePublicCollections(creatorId)
  if (!data || data.length === 0) return null
  const opened = data.find(({ id }) => id === query.get('collection'))
  return (
    <section aria-labelledby="creator-collections" className="mt-12">
      <h2 id="creator-collections" className="display mb-4 text-2xl">
        Collections
      </h2>
      <BorderedList label="Collections">
        {data.map((collection) => (
          <li key={collection.id} className="px-4 py-3.5 sm:px-5">
            <Link
              to={collection === opened ? '?' : `?collection=${collection.id}`}
              preventScrollReset
              aria-expanded={collection === opened}
              className="inline-flex min-h-touch max-w-full items-center font-semibold wrap-anywhere hover:underline"
            >
              {collection.name}
            </Link>
            {collection === opened && <Opened creatorId={creatorId} collection={collection} isSignedIn={isSignedIn} />}
          </li>
        ))}
      </BorderedList>
    </section>
  )
}

function Opened({ creatorId, collection, isSignedIn }: PublicCollectionsProps & { collection: Collection }) {
  const list = usePublicCollected(creatorId, collection.id)
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-5 pb-3">
      {collection.about !== '' && <DocumentText text={collection.about} />}
      <CollectedCharacters query={list} isSignedIn={isSignedIn} />
    </div>
  )
}
