import { isBlank, limits, type Comment, type CommentSort } from '#modules/gallery/api'
import { publicName } from '#modules/accounts/api'
import Flag from 'lucide-react/icons/flag'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Alert } from '#web/components/ui/alert'
import { Avatar } from '#web/components/shared/avatar'
import { CreatorName } from '#web/components/shared/creator_name'
import { useHide } from '#web/components/shared/hidings'
import { Button, ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { Segments } from '#web/components/ui/segments'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { relativeTime } from '#web/lib/relative_time'
import { screens } from '#web/screens'
import { Field, TextArea } from '#web/components/ui/field'
import { classNames } from '#web/lib/class_names'
import { countCodePoints } from '#web/lib/code_points'
import { countOf } from '#web/lib/count_of'
import { submitting } from '#web/lib/submitting'
import { attempt, toastFailure } from '#web/lib/toasts'
import { storage } from '#web/lib/storage'
import { withRetryTime } from '#web/lib/retry_message'
import { lazyDialog } from '#web/lib/lazy_part'
import { useComments, useEditComment, usePostComment, useRemoveComment, type CommentsOf } from '../comments.ts'

const ReportDialog = lazyDialog(async () => (await import('#web/components/shared/report_dialog')).ReportDialog)

interface CommentsProps {
  characterId: string
  userId: string
  /** The character's owner and admins can remove all comments, others only their own. */
  canRemoveAll: boolean
}

export function Comments({ characterId, userId, canRemoveAll }: CommentsProps) {
  const [sort, setSort] = useState<CommentSort>('new')
  const [query] = useSearchParams()
  const of: CommentsOf = { sort, ...linkTo(query.get('comment')) }
  const list = useComments(characterId, of)
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
  const hasSeveral = (list.data?.pages[0]?.items.length ?? 0) > 1
  return (
    <div className="grid gap-7">
      <CommentForm characterId={characterId} userId={userId} of={of} />
      {hasSeveral && (
        <Segments
          label="Order of the comments"
          options={[
            { value: 'new', label: 'Newest first' },
            { value: 'old', label: 'Oldest first' },
          ]}
          value={sort}
          onChange={setSort}
        />
      )}
      {/* Takes the focus when a removed comment's button unmounts. */}
      <div ref={listBox} tabIndex={-1} className="grid gap-7 outline-none">
        <List
          characterId={characterId}
          list={list}
          userId={userId}
          canRemoveAll={canRemoveAll}
          onRemoved={() => listBox.current?.focus()}
        />
      </div>
    </div>
  )
}

interface ListProps extends CommentsProps {
  list: ReturnType<typeof useComments>
  onRemoved: () => void
}

function List({ list, ...rest }: ListProps) {
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
  // A linked comment may come again in its place.
  const comments = [...new Map(list.data.pages.flatMap((page) => page.items).map((each) => [each.id, each])).values()]
  if (comments.length === 0)
    return <EmptyState size="panel" icon={<MessageSquareText />} title="No comments yet. Be the first to comment!" />
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {comments.map((comment) => (
          <li key={comment.id} className="grid animate-fade grid-cols-[minmax(0,1fr)] gap-3">
            <CommentView comment={comment} {...rest} />
            {comment.parentId === null && !comment.review && <Replies comment={comment} {...rest} />}
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

type RepliesProps = Omit<ListProps, 'list'> & { comment: Comment }

/** The replies to a comment, which load when they are opened. */
function Replies({ comment, ...rest }: RepliesProps) {
  const [query] = useSearchParams()
  const [isOpen, setIsOpen] = useState(query.get('comment') === comment.id && query.has('reply'))
  const [isReplying, setIsReplying] = useState(false)
  const { id, replies, user } = comment
  return (
    <div className="ml-12.5 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="-my-1 -ml-3 flex flex-wrap gap-1">
        <Button
          size="s"
          look="quiet"
          aria-label={`Reply to ${publicName(user)}`}
          aria-expanded={isReplying}
          onClick={() => setIsReplying(!isReplying)}
        >
          Reply
        </Button>
        {replies > 0 && (
          <Button size="s" look="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide replies' : countOf(replies, 'reply', 'replies')}
          </Button>
        )}
      </div>
      {isReplying && (
        <CommentForm
          characterId={rest.characterId}
          userId={rest.userId}
          of={{ parent: id }}
          onPosted={() => {
            setIsReplying(false)
            setIsOpen(true)
          }}
        />
      )}
      {isOpen && replies > 0 && <ReplyList parent={id} {...rest} />}
    </div>
  )
}

function ReplyList({ parent, ...rest }: Omit<ListProps, 'list'> & { parent: string }) {
  const [query] = useSearchParams()
  const linked = query.get('comment') === parent ? query.get('reply') : null
  return <List list={useComments(rest.characterId, { parent, ...linkTo(linked) })} {...rest} />
}

const linkTo = (id: string | null) => (id === null ? {} : { linked: id })

/** A notification leads to a comment, or to a reply and its comment. Scrolls there once it has loaded. */
function useLinkedComment({ id, parentId }: Comment) {
  const [query] = useSearchParams()
  const reply = query.get('reply')
  const isShown = parentId === null ? reply === null && query.get('comment') === id : reply === id
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isShown) ref.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  return { ref, isShown }
}

interface CommentViewProps extends CommentsProps {
  comment: Comment
  onRemoved: () => void
}

function CommentView({ comment, characterId, userId, canRemoveAll, onRemoved }: CommentViewProps) {
  const { content, createdAt, editedAt, user, review } = comment
  const removing = useRemoveComment(characterId)
  const hide = useHide()
  const [isReporting, setIsReporting] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const name = publicName(user)
  const isOwn = user.id === userId
  const linked = useLinkedComment(comment)
  return (
    <article
      ref={linked.ref}
      className={classNames('flex gap-3.5', linked.isShown && '-m-3 rounded-panel bg-accent-soft p-3')}
    >
      <Avatar address={user.profileImageUrl} name={[...name][0] ?? 'U'} size="s" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="min-w-0 font-semibold break-words">
            <CreatorName {...user} name={name} className="underline-offset-4 hover:underline" />
          </span>
          <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()} className="text-xs text-faint">
            {relativeTime(createdAt)}
          </time>
          {editedAt && (
            <span title={new Date(editedAt).toLocaleString()} className="text-xs text-faint">
              edited
            </span>
          )}
          {review && (
            <span className="text-xs text-faint">{review === 'refused' ? 'Not published' : 'Waiting for review'}</span>
          )}
        </p>
        {isEditing ? (
          <EditForm characterId={characterId} comment={comment} onClose={() => setIsEditing(false)} />
        ) : (
          <p className="mt-0.5 text-ui leading-relaxed break-words whitespace-pre-wrap text-soft">{content}</p>
        )}
      </div>
      <span className="-my-1.5 -mr-2 flex shrink-0">
        {isOwn && !isEditing && (
          <IconButton label="Edit your comment" title="Edit" icon={<Pencil />} onClick={() => setIsEditing(true)} />
        )}
        {!isOwn && (
          <IconButton
            label={`Report the comment by ${name}`}
            title="Report"
            icon={<Flag />}
            onClick={() => setIsReporting(true)}
          />
        )}
        {(canRemoveAll || isOwn) && (
          <IconButton
            label={`Remove the comment by ${name}`}
            title="Remove"
            icon={<Trash2 />}
            isLoading={removing.isPending}
            onClick={() => removing.mutate(comment, { onSuccess: onRemoved })}
          />
        )}
      </span>
      {!isOwn && (
        <ReportDialog
          isOpen={isReporting}
          onClose={() => setIsReporting(false)}
          onBlock={() => hide.mutate({ kind: 'person', id: user.id, done: 'Person blocked' })}
          things={[
            { thing: { kind: 'comment', id: comment.id }, label: 'Comment' },
            { thing: { kind: 'profile', id: user.id }, label: 'Author’s profile' },
          ]}
        />
      )}
    </article>
  )
}

function EditForm({ characterId, comment, onClose }: { characterId: string; comment: Comment; onClose: () => void }) {
  const [text, setText] = useState(comment.content)
  const editing = useEditComment(characterId)
  const content = text.trim()
  const isTooLong = countCodePoints(content) > limits.commentMax
  const error = isBlank(content)
    ? 'Write something first.'
    : isTooLong
      ? `A comment has at most ${number.format(limits.commentMax)} characters.`
      : null
  const save = () =>
    !error &&
    attempt('Failed to save the comment', async () => {
      if (content !== comment.content) await editing.mutateAsync({ id: comment.id, content })
      onClose()
    })
  return (
    <form noValidate className="mt-2 grid gap-3" onSubmit={submitting(save)}>
      <Field label="Edit your comment" error={error}>
        <TextArea autoFocus value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <div className="flex justify-end gap-3">
        <Button size="s" onClick={onClose}>
          Cancel
        </Button>
        <Button size="s" type="submit" look="primary" isLoading={editing.isPending}>
          Save
        </Button>
      </div>
    </form>
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
  /** The list to which the comment is added. */
  of: CommentsOf
  onPosted?: () => void
}

/** A form for a new comment. Keeps the draft until it is posted, through failures and a new sign-in. */
function CommentForm({ characterId, userId, of, onPosted }: CommentFormProps) {
  const isReply = 'parent' in of
  const draftKey = `facet:comment:${userId}:${isReply ? of.parent : characterId}`
  const [text, setText] = useState(() => storage.get(draftKey) ?? '')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const posting = usePostComment(characterId, of)
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
      onPosted?.()
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
        label={isReply ? 'Add a reply' : 'Add a comment'}
        error={error}
        aside={
          <span className={classNames(isTooLong && 'font-semibold text-danger-text')}>
            {number.format(length)} / {number.format(limits.commentMax)}
          </span>
        }
      >
        <TextArea
          ref={field}
          autoFocus={isReply}
          placeholder={isReply ? undefined : 'What do you think of this character?'}
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
          {isReply ? 'Post reply' : 'Post comment'}
        </Button>
      </div>
    </form>
  )
}
