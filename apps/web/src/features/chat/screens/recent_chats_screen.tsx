import { limits, type ChatListItem } from '#modules/chat/api'
import Archive from 'lucide-react/icons/archive'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Folder from 'lucide-react/icons/folder'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import Trash2 from 'lucide-react/icons/trash-2'
import Users from 'lucide-react/icons/users'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Picture } from '#web/components/shared/picture'
import { SearchField } from '#web/components/ui/search_field'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { relativeTime } from '#web/lib/relative_time'
import { useAddressSearch } from '#web/lib/use_address_search'
import { screens } from '#web/screens'
import { lazyPart } from '#web/lib/lazy_part'
import { useChats } from '../chat_lists.ts'
import { useChatPages } from '../chat_pages.ts'
import { ChatExcerpt } from '../components/chat_excerpt.tsx'
import { DeleteChatDialog } from '../components/delete_chat_dialog.tsx'
import { TitleForm } from '../components/title_form.tsx'
import { archivedPlace, PlaceChips } from '../places/place_chips.tsx'
import { FoundMessages } from '../search/found_messages.tsx'
import { chatAddress, shownCharacter } from '#web/components/shared/shown_character'

const FoldersDialog = lazyPart(async () => (await import('../places/folders_dialog.tsx')).FoldersDialog, null)
const ChatPlaceMenu = lazyPart(async () => (await import('../places/chat_place_menu.tsx')).ChatPlaceMenu)
const NewGroupDialog = lazyPart(async () => (await import('../components/new_group_dialog.tsx')).NewGroupDialog, null)

export function RecentChatsScreen() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCreating, setIsCreating] = useState(false)
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader ref={heading} title="Recent chats">
        <Button onClick={() => setIsCreating(true)}>
          <Users aria-hidden className="size-4" />
          New group
        </Button>
      </PageHeader>
      {isCreating && <NewGroupDialog onClose={() => setIsCreating(false)} />}
      <Chats heading={heading} />
    </div>
  )
}

interface ChatsProps {
  heading: RefObject<HTMLElement | null>
}

function Chats({ heading }: ChatsProps) {
  // The search is in the URL, so that going back restores it.
  const { q, text, setText } = useAddressSearch()
  const [address] = useSearchParams()
  const place = q === '' ? address.get('in') : null
  const list = useChatPages({ q, ...placeQuery(place) })
  const chats = list.data?.pages.flatMap(({ items }) => items)
  // A user without chats has nothing to search.
  const hasAny = q !== '' || place !== null || list.isPlaceholderData || (chats?.length ?? 0) > 0
  return (
    <>
      {/* Reserves the space of the search field while loading. */}
      {hasAny ? (
        <SearchField
          label="Search your chats"
          placeholder="Search titles, characters and messages"
          maxLength={limits.searchMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onClear={() => setText('')}
          className="mb-5"
        />
      ) : (
        list.isPending && <Skeleton className="mb-5 h-11 rounded-full!" />
      )}
      {hasAny && q === '' && <PlaceChips current={place} />}
      <ChatList list={list} chats={chats} q={q} place={place} heading={heading} />
      {q !== '' && <FoundMessages q={q} hasChats={!list.isPlaceholderData && (chats?.length ?? 0) > 0} />}
    </>
  )
}

const placeQuery = (place: string | null) => {
  if (place === null) return {}
  return place === archivedPlace ? { archived: true as const } : { folderId: place }
}

interface ChatListProps extends ChatsProps {
  list: ReturnType<typeof useChatPages>
  chats: readonly ChatListItem[] | undefined
  q: string
  /** The archive or a folder. */
  place: string | null
}

function ChatList({ list, chats, q, place, heading }: ChatListProps) {
  const [toDelete, setToDelete] = useState<string | null>(null)
  const [toMove, setToMove] = useState<ChatListItem | null>(null)

  // Empty placeholder data says nothing about the current search.
  if (list.isPending || (list.isPlaceholderData && chats?.length === 0)) return <ChatsSkeleton />
  if (!chats) return <LoadFailed title="Couldn’t load your chats" query={list} />
  if (chats.length === 0 && q !== '') return null
  if (chats.length === 0 && place !== null) return <NoChatsInPlace isArchive={place === archivedPlace} />
  if (chats.length === 0) return <NoChats />

  return (
    <>
      <PagedResults
        list={list}
        count={chats.length}
        itemName="chat"
        itemsName="chats"
        isManual={q !== ''}
        className={q === '' ? undefined : 'mb-8'}
      >
        <Rows>
          {chats.map((chat) => (
            <ChatRow key={chat.id} chat={chat} onDelete={() => setToDelete(chat.id)} onMove={() => setToMove(chat)} />
          ))}
        </Rows>
      </PagedResults>
      <DeleteChatDialog chatId={toDelete} onClose={() => setToDelete(null)} focusAfterConfirm={heading} />
      {toMove && <FoldersDialog chat={toMove} onClose={() => setToMove(null)} />}
    </>
  )
}

const NoChatsInPlace = ({ isArchive }: { isArchive: boolean }) => (
  <EmptyState
    icon={isArchive ? <Archive /> : <Folder />}
    title={isArchive ? 'No archived chats' : 'No chats in this folder'}
    text={isArchive ? 'Archived chats come back with their next message.' : 'Move chats here with the menu of a chat.'}
  >
    <ButtonLink to={screens.recentChats.path} replace>
      Show all chats
    </ButtonLink>
  </EmptyState>
)

function NoChats() {
  const { data: archived = [] } = useChats({ archived: true, limit: 1 })
  return (
    <EmptyState icon={<MessagesSquare />} title="No recent chats" text="Start a conversation with a character!">
      <ButtonLink to={screens.gallery.path} look="primary">
        Discover characters
      </ButtonLink>
      {archived.length > 0 && (
        <ButtonLink to={screens.recentChats.href({}, { in: archivedPlace })} replace>
          Archived chats
        </ButtonLink>
      )}
    </EmptyState>
  )
}

interface ChatRowProps {
  chat: ChatListItem
  onDelete: () => void
  /** Asks for a folder. */
  onMove: () => void
}

/** A row of the list. The name links to the chat, and the link covers the whole row except its buttons. */
function ChatRow({ chat, onDelete, onMove }: ChatRowProps) {
  const { name, initialsOf, avatar, avatarFocus, avatarClasses, isDeleted, faces } = shownCharacter(chat)
  const { category, description } = chat.character ?? {}
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const finishRenaming = () => {
    setIsRenaming(false)
    setTimeout(() => document.activeElement === document.body && rename.current?.focus())
  }
  const more = (
    <Button look="quiet" isIcon aria-label={`More actions for chat with ${name}`} title="More actions">
      <Ellipsis aria-hidden className="size-5" />
    </Button>
  )
  return (
    // content-visibility skips rendering of rows outside the viewport.
    <li className="relative flex items-stretch gap-4 rounded-card border border-line bg-raised p-3 transition-colors [contain-intrinsic-size:auto_9rem] [content-visibility:auto] has-[h2_a:hover]:border-line-strong sm:pr-5">
      {faces.length > 1 ? (
        <span aria-hidden className={classNames(pictureClasses, 'grid shrink-0 grid-cols-2 gap-0.5 overflow-hidden')}>
          {faces.map((face, index) => (
            <Picture
              key={face.id}
              address={face.avatar}
              focus={face.avatarFocus}
              name={face.name}
              sizes="9rem"
              className={index === 0 || faces.length === 2 ? 'col-span-2' : undefined}
            />
          ))}
        </span>
      ) : (
        <Picture
          address={avatar}
          focus={avatarFocus}
          name={initialsOf}
          sizes="9rem"
          className={classNames(pictureClasses, avatarClasses)}
          initialsClassName="text-2xl"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-52">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="display line-clamp-2 min-w-0 text-lg leading-tight wrap-anywhere">
              <Link to={chatAddress(chat)} className="after:absolute after:inset-0 after:rounded-card">
                {name}
              </Link>
            </h2>
            {isDeleted && <Badge>deleted</Badge>}
            {chat.isArchived && <Badge>archived</Badge>}
            {chat.isKept && (
              <span role="img" aria-label="Kept on top" title="Kept on top">
                <Pin aria-hidden className="size-4 text-accent-text" />
              </span>
            )}
          </div>
          {isRenaming ? (
            <div className="relative my-1 flex max-w-sm">
              <TitleForm sessionId={chat.id} title={chat.title} placeholder="Title" onDone={finishRenaming} />
            </div>
          ) : (
            <p className={classNames('truncate text-ui', chat.title ? 'font-semibold' : 'text-soft')}>
              <ChatExcerpt chat={chat} />
            </p>
          )}
          <p className="mt-0.5 text-xs text-faint">
            {category && `${category} · `}
            <time dateTime={chat.lastMessageAt}>{relativeTime(chat.lastMessageAt)}</time>
          </p>
          {description && <p className="mt-1 line-clamp-1 text-sm wrap-anywhere text-faint">{description}</p>}
        </div>
        <div className="relative flex items-center gap-2 max-sm:w-full max-sm:gap-1">
          {isDeleted ? (
            <Button disabled className="max-sm:flex-1 max-sm:px-2! max-sm:text-sm">
              Character Deleted
            </Button>
          ) : (
            <ButtonLink to={chatAddress(chat)} className="max-sm:flex-1 max-sm:px-1!">
              <span>
                Continue <span className="sr-only">chat with {name}</span>
              </span>
            </ButtonLink>
          )}
          <IconButton
            ref={rename}
            label={`Rename chat with ${name}`}
            title="Rename"
            icon={<Pencil className="size-4!" />}
            onClick={() => setIsRenaming(true)}
          />
          <Button look="quiet" className="max-sm:px-3!" onClick={onDelete}>
            <Trash2 aria-hidden className="size-4" />
            <span className="max-sm:sr-only">
              Delete <span className="sr-only">chat with {name}</span>
            </span>
          </Button>
          <LazyMenu trigger={more}>
            <ChatPlaceMenu chat={chat} trigger={more} onMove={onMove} />
          </LazyMenu>
        </div>
      </div>
    </li>
  )
}

const portrait = 'aspect-4/5'
const pictureClasses = `w-[clamp(3.5rem,32vw-3rem,5rem)] self-start rounded-panel sm:w-24 ${portrait}`

const Rows = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">{children}</ul>
)

const skeletonCount = 5

function ChatsSkeleton() {
  return (
    <Loading label="Loading recent chats">
      <Rows>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <li
            key={index}
            data-testid="chat-skeleton"
            className="flex items-center gap-4 rounded-card border border-line bg-raised p-3"
          >
            <Skeleton className={classNames('w-20 shrink-0 rounded-panel sm:w-24', portrait)} />
            <div className="grid flex-1 gap-3">
              <Skeleton className="h-4.5 w-1/3" />
              <Skeleton className="h-3 w-1/4" />
              <Skeleton className="h-3 w-3/4" />
            </div>
          </li>
        ))}
      </Rows>
    </Loading>
  )
}
