import type { CharacterSummary } from '#modules/gallery/api'
import { classNames } from '#web/lib/class_names'
import { Picture } from './picture.tsx'

type BackdropCharacter = Pick<CharacterSummary, 'name' | 'avatar' | 'avatarFocus' | 'background'>

interface BackdropProps {
  character: BackdropCharacter
  /** The `sizes` attribute. */
  sizes: string
  isPriority?: boolean
  className?: string
  /** The `object-position` of a background. */
  imageClassName: string
}

/** A background of its own: not the avatar, which stands in for a missing one. */
export const hasOwnBackground = ({ avatar, background }: BackdropCharacter) =>
  background !== null && background !== avatar

/** The top of a dialog about a character. Set its height. */
export const BackdropCover = ({ className, ...backdrop }: Pick<BackdropProps, 'character' | 'sizes' | 'className'>) => (
  <div className={classNames('relative overflow-clip', className)}>
    <Backdrop {...backdrop} imageClassName="object-[50%_42%]" />
    <div className="absolute inset-0 bg-linear-to-t from-float via-float/30 via-40% to-transparent to-75%" />
  </div>
)

/** The character's background, or its blurred portrait. Needs a parent that clips. */
export function Backdrop({ character, imageClassName, className, ...picture }: BackdropProps) {
  const { name, avatar, avatarFocus, background } = character
  const isOwn = hasOwnBackground(character)
  return (
    <Picture
      {...picture}
      address={background ?? avatar}
      name={name}
      focus={isOwn ? null : avatarFocus}
      className={classNames('size-full', className)}
      imageClassName={isOwn ? imageClassName : 'scale-125 object-[50%_20%] blur-2xl'}
      initialsClassName="hidden"
    />
  )
}
