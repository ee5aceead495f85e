import { chatPictureAddress, type ChatPicture } from '#modules/chat/api'
import { pictureSizes, type Character } from '#modules/gallery/api'
import { Backdrop } from '#web/components/shared/backdrop'
import '#web/styles/reading_fonts.css'
import '../chat.css'

/** The picture that the user has chosen, the character's background, or its blurred portrait, behind the chat. Outside the scroller, so that scrolling doesn't repaint it. */
export function ChatBackdrop({
  character,
  picture,
}: {
  character: Character | null
  picture: ChatPicture | undefined
}) {
  return (
    <div aria-hidden className="chat-backdrop pointer-events-none absolute inset-0 isolate overflow-clip">
      {(picture || (character !== null && (character.background ?? character.avatar) !== null)) && (
        <>
          {picture ? (
            <img src={chatPictureAddress(picture.id, 'whole')} alt="" className="size-full object-cover" />
          ) : (
            <Backdrop
              character={character!}
              sizes={pictureSizes.place}
              isPriority
              className="bg-none"
              imageClassName="object-[50%_35%]"
            />
          )}
          <div className="chat-tint absolute inset-0" />
          <div className="chat-veil absolute inset-0" />
        </>
      )}
    </div>
  )
}
