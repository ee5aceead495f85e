import type { Comment } from '#modules/gallery/api'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Avatar } from '#web/components/shared/avatar'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { publicName } from '#modules/accounts/api'
import { relativeTime } from '#web/lib/relative_time'
import { screens } from '#web/screens'
import { useComments, useRemoveComment } from '../comments.ts'
import { CommentForm } from './comment_form.tsx'

interface CommentsProps {
  characterId: string
  userId: string
  /** The character's owner and admins can remove all comments, others only their own. */
  canRemoveAll: boolean
}

export function Comments({ characterId, userId, canRemoveAll }: CommentsProps) {
  const list = useComments(characterId)
  const listBox = useRef<HTMLDivElement>(null)
  if (isStatus(list.error, 403)) {
    return (
      <Alert
        tone="warning"
        title="Adult Content"
        action={
          <ButtonLink size="s" to={screens.settingsContent.path}>
            Enable in Settings
          </ButtonLink>
        }
      >
        Comments on this character are for adults.
      </Alert>
    )
  }
  return (
    <div className="grid gap-7">
      <CommentForm characterId={characterId} userId={userId} />
      {/* Takes the focus when a removed comment's button unmounts. */}
      <div ref={listBox} tabIndex={-1} className="grid gap-7 outline-none">
        <List
          characterId={characterId}
          list={list}
          canRemove={({ user }) => canRemoveAll || user.id === userId}
          onRemoved={() => listBox.current?.focus()}
        />
      </div>
    </div>
  )
}

interface ListProps {
  characterId: string
  list: ReturnType<typeof useComments>
  canRemove: (comment: Comment) => boolean
  onRemoved: () => void
}

function List({ characterId, list, canRemove, onRemoved }: ListProps) {
  const removing = useRemoveComment(characterId)
  if (list.isPending) {
    return (
      <Loading label="Loading comments" className="grid gap-6">
        <SkeletonComment />
        <SkeletonComment />
      </Loading>
    )
  }
  if (!list.data) {
    return (
      <Alert
        tone="danger"
        isLive
        action={
          <Button size="s" isLoading={list.isFetching} onClick={() => void list.refetch()}>
            Try again
          </Button>
        }
      >
        {sentenceOf(list.error, 'Couldn’t load the comments.')}
      </Alert>
    )
  }
  const comments = list.data.pages.flatMap((page) => page.items)
  if (comments.length === 0)
    return <EmptyState size="panel" icon={<MessageSquareText />} title="No comments yet. Be the first to comment!" />
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {comments.map((comment) => (
          <li key={comment.id} className="animate-fade">
            <CommentView
              comment={comment}
              isRemoving={removing.isPending && removing.variables === comment.id}
              onRemove={canRemove(comment) ? () => removing.mutate(comment.id, { onSuccess: onRemoved }) : null}
            />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="flex flex-col items-start gap-3">
          {list.isFetchNextPageError && (
            <p role="alert" className="text-sm text-soft">
              {sentenceOf(list.error, 'Couldn’t load more comments.')}
            </p>
          )}
          <Button isLoading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? 'Try again' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

interface CommentViewProps {
  comment: Comment
  isRemoving: boolean
  onRemove: (() => void) | null
}

function CommentView({ comment: { content, createdAt, user }, isRemoving, onRemove }: CommentViewProps) {
  const name = publicName(user)
  return (
    <article className="flex gap-3.5">
      <Avatar address={user.profileImageUrl} name={[...name][0] ?? 'U'} size="s" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()} className="text-xs text-faint">
            {relativeTime(createdAt)}
          </time>
        </p>
        <p className="mt-0.5 text-ui leading-relaxed break-words whitespace-pre-wrap text-soft">{content}</p>
      </div>
      {onRemove && (
        <IconButton
          label={`Remove the comment by ${name}`}
          title="Remove"
          icon={<Trash2 />}
          isLoading={isRemoving}
          className="-my-1.5 -mr-2"
          onClick={onRemove}
        />
      )}
    </article>
  )
}

function SkeletonComment() {
  return (
    <div className="flex gap-3.5">
      <Skeleton className="size-9 rounded-full!" />
      <div className="grid flex-1 gap-2.5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-3 w-full" />
        <Skeleton className="h-3 w-2/3" />
      </div>
    </div>
  )
}
