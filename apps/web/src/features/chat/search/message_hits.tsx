import type { ChatHit } from '#modules/chat/api'
import GitBranch from 'lucide-react/icons/git-branch'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { InlineSpinner } from '#web/components/ui/inline_spinner'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { ChatAvatar } from '../components/chat_avatar.tsx'
import { messageTime } from '../message_time.ts'
import { shownCharacter } from '#web/components/shared/shown_character'
import { hitAddress, useMessageHits, type MessageSearch } from './message_search.ts'

interface MessageHitsProps {
  search: MessageSearch
  /** Shown when nothing was found. */
  nothing: ReactNode
  /** Shows a message of the open chat. By default, hits are links to their chats. */
  onShow?: (messageId: string) => void
}

/** The messages that contain all terms of a search. */
export function MessageHits({ search, nothing, onShow }: MessageHitsProps) {
  const list = useMessageHits(search)
  if (list.isPending) return <HitsSkeleton />
  if (!list.data) return <LoadFailed size="panel" title="Couldn’t search your messages" query={list} />
  const hits = list.data.pages.flatMap((page) => page.hits)
  return (
    <>
      <p role="status" className="mb-3 flex items-center gap-2 text-sm text-soft empty:hidden">
        {!list.data.pages[0]?.isComplete && (
          <>
            <InlineSpinner className="size-4" />
            Older messages are still being added to the search.
          </>
        )}
      </p>
      {hits.length === 0 && !list.hasNextPage ? (
        nothing
      ) : (
        <PagedResults list={list} count={hits.length} itemName="message" itemsName="messages">
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {hits.map((hit) => (
              <Hit key={hit.id} hit={hit} onShow={onShow} />
            ))}
          </ul>
        </PagedResults>
      )}
    </>
  )
}

interface HitProps {
  hit: ChatHit
  onShow: ((messageId: string) => void) | undefined
}

const linkClasses = 'min-w-0 truncate text-left font-semibold after:absolute after:inset-0 after:rounded-card'

/** A hit, whose link or button covers the whole row. */
function Hit({ hit, onShow }: HitProps) {
  const shown = shownCharacter(hit)
  const author = hit.speaker ?? (hit.isUser ? 'You' : shown.name)
  return (
    <li className="relative flex gap-3 rounded-card border border-line bg-raised p-3 transition-colors [contain-intrinsic-size:auto_5rem] [content-visibility:auto] has-[a:hover,button:hover]:border-line-strong">
      {!onShow && <ChatAvatar shown={shown} />}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          {onShow ? (
            <button type="button" className={linkClasses} onClick={() => onShow(hit.messageId)}>
              {author}
            </button>
          ) : (
            <Link to={hitAddress(hit)} className={linkClasses}>
              {shown.name}
              {hit.title && <span className="font-normal text-soft"> · {hit.title}</span>}
            </Link>
          )}
          <time dateTime={hit.createdAt} className="shrink-0 text-xs text-faint">
            {messageTime(hit.createdAt)}
          </time>
        </div>
        <p dir="auto" className="mt-0.5 line-clamp-3 text-ui wrap-anywhere text-soft">
          {!onShow && author !== shown.name && <span className="text-faint">{author}: </span>}
          {hit.excerpt.map(({ text, isHit }, index) =>
            isHit ? (
              <mark key={index} className="rounded-xs bg-accent text-on-accent">
                {text}
              </mark>
            ) : (
              text
            )
          )}
        </p>
        {((hit.isBranch && !onShow) || hit.isUnselected) && (
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {hit.isBranch && !onShow && (
              <Badge>
                <GitBranch aria-hidden className="mr-1 inline size-3 align-[-0.125em]" />
                Branch
              </Badge>
            )}
            {hit.isUnselected && <Badge>Another answer is selected</Badge>}
          </p>
        )}
      </div>
    </li>
  )
}

const skeletonCount = 3

function HitsSkeleton() {
  return (
    <Loading label="Searching messages" className="grid gap-2">
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div key={index} className="grid gap-2.5 rounded-card border border-line bg-raised p-3">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </Loading>
  )
}
