import { pictureSizes, type Character } from '#modules/gallery/api'
import { Picture } from '#web/components/shared/picture'
import { pageShape } from './page_shape.ts'

/** The background behind the name, or the blurred portrait. Darkened, so that white text is readable in both themes. */
export function CharacterScene({ character, isCovered }: { character: Character; isCovered: boolean }) {
  const { name, avatar, background } = character
  const hasBackground = background !== null && background !== avatar
  return (
    <div aria-hidden className={pageShape.scene}>
      {isCovered ? (
        <div className="drape size-full" />
      ) : (
        <Picture
          address={background ?? avatar}
          name={name}
          sizes={pictureSizes.scene}
          isPriority
          className="size-full"
          imageClassName={hasBackground ? 'object-[50%_38%]' : 'scale-125 object-[50%_20%] blur-2xl'}
          initialsClassName="hidden"
        />
      )}
      <div className="absolute inset-0 bg-[linear-gradient(to_top,var(--cover-ground)_4%,var(--veil)_42%,transparent_88%)]" />
    </div>
  )
}
