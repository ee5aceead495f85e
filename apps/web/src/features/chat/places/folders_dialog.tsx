import { limits, type ChatFolder, type ChatListItem } from '#modules/chat/api'
import { createFolder, deleteFolder, renameFolder } from '#modules/chat/calls'
import Check from 'lucide-react/icons/check'
import FolderX from 'lucide-react/icons/folder-x'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Dialog } from '#web/components/ui/dialog'
import { Input } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { RetryRow } from '#web/components/ui/retry_row'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { submitting } from '#web/lib/submitting'
import { attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { refreshFolders, useFolders, usePlaceChat } from './folders.ts'

interface FoldersDialogProps {
  /** The chat to move. Null: the dialog is about the folders themselves. */
  chat: ChatListItem | null
  onClose: () => void
}

/** A dialog that creates, renames and deletes folders, and moves a chat to one. */
export function FoldersDialog({ chat, onClose }: FoldersDialogProps) {
  const folders = useFolders()
  const place = usePlaceChat(chat?.id ?? '')
  const [editedId, setEditedId] = useState<string | null>(null)
  const [toDelete, setToDelete] = useState<ChatFolder | null>(null)
  const creation = useCall(createFolder, refreshFolders)
  const renaming = useCall(renameFolder, refreshFolders)
  const deletion = useCall(deleteFolder, refreshFolders)
  const moveTo = (folderId: string | null) => place({ folderId }, onClose)
  const create = async (name: string) => {
    const { id } = await creation.mutateAsync({ body: { name } })
    if (chat) await moveTo(id)
  }
  return (
    <Dialog isOpen onClose={onClose} title={chat ? 'Move to a folder' : 'Folders'}>
      <div className="mt-4 grid gap-4">
        {folders.data ? (
          <ul className="-mx-2 grid max-h-80 grid-cols-[minmax(0,1fr)] overflow-y-auto empty:hidden">
            {chat?.folderId && (
              <li>
                <Choice icon={<FolderX aria-hidden className="size-5" />} onClick={() => void moveTo(null)}>
                  No folder
                </Choice>
              </li>
            )}
            {folders.data.map((folder) =>
              folder.id === editedId ? (
                <li key={folder.id} className="p-2">
                  <NameForm
                    label="Name of the folder"
                    initial={folder.name}
                    submitLabel="Save"
                    onSubmit={async (name) => {
                      await renaming.mutateAsync({ params: { id: folder.id }, body: { name } })
                      setEditedId(null)
                    }}
                  />
                </li>
              ) : (
                <li key={folder.id} className="flex items-center">
                  {chat ? (
                    <Choice
                      isCurrent={folder.id === chat.folderId}
                      icon={folder.id === chat.folderId && <Check aria-hidden className="size-5" />}
                      onClick={() => void moveTo(folder.id)}
                    >
                      {folder.name}
                    </Choice>
                  ) : (
                    <span dir="auto" className="min-w-0 flex-1 truncate px-3">
                      {folder.name}
                    </span>
                  )}
                  <IconButton
                    label={`Rename ${folder.name}`}
                    icon={<Pencil />}
                    onClick={() => setEditedId(folder.id)}
                  />
                  <IconButton label={`Delete ${folder.name}`} icon={<Trash2 />} onClick={() => setToDelete(folder)} />
                </li>
              )
            )}
          </ul>
        ) : folders.isError ? (
          <RetryRow query={folders} text="Couldn’t load your folders." />
        ) : (
          <Loading label="Loading folders" className="grid gap-3">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-2/3" />
          </Loading>
        )}
        {folders.data && folders.data.length < limits.foldersMax && (
          <NameForm
            key={folders.data.length}
            label="Name of a new folder"
            placeholder="New folder"
            submitLabel="Create"
            onSubmit={create}
          />
        )}
      </div>
      <ConfirmDialog
        isOpen={toDelete !== null}
        title="Delete folder"
        question={`Delete the folder “${toDelete?.name ?? ''}”? Its chats stay.`}
        confirmLabel="Delete"
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          const id = toDelete?.id
          if (id) void attempt('Failed to delete folder', () => deletion.mutateAsync({ params: { id } }))
          setToDelete(null)
        }}
      />
    </Dialog>
  )
}

interface ChoiceProps {
  icon?: ReactNode
  isCurrent?: boolean
  onClick: () => void
  children: ReactNode
}

const Choice = ({ icon, isCurrent, onClick, children }: ChoiceProps) => (
  <button
    type="button"
    aria-current={isCurrent || undefined}
    className="flex min-h-touch w-full min-w-0 flex-1 items-center gap-2 rounded-control px-3 text-left transition-colors hover:bg-hover"
    onClick={onClick}
  >
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {children}
    </span>
    {icon}
  </button>
)

interface NameFormProps {
  label: string
  initial?: string
  placeholder?: string
  submitLabel: string
  onSubmit: (name: string) => Promise<unknown>
}

function NameForm({ label, initial = '', placeholder, submitLabel, onSubmit }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    await attempt('The folder couldn’t be saved. Please try again.', () => onSubmit(name.trim()))
    setIsBusy(false)
  }
  return (
    <form className="flex gap-2" onSubmit={submitting(save)}>
      <Input
        aria-label={label}
        placeholder={placeholder}
        value={name}
        maxLength={limits.folderNameMax}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" isLoading={isBusy} disabled={name.trim() === ''}>
        {submitLabel}
      </Button>
    </form>
  )
}
