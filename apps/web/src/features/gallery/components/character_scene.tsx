import { pictureSizes, type Character } from '#modules/gallery/api'
import { Backdrop } from '#web/components/shared/backdrop'
import { pageShape } from './page_shape.ts'

/** The background or the blurred portrait behind the name. It is darkened, so that white text is readable in both themes. */
export function CharacterScene({ character, isCovered }: { character: Character; isCovered: boolean }) {
  return (
    <div aria-hidden className={pageShape.scene}>
      {isCovered ? (
        <div className="drape size-full" />
      ) : (
        <Backdrop character={character} sizes={pictureSizes.scene} isPriority imageClassName="object-[50%_38%]" />
      )}
      <div className="absolute inset-0 bg-[linear-gradient(to_top,var(--cover-ground)_4%,var(--veil)_42%,transparent_88%)]" />
    </div>
  )
}
