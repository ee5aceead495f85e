import { pictureSizes, type Character } from '#modules/gallery/api'
import { Backdrop } from '#web/components/shared/backdrop'
import '#web/styles/reading_fonts.css'
import '../chat.css'

/** The character's background, or its blurred portrait, behind the chat. Outside the scroller, so that scrolling doesn't repaint it. */
export function ChatBackdrop({ character }: { character: Character | null }) {
  return (
    <div aria-hidden className="chat-backdrop pointer-events-none absolute inset-0 isolate overflow-clip">
      {character !== null && (character.background ?? character.avatar) !== null && (
        <>
          <Backdrop
            character={character}
            sizes={pictureSizes.place}
            isPriority
            className="bg-none"
            imageClassName="object-[50%_35%]"
          />
          <div className="chat-tint absolute inset-0" />
          <div className="chat-veil absolute inset-0" />
        </>
      )}
    </div>
  )
}
