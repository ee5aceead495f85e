import type { CharacterDetails, CharacterVersion } from '#modules/gallery/api'
import { getVersion, listVersions, restoreVersion } from '#modules/gallery/calls'
import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useRef, useState } from 'react'
import { ChangeList } from '#web/components/shared/change_list'
import { changesBetween, readableChanges } from '#web/components/shared/version_changes'
import { Badge } from '#web/components/ui/badge'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { classNames } from '#web/lib/class_names'
import { toast, attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'

interface VersionsDialogProps {
  character: { id: string; name: string }
  /** Whether the viewer is the owner. Owners can restore versions, and admins can only read them. */
  isOwn: boolean
  isOpen: boolean
  onClose: () => void
  onRestored?: (character: CharacterDetails) => void
}

/** A dialog with all versions of a character and the changes in each. Owners can restore a version. */
export function VersionsDialog({ character, isOwn, isOpen, onClose, onRestored }: VersionsDialogProps) {
  const { id } = character
  const query = useQuery({ ...callQuery(listVersions, { params: { id } }), staleTime: 0, enabled: isOpen })
  const versions = query.data
  // Characters appear all over the app.
  const restore = useCall(restoreVersion, (queryClient) => queryClient.invalidateQueries())
  const [asked, setAsked] = useState<CharacterVersion | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const bringBack = ({ number }: CharacterVersion) =>
    attempt('Failed to restore the version', async () => {
      const restored = await restore.mutateAsync({ params: { id, number } })
      toast(`Version ${number} is back`, 'It is the newest version now.')
      onRestored?.(restored)
    })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Versions of ${character.name}`}
      description="Each changed text or expression makes one. Chats keep theirs until they are updated."
      width="wide"
    >
      {versions ? (
        <ol ref={list} tabIndex={-1} aria-label="Versions" className="mt-5 grid gap-2.5 outline-none">
          {versions.map((version, index) => (
            <Version
              key={version.number}
              characterId={id}
              version={version}
              previous={versions[index + 1]?.number ?? null}
              onRestore={isOwn && !version.isPresent ? () => setAsked(version) : null}
              isRestoring={restore.isPending && restore.variables.params.number === version.number}
            />
          ))}
        </ol>
      ) : query.error ? (
        <LoadFailed size="panel" title="Couldn’t load the versions" query={query} />
      ) : (
        <Loading label="Loading the versions" className="mt-5 grid gap-2.5">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-17 rounded-panel!" />
          ))}
        </Loading>
      )}
      {versions?.length === 1 && (
        <p className="mt-4 text-sm text-soft">
          This is the only one. Save a changed text or expression to make another.
        </p>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={`Bring version ${asked?.number ?? ''} back?`}
        question="Its texts and expressions become the newest version. The present ones stay in the list, and so do all others."
        confirmLabel="Bring back"
        look="primary"
        focusAfterConfirm={list}
        onConfirm={() => asked && void bringBack(asked)}
        onCancel={() => setAsked(null)}
      />
    </Dialog>
  )
}

interface VersionProps {
  characterId: string
  version: CharacterVersion
  /** The number of the previous version; null for the first version. */
  previous: number | null
  onRestore: (() => void) | null
  isRestoring: boolean
}

function Version({ characterId, version, previous, onRestore, isRestoring }: VersionProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { number, createdAt, isPresent } = version
  const written = new Date(createdAt)
  return (
    <li
      aria-current={isPresent || undefined}
      className={classNames(
        'min-w-0 rounded-panel border bg-raised [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]',
        isPresent ? 'border-accent/60' : 'border-line'
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-center gap-x-2 text-ui font-semibold tabular-nums">
            Version {number}
            {isPresent && <Badge tone="accent">Newest</Badge>}
          </p>
          <time dateTime={createdAt} title={fullFormat.format(written)} className="text-sm text-faint tabular-nums">
            {timeFormat.format(written)}
          </time>
        </div>
        <div className="-mx-2 flex flex-wrap items-center gap-1">
          {previous !== null && (
            <Button look="quiet" size="s" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
              <span>
                What changed <span className="sr-only">in version {number}</span>
              </span>
              <ChevronDown aria-hidden className={classNames('size-4 transition-[rotate]', isOpen && 'rotate-180')} />
            </Button>
          )}
          {onRestore && (
            <Button size="s" isLoading={isRestoring} onClick={onRestore}>
              <span>
                Bring back <span className="sr-only">version {number}</span>
              </span>
            </Button>
          )}
        </div>
      </div>
      {previous !== null && (
        <div id={id} hidden={!isOpen} className="border-t border-line px-4 py-3">
          {isOpen && <Changes characterId={characterId} from={previous} to={number} />}
        </div>
      )}
    </li>
  )
}

function Changes({ characterId, from, to }: { characterId: string; from: number; to: number }) {
  const before = useQuery(versionQuery(characterId, from))
  const after = useQuery(versionQuery(characterId, to))
  if (before.data && after.data) {
    const changes = readableChanges(changesBetween(before.data.texts, after.data.texts))
    return changes.length > 0 ? (
      <ChangeList layout="stacked" changes={changes} />
    ) : (
      <p className="text-soft">The texts are the same. Expressions or scripts may differ.</p>
    )
  }
  const queries = [before, after]
  const error = queries.find((query) => query.error)?.error
  const retry = {
    error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.forEach((query) => query.error && void query.refetch()),
  }
  if (error) return <LoadFailed size="panel" title="Couldn’t load the difference" query={retry} />
  return (
    <Loading label="Loading the difference" className="grid gap-2">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-16" />
    </Loading>
  )
}

/** Versions never change. */
const versionQuery = (id: string, number: number) => callQuery(getVersion, { params: { id, number } })

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })
