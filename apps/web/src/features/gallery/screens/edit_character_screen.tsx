import * as rules from '#config/content_rules'
import type { CharacterDetails } from '#modules/gallery/api'
import History from 'lucide-react/icons/history'
import LogIn from 'lucide-react/icons/log-in'
import Trash from 'lucide-react/icons/trash-2'
import UserX from 'lucide-react/icons/user-x'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { Alert } from '#web/components/ui/alert'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Skeleton } from '#web/components/ui/skeleton'
import { showAlert } from '#web/lib/alerts'
import { isStatus } from '#web/lib/api_error'
import { toast } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { lazyDialog } from '#web/lib/lazy_part'
import { useEditCharacter, characterToEditQuery } from '../authoring.ts'
import { CharacterForm } from '../components/character_form/character_form.tsx'
import { DeleteCharacterDialog } from '../components/delete_character_dialog.tsx'
import { changesOf } from '../components/character_form/character_values.ts'
import { draftKey } from '../components/character_form/drafts.ts'
import { useCharacterForm } from '../components/character_form/use_character_form.ts'
import type { AuthorProps } from './create_character_screen.tsx'

const VersionsDialog = lazyDialog(async () => (await import('../components/versions_dialog.tsx')).VersionsDialog)

interface EditCharacterScreenProps extends AuthorProps {
  characterId: string
  /** Whether the session has ended. */
  isSignedOut: boolean
}

const loginMessage = 'Please log in to edit characters.'

export function EditCharacterScreen({ characterId, isSignedOut, ...rest }: EditCharacterScreenProps) {
  const refreshUser = useRefreshUser()
  const queryClient = useQueryClient()
  const query = useQuery(characterToEditQuery(characterId))
  const [restoredCount, setRestoredCount] = useState(0)
  const { data, error } = query
  const isMissing = isStatus(error, 404) || isStatus(error, 403)
  // The session may belong to another user by now, after a sign-in in another tab.
  const isNotOwner = data !== undefined && data.createdBy !== rest.author.id
  useEffect(() => {
    if (isMissing || isNotOwner) refreshUser()
  }, [isMissing, isNotOwner, refreshUser])

  if (data && !isNotOwner) {
    return (
      <EditForm
        // A new key restarts the form with the texts of a restored version. Unsaved changes are restored from the draft.
        key={`${data.id} ${restoredCount}`}
        stored={data}
        isSignedOut={isSignedOut}
        onRestored={(character) => {
          queryClient.setQueryData(characterToEditQuery(characterId).queryKey, character)
          setRestoredCount(restoredCount + 1)
        }}
        {...rest}
      />
    )
  }
  if (isSignedOut || isStatus(error, 401)) return <EmptyState level={1} icon={<LogIn />} title={loginMessage} />
  if (isMissing || isNotOwner) {
    return (
      <EmptyState
        level={1}
        icon={<UserX />}
        title="Character Not Found"
        text="You can only edit characters you created."
      >
        <ButtonLink to={screens.gallery.path}>Discover characters</ButtonLink>
      </EmptyState>
    )
  }
  if (error) return <LoadFailed level={1} title="Couldn’t load the character" query={query} />
  return <EditSkeleton />
}

function EditForm({
  stored,
  author,
  drawSheet,
  isSignedOut,
  onRestored,
}: Omit<EditCharacterScreenProps, 'characterId'> & {
  stored: CharacterDetails
  onRestored: (character: CharacterDetails) => void
}) {
  const navigate = useNavigate()
  const address = screens.character.href({ characterId: stored.id })
  const [isDeleting, setIsDeleting] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  const edit = useEditCharacter()
  const state = useCharacterForm({
    stored,
    draftKey: draftKey(author.id, stored.id),
    missing: 'Please fill in at least the name and description',
    failure: 'Failed to update character',
    save: (values, first) => {
      const changes = changesOf(first, values)
      if (Object.keys(changes).length === 0) return Promise.resolve(stored)
      return edit.mutateAsync({ params: { id: stored.id }, body: changes })
    },
    onSaved: (character) => {
      toast('Character Updated', `${character.name} is saved.`)
      void navigate(address)
    },
    onDenied: (message) => {
      showAlert('Access Denied', message)
      void navigate(screens.gallery.path)
    },
  })
  const { editCategories } = rules
  return (
    <Page>
      <PageHeader
        title={`Edit ${stored.name}`}
        lead="Existing chats keep the texts that they began with, until they are updated."
      >
        <div className="flex flex-wrap gap-2.5">
          <Button aria-haspopup="dialog" onClick={() => setShowsVersions(true)}>
            <History aria-hidden className="size-4" />
            Versions
          </Button>
          <Button onClick={() => setIsDeleting(true)}>
            <Trash aria-hidden className="size-4" />
            Delete
          </Button>
        </div>
      </PageHeader>
      <CharacterForm
        state={state}
        categories={editCategories.includes(stored.category) ? editCategories : [stored.category, ...editCategories]}
        saveLabel="Save Changes"
        cancelAddress={address}
        needsAll={false}
        drawSheet={drawSheet}
        counts={stored}
        author={author}
        notice={
          (isSignedOut || state.isSignedOut) && (
            <Alert tone="danger" isLive>
              {loginMessage}
            </Alert>
          )
        }
      />
      <VersionsDialog
        character={stored}
        isOwn
        isOpen={showsVersions}
        onClose={() => setShowsVersions(false)}
        onRestored={onRestored}
      />
      <DeleteCharacterDialog
        character={isDeleting ? stored : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => {
          state.finish()
          void navigate(screens.gallery.path)
        }}
      />
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-6 sm:pt-12">{children}</div>
}

function EditSkeleton() {
  return (
    <Page>
      <div role="status">
        <h1 className="sr-only">Loading the character</h1>
        <Skeleton className="h-11 w-72 max-w-full" />
        <Skeleton className="mt-3 mb-5 h-5 w-80 max-w-full sm:mb-8" />
        <div className="grid items-start gap-x-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-6 rounded-card border border-line bg-raised p-4 sm:p-6">
            <Skeleton className="h-7 w-40" />
            <div className="flex items-center gap-4">
              <Skeleton className="size-28 sm:size-32" />
              <Skeleton className="h-11 w-24" />
            </div>
            {['h-11', 'h-24', 'h-11', 'h-32'].map((height, index) => (
              <div key={index} className="grid gap-2">
                <Skeleton className="h-4 w-24" />
                <Skeleton className={height} />
              </div>
            ))}
          </div>
          <Skeleton className="mx-auto mt-8 aspect-3/4 w-68 rounded-card! max-xl:hidden" />
        </div>
      </div>
    </Page>
  )
}
