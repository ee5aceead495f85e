import type { Character } from '#modules/gallery/api'
import Heart from 'lucide-react/icons/heart'
import { Button } from '#web/components/ui/button'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { toastFailure } from '#web/lib/toasts'
import { useToggleLike } from '../use_toggle_like.ts'

const full = new Intl.NumberFormat('en')

export function LikeButton({
  character: { id, liked, likes },
}: {
  character: Pick<Character, 'id' | 'liked' | 'likes'>
}) {
  const like = useToggleLike(id)
  const toggle = () =>
    like.mutate(undefined, {
      onError: (error) => {
        if (isStatus(error, 401)) toastFailure('Login Required', 'Please log in to like characters')
        else toastFailure('Error', sentenceOf(error, 'Failed to toggle like'))
      },
    })
  return (
    <Button
      aria-pressed={liked}
      title={liked ? 'Unlike' : 'Like'}
      size="l"
      className="px-5! lg:flex-1 lg:px-2!"
      onClick={toggle}
    >
      <Heart
        aria-hidden
        className={classNames(
          'size-5 transition-[scale,color] duration-medium ease-spring',
          liked ? 'scale-110 fill-current text-accent-text' : 'text-soft'
        )}
      />
      <span className="tabular-nums">
        <span className="sr-only">Like,</span> {full.format(likes)}{' '}
        <span className="sr-only">{likes === 1 ? 'like' : 'likes'}</span>
      </span>
    </Button>
  )
}
