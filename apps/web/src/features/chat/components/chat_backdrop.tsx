import { pictureSizes, type Character } from '#modules/gallery/api'
import { Picture } from '../../../components/shared/picture.tsx'
import '../chat.css'

/**
 * Where the two of them are, behind the conversation and very dim. It stands still while the text scrolls, because it is
 * outside of what scrolls: nothing is painted again.
 */
export function ChatBackdrop({ character }: { character: Character | null }) {
  const address = character?.background ?? null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-clip">
      {address !== null && (
        <>
          <Picture
            address={address}
            name={character?.name ?? ''}
            sizes={pictureSizes.place}
            isPriority
            className="size-full bg-none"
            imageClassName="object-[50%_35%]"
            initialsClassName="hidden"
          />
          <div className="chat-veil absolute inset-0" />
        </>
      )}
    </div>
  )
}
