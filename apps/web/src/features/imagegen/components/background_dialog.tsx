import { drawnBackground, listChats } from '#modules/chat/calls'
import { limits } from '#modules/chat/api'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { chatAddress, shownCharacter } from '#web/components/shared/shown_character'
import { Dialog } from '#web/components/ui/dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { SearchField } from '#web/components/ui/search_field'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { callQuery } from '#web/lib/api_client'
import { readerZone } from '#web/lib/reader_zone'
import { toast, toastError } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'

const chatsShown = 24

/** Chooses a chat of the user, puts a private copy of a drawn picture behind it, and opens it. */
export function BackgroundDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search.trim())
  const found = useQuery({
    ...callQuery(listChats, { query: { limit: chatsShown, q: q || undefined, zone: readerZone } }),
    placeholderData: (before) => before,
  })
  const put = useCall(drawnBackground)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Behind which chat?"
      description="The chat gets a private copy. Only you see it."
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        <SearchField
          label="Search chats"
          placeholder="Search chats"
          maxLength={limits.searchMax}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onClear={() => setSearch('')}
        />
        {found.isPending ? (
          <Loading label="Loading chats" className="grid h-72 content-start gap-2">
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} className="h-12 rounded-control!" />
            ))}
          </Loading>
        ) : !found.data ? (
          <LoadFailed size="panel" title="Couldn’t load your chats" query={found} />
        ) : (
          // The list has a fixed height, so that no result moves while it is clicked.
          <ul aria-label="Chats" aria-busy={found.isFetching} className="grid h-72 content-start gap-1 overflow-y-auto">
            {found.data.map((chat) => {
              const { name, initialsOf, avatar, avatarFocus, avatarClasses } = shownCharacter(chat)
              return (
                <li key={chat.id}>
                  <button
                    type="button"
                    disabled={put.isPending}
                    className="flex min-h-touch w-full items-center gap-3 rounded-control px-2 py-1.5 text-left enabled:hover:bg-hover disabled:opacity-55"
                    onClick={() =>
                      put.mutate(
                        { params: { id: chat.id }, body: { url } },
                        {
                          onError: (error) => toastError(error, 'Check your connection and try again.', 'Not changed'),
                          onSuccess: () => {
                            toast('Background changed', 'Remove it in the chat’s menu.')
                            void navigate(chatAddress(chat))
                          },
                        }
                      )
                    }
                  >
                    <Avatar address={avatar} name={initialsOf} focus={avatarFocus} size="s" className={avatarClasses} />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-ui">{chat.title ?? name}</span>
                      {chat.lastMessage !== null && (
                        <span dir="auto" className="block truncate text-sm text-soft">
                          {chat.lastMessage}
                        </span>
                      )}
                    </span>
                  </button>
                </li>
              )
            })}
            {found.data.length === 0 && (
              <li className="p-2 text-sm text-soft">
                {q === '' ? 'You have no chats yet. Start one, then come back.' : 'No chats found.'}
              </li>
            )}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
