import type { Character } from '#modules/gallery/api'
import { Picture } from '../../../components/ui/picture.tsx'

/** Where the character lives, across the page and going over into it. Without a place the portrait stands in, far out of focus. */
export function CharacterScene({ character, isCovered }: { character: Character; isCovered: boolean }) {
  const { name, avatar, background } = character
  const hasPlace = background !== null && background !== avatar
  return (
    <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-64 overflow-clip sm:h-88 lg:h-104">
      {isCovered ? (
        <div className="drape size-full" />
      ) : (
        <Picture
          address={background ?? avatar}
          name={name}
          sizes="100vw"
          isPriority
          className="size-full"
          imageClassName={hasPlace ? 'object-[50%_38%]' : 'scale-125 object-[50%_20%] blur-2xl'}
          initialsClassName="hidden"
        />
      )}
      <div className="absolute inset-0 bg-linear-to-t from-bg via-bg/55 via-38% to-transparent to-80%" />
    </div>
  )
}
