import { useParams } from 'react-router-dom'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { useCollections } from '#web/features/community/collections'
import { CollectionScreen } from '#web/features/community/screens/collection_screen'
import { NotFoundScreen } from '../router/not_found_screen.tsx'

export default function CollectionRoute() {
  const { collectionId } = useParams()
  const list = useCollections()
  if (list.isPending) return <PageSpinner />
  if (!list.data) return <LoadFailed level={1} title="Couldn’t load the collection" query={list} />
  const collection = list.data.find(({ id }) => id === collectionId)
  return collection ? <CollectionScreen key={collection.id} collection={collection} /> : <NotFoundScreen isSignedIn />
}
