import type { ChatCharacterVersion } from '#modules/chat/api'
import { compareVersion, updateVersion } from '#modules/chat/calls'
import { useQuery } from '@tanstack/react-query'
import { ChangeList } from '#web/components/shared/change_list'
import { readableChanges } from '#web/components/shared/version_changes'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { toast, attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { contextKey } from '../memory/context.ts'

interface VersionDialogProps {
  sessionId: string
  /** The id of the character, in a group chat. */
  characterId?: string
  name: string
  onUpdated: (version: ChatCharacterVersion) => void
  isOpen: boolean
  onClose: () => void
}

/** A dialog that shows the changes of an update of the chat before the user confirms it. */
export function VersionDialog({ sessionId, characterId, name, onUpdated, isOpen, onClose }: VersionDialogProps) {
  const input = { params: { id: sessionId }, query: { characterId } }
  // The character may change again.
  const query = useQuery({ ...callQuery(compareVersion, input), gcTime: 0, staleTime: 0, enabled: isOpen })
  const update = useCall(
    updateVersion,
    (queryClient) => void queryClient.invalidateQueries({ queryKey: contextKey(sessionId) })
  )
  const { data } = query
  const confirm = () =>
    attempt('Failed to update the chat', async () => {
      onUpdated(await update.mutateAsync(input))
      toast('Chat updated', `Replies follow the newest version of ${name}.`)
      onClose()
    })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Update to the newest version?"
      description="Your messages stay as they are. The next reply follows the new texts."
      width="wide"
    >
      <div className="mt-5">
        {data ? (
          <>
            {data.changes.length === 0 ? (
              <p className="text-soft">
                Its texts are the same as in this chat. Its expressions or scripts may differ.
              </p>
            ) : (
              <ChangeList layout="stacked" changes={readableChanges(data.changes)} />
            )}
            <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:[&>*]:flex-1">
              <Button onClick={onClose}>Not now</Button>
              <Button look="primary" isLoading={update.isPending} onClick={() => void confirm()}>
                Update
              </Button>
            </div>
          </>
        ) : query.error ? (
          <LoadFailed size="panel" title="Couldn’t load the difference" query={query} />
        ) : (
          <Loading label="Loading the difference" className="grid gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-20" />
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-20" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}
