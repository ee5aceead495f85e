import { use } from 'react'
import { lazyPart } from '#web/lib/lazy_part'
import { classNames } from '#web/lib/class_names'
import type { ChatItem } from '../reply/message_store.ts'
import { PicturesContext } from './chat_pictures.ts'

const PictureCard = lazyPart(async () => (await import('./picture_card.tsx')).PictureCard)

/** The pictures of a message. */
export function MessagePictures({ item, className }: { item: ChatItem; className?: string }) {
  const { byId, byMessage, isLoaded } = use(PicturesContext)
  const own = item.id === null ? undefined : byMessage.get(item.id)
  // Until the message is saved, its pictures belong to none.
  const pictures = own ?? item.pictures?.flatMap((id) => byId.get(id) ?? []) ?? []
  if (pictures.length === 0)
    return item.content === '' && isLoaded ? <p className="text-sm text-soft">The picture was deleted.</p> : null
  const hasSeveral = pictures.length > 1 && pictures.every(({ kind }) => kind === 'shown')
  return (
    <ul
      aria-label="Pictures"
      className={classNames(hasSeveral ? 'grid max-w-96 grid-cols-2 gap-2' : 'flex flex-wrap gap-2', className)}
    >
      {pictures.map((picture) => (
        <li key={picture.id} className="max-w-full">
          <PictureCard picture={picture} />
        </li>
      ))}
    </ul>
  )
}
