import type { OwnCollection } from '#modules/community/api'
import type { CharacterSummary } from '#modules/gallery/api'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { DocumentText } from '#web/components/text/document_text'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { PageHeader } from '#web/components/ui/page_header'
import { attempt, toastUndo } from '#web/lib/toasts'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { CollectedCharacters } from '../components/collected_characters.tsx'
import { CollectionDialog } from '../components/collection_dialog.tsx'
import { useCollect, useCollected, useDeleteCollection, useUncollect } from '../collections.ts'

/** One of the user's collections. */
export function CollectionScreen({ collection }: { collection: OwnCollection }) {
  const { id, name, about, isPublic } = collection
  useTitle(name)
  const list = useCollected(id)
  const navigate = useNavigate()
  const [collect, uncollect, remove] = [useCollect(), useUncollect(), useDeleteCollection()]
  const [asks, setAsks] = useState<'edit' | 'delete' | null>(null)
  const takeOut = (character: CharacterSummary) => {
    const params = { id, characterId: character.id }
    return attempt('Couldn’t remove the character', async () => {
      await uncollect.mutateAsync({ params })
      toastUndo(`${character.name} removed`, () =>
        attempt('Couldn’t add the character again', () => collect.mutateAsync({ params }))
      )
    })
  }
  const end = () =>
    attempt('Couldn’t delete the collection', async () => {
      await remove.mutateAsync({ params: { id } })
      await navigate(screens.collections.path)
    })
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <Link
        to={screens.collections.path}
        className="-mt-3 mb-1 inline-flex min-h-touch items-center gap-2 text-ui font-semibold text-soft transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Collections
      </Link>
      <PageHeader title={name} lead={isPublic && <Badge tone="accent">Public</Badge>}>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAsks('edit')}>
            <Pencil aria-hidden className="size-4" />
            Edit
          </Button>
          <Button isLoading={remove.isPending} onClick={() => setAsks('delete')}>
            <Trash2 aria-hidden className="size-4" />
            Delete
          </Button>
        </div>
      </PageHeader>
      {about !== '' && (
        <div className="mb-8 max-w-measure">
          <DocumentText text={about} />
        </div>
      )}
      <CollectedCharacters query={list} isSignedIn onRemove={(character) => void takeOut(character)} />
      {asks === 'edit' && <CollectionDialog collection={collection} onClose={() => setAsks(null)} />}
      <ConfirmDialog
        isOpen={asks === 'delete'}
        title="Delete this collection?"
        question="Its characters stay where they are."
        confirmLabel="Delete"
        onCancel={() => setAsks(null)}
        onConfirm={() => {
          setAsks(null)
          void end()
        }}
      />
    </div>
  )
}
