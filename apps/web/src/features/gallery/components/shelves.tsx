import type { Shelf, CharacterSummary } from '#modules/gallery/api'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import EyeOff from 'lucide-react/icons/eye-off'
import { Card, CardHighlight } from '#web/components/ui/card'
import { ScrollRow } from '#web/components/ui/scroll_row'
import { Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { inServerTask } from '#web/lib/server_tasks'
import { isServerRender } from '#web/lib/server_render'
import { screens } from '#web/screens'
import { Picture } from '#web/components/shared/picture'
import { isPlainClick } from '#web/lib/is_plain_click'
import { isCovered } from '../is_covered.ts'
import type { CardActions } from './character_card.tsx'

/** The number of shelves that a first view may show. In the server-rendered page, the shelves below are placeholders. */
const firstShelves = 2
/** The number of cards of the first shelf that are visible on common desktops. */
const wideRow = 7
/** The number of placeholders in a row. It is more than fit into the widest row. */
const skeletonCount = 10

interface ShelvesProps extends Pick<CardActions, 'onChoose'> {
  shelves: readonly Shelf[]
  userId: string
  showsAdult: boolean
}

/** Rows of characters above the gallery. */
export function Shelves({ shelves, ...props }: ShelvesProps) {
  return (
    <div className={shelvesClasses}>
      {shelves.map((shelf, index) => (
        <ShelfRow key={shelf.id} shelf={shelf} index={index} {...props} />
      ))}
    </div>
  )
}

function ShelfRow({
  shelf: { title, query, characters, chats },
  index,
  userId,
  showsAdult,
  ...card
}: Omit<ShelvesProps, 'shelves'> & { shelf: Shelf; index: number }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={shelfClasses(index)}>
      <div className={headClasses}>
        <h2 id={id} className="display min-w-0 truncate text-xl">
          {title}
        </h2>
        {query !== null && (
          <Link
            to={`${screens.gallery.path}?${query}`}
            className="-my-2 inline-flex min-h-touch shrink-0 items-center rounded-control text-sm font-semibold text-soft underline-offset-4 hover:text-text hover:underline"
          >
            See all <span className="sr-only">of {title}</span>
          </Link>
        )}
      </div>
      {isServerRender && index >= firstShelves ? (
        <SkeletonRow />
      ) : (
        inServerTask(
          <div className={rowPlaceClasses}>
            <ScrollRow className={rowClasses} buttonClassName="top-1/2 -translate-y-1/2">
              {characters.map((character, place) => (
                <li key={character.id} className="shrink-0 snap-start">
                  <ShelfCard
                    character={character}
                    chatId={chats?.[character.id] ?? null}
                    isCovered={isCovered(character, { id: userId, showsAdult })}
                    isEager={index === 0 && place < wideRow}
                    {...card}
                  />
                </li>
              ))}
            </ScrollRow>
          </div>
        )
      )}
    </section>
  )
}

/** The placeholders for two shelves, which fill most windows. */
export function ShelvesSkeleton() {
  return (
    <div aria-hidden className={shelvesClasses}>
      {[0, 1].map((index) => (
        <div key={index} className={shelfClasses(index)}>
          <div className={headClasses}>
            <Skeleton className="h-6 w-44" />
          </div>
          <SkeletonRow />
        </div>
      ))}
    </div>
  )
}

function SkeletonRow() {
  return (
    <div aria-hidden className={rowPlaceClasses}>
      <div className={classNames('flex overflow-clip', rowClasses)}>
        {Array.from({ length: skeletonCount }, (_, index) => (
          <Card key={index} className={classNames(shelfCardShape, 'shrink-0 gap-2 p-3')}>
            <Skeleton className="absolute inset-0 -z-10 rounded-none opacity-60" />
            <span className="h-3.5 w-3/4 rounded-full bg-line/70" />
            <span className="h-2.5 w-1/2 rounded-full bg-line/70" />
          </Card>
        ))}
      </div>
    </div>
  )
}

// On phones, the banners of the gallery come after the first shelf.
const shelvesClasses = 'grid gap-8 max-sm:contents sm:gap-10'
const shelfClasses = (index: number) => classNames('min-w-0 max-sm:mb-8', index > 0 && 'max-sm:order-2')
const headClasses = 'mb-2 flex min-h-7 items-center justify-between gap-4'
// The row extends to the edges of the screen, where the next card peeks out, or to those of the page beside a sidebar.
const rowPlaceClasses = '-mx-4 sm:max-lg:-mx-6 lg:mx-0'
// The padding keeps the cards' shadows and focus rings from being cut off.
const rowClasses = 'snap-x scroll-px-4 gap-3 px-4 py-2 sm:scroll-px-6 sm:gap-4 sm:px-6 lg:-mx-1 lg:scroll-px-1 lg:px-1'

/** The width of a square picture that is as high as the card. */
const pictureWidth = '(min-width: 40rem) 13.5rem, 12rem'

/** The shape of a card, shared with the skeleton. */
const shelfCardShape = 'isolate flex aspect-3/4 w-34 flex-col justify-end sm:w-40'

interface ShelfCardProps {
  character: CharacterSummary
  /** The chat that the card continues; null for a card of the character. */
  chatId: string | null
  isCovered: boolean
  /** Whether the card is in the first view. */
  isEager: boolean
  onChoose: (character: CharacterSummary) => void
}

/** A small card that links to a character's page or to a chat with it. A plain click on the link to the page chooses the character. */
function ShelfCard({ character, chatId, isCovered, isEager, onChoose }: ShelfCardProps) {
  const { id, name, category } = character
  const address = isCovered
    ? screens.settingsContent.path
    : chatId === null
      ? screens.character.href({ characterId: id })
      : screens.chat.href({ characterId: id }, { session: chatId })
  const opensDialog = !isCovered && chatId === null
  return (
    <Card isInteractive className={classNames(shelfCardShape, 'bg-(--cover-ground)! text-on-picture')}>
      <div className="absolute inset-0 -z-10">
        {isCovered ? (
          <div className="drape size-full" />
        ) : (
          <Picture
            address={character.avatar}
            focus={character.avatarFocus}
            name={name}
            sizes={pictureWidth}
            isEager={isEager}
            className="size-full transition-[scale] duration-long ease-out motion-safe:group-hover:scale-[1.04]"
            initialsClassName="text-4xl opacity-90"
          />
        )}
        <CardHighlight />
      </div>
      {isCovered && <EyeOff aria-hidden className="m-auto size-6" />}
      <div className="bg-[linear-gradient(to_top,var(--cover),var(--veil)_calc(100%-2rem),transparent)] px-3 pt-8 pb-2.5">
        <Link
          to={address}
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          className="block outline-none after:absolute after:inset-0"
          onClick={(event) => {
            if (!opensDialog || !isPlainClick(event)) return
            event.preventDefault()
            onChoose(character)
          }}
        >
          <span className="display line-clamp-2 text-base leading-tight break-words">{name}</span>
        </Link>
        <p className="mt-0.5 truncate text-xs text-on-picture/80">{isCovered ? 'Adult Content' : category}</p>
      </div>
    </Card>
  )
}
