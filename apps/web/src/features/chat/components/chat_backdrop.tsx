import { pictureSizes, type Character } from '#modules/gallery/api'
import { Picture } from '#web/components/shared/picture'
import '../chat.css'

/** The character's background picture behind the chat. Outside the scroller, so that scrolling doesn't repaint it. */
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
