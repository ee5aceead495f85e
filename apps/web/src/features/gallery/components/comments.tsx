import { isBlank, limits, type Comment } from '#modules/gallery/api'
import { publicName } from '#modules/accounts/api'
import Flag from 'lucide-react/icons/flag'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState, type FormEvent } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Avatar } from '#web/components/shared/avatar'
import { useHide } from '#web/components/shared/hidings'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { relativeTime } from '#web/lib/relative_time'
import { screens } from '#web/screens'
import { Field, TextArea } from '#web/components/ui/field'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'
import { toastFailure } from '#web/lib/toasts'
import { storage } from '#web/lib/storage'
import { withRetryTime } from '#web/lib/retry_message'
import { lazyDialog } from '#web/lib/lazy_part'
import { useComments, useRemoveComment, usePostComment } from '../comments.ts'

const ReportDialog = lazyDialog(async () => (await import('#web/components/shared/report_dialog')).ReportDialog)

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
          userId={userId}
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
  userId: string
  canRemove: (comment: Comment) => boolean
  onRemoved: () => void
}

function List({ characterId, list, userId, canRemove, onRemoved }: ListProps) {
  const removing = useRemoveComment(characterId)
  const [reported, setReported] = useState<Comment | null>(null)
  const hide = useHide()
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
              onReport={comment.user.id === userId ? null : () => setReported(comment)}
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
      <ReportDialog
        isOpen={reported !== null}
        onClose={() => setReported(null)}
        onBlock={() => reported && hide.mutate({ kind: 'person', id: reported.user.id, done: 'Person blocked' })}
        things={[
          { thing: { kind: 'comment', id: reported?.id ?? '' }, label: 'Comment' },
          { thing: { kind: 'profile', id: reported?.user.id ?? '' }, label: 'Author’s profile' },
        ]}
      />
    </>
  )
}

interface CommentViewProps {
  comment: Comment
  isRemoving: boolean
  onRemove: (() => void) | null
  onReport: (() => void) | null
}

function CommentView({
  comment: { content, createdAt, user, review },
  isRemoving,
  onRemove,
  onReport,
}: CommentViewProps) {
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
          {review && (
            <span className="text-xs text-faint">{review === 'refused' ? 'Not published' : 'Waiting for review'}</span>
          )}
        </p>
        <p className="mt-0.5 text-ui leading-relaxed break-words whitespace-pre-wrap text-soft">{content}</p>
      </div>
      {onReport && (
        <IconButton
          label={`Report the comment by ${name}`}
          title="Report"
          icon={<Flag />}
          size="s"
          className="-mr-2 text-faint"
          onClick={onReport}
        />
      )}
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

const number = new Intl.NumberFormat('en')

interface CommentFormProps {
  characterId: string
  userId: string
}

/** A form for a new comment. Keeps the draft until it is posted, through failures and a new sign-in. */
function CommentForm({ characterId, userId }: CommentFormProps) {
  const draftKey = `facet:comment:${userId}:${characterId}`
  const [text, setText] = useState(() => storage.get(draftKey) ?? '')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const posting = usePostComment(characterId)
  const length = countCodePoints(text.trim())
  const isTooLong = length > limits.commentMax

  const write = (value: string) => {
    setText(value)
    setError(null)
    if (value === '') storage.remove(draftKey)
    else storage.set(draftKey, value)
  }
  const refuse = (why: string) => {
    setError(why)
    field.current?.focus()
  }
  const post = async () => {
    const content = text.trim()
    if (posting.isPending) return
    if (isBlank(content)) return refuse('Write something first.')
    if (isTooLong) return refuse(`A comment has at most ${number.format(limits.commentMax)} characters.`)
    try {
      await posting.mutateAsync(content)
      write('')
    } catch (failure) {
      if (isStatus(failure, 401)) return toastFailure('Login Required', 'Please log in to comment')
      const why = sentenceOf(failure, 'Failed to add comment')
      if (isStatus(failure, 429)) setError(withRetryTime(why, failure.retryAfterSeconds))
      toastFailure('Error', why)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void post()
      }}
    >
      <Field
        label="Add a comment"
        error={error}
        aside={
          <span className={classNames(isTooLong && 'font-semibold text-danger-text')}>
            {number.format(length)} / {number.format(limits.commentMax)}
          </span>
        }
      >
        <TextArea
          ref={field}
          placeholder="What do you think of this character?"
          value={text}
          readOnly={posting.isPending}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
              event.preventDefault()
              void post()
            }
          }}
        />
      </Field>
      <div className="mt-3 flex items-center justify-end gap-4">
        <p className="text-xs text-faint pointer-coarse:hidden">Ctrl + Enter to post</p>
        <Button type="submit" look="outline" isLoading={posting.isPending}>
          Post comment
        </Button>
      </div>
    </form>
  )
}
