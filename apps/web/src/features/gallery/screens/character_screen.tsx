import {
  expressionsOf,
  type Character,
  type CharacterDetails,
  type Creator,
  type CreatorNotes as Notes,
} from '#modules/gallery/api'
import ChartColumn from 'lucide-react/icons/chart-column'
import EyeOff from 'lucide-react/icons/eye-off'
import Heart from 'lucide-react/icons/heart'
import History from 'lucide-react/icons/history'
import Layers from 'lucide-react/icons/layers'
import Lock from 'lucide-react/icons/lock'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import UserX from 'lucide-react/icons/user-x'
import { useId, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Badge } from '#web/components/ui/badge'
import { Button, ButtonLink, buttonClasses } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { CreatorName } from '#web/components/shared/creator_name'
import { Picture } from '#web/components/shared/picture'
import { TagLink } from '#web/components/shared/tag_link'
import { ShareButton } from '#web/components/shared/share_button'
import { isShareable } from '#web/components/shared/share_character'
import { isStatus } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { previewText } from '#web/components/shared/preview_text'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { lazyDialog } from '#web/lib/lazy_part'
import { Comments } from '../components/comments.tsx'
import { CreatorNotes } from '../components/creator_notes.tsx'
import { Credits, hasCredits } from '../components/credits.tsx'
import { DeleteCharacterDialog } from '../components/delete_character_dialog.tsx'
import { Expressions } from '../components/expressions.tsx'
import { FoldedText } from '../components/folded_text.tsx'
import { ForkButton } from '../components/fork_button.tsx'
import { LikeButton } from '../components/like_button.tsx'
import { MoreButton } from '../components/more_button.tsx'
import { CharacterScene, CharacterSkeleton, pageShape } from '../components/page_shape.tsx'
import { ReviewNotice } from '../components/review_notice.tsx'
import { SimilarCharacters } from '../components/similar_characters.tsx'
import { galleryAddress } from '../gallery_address.ts'
import { isCovered } from '../is_covered.ts'
import { isLongName } from '../long_name.ts'
import { privateLabel } from '../review_text.ts'
import { useCharacter } from '../use_character.ts'

const VersionsDialog = lazyDialog(async () => (await import('../components/versions_dialog.tsx')).VersionsDialog)

interface CharacterScreenProps {
  id: string
  viewer: { id: string; isAdmin: boolean; showsAdult: boolean; /** The value of `{{user}}`. */ name: string }
  /** Whether the chat is being opened. */
  isStarting: boolean
  onStartChat: (character: Character) => void
  onCollect: (character: Character) => void
  /** The button that follows a creator. */
  followButton: (creator: Creator) => ReactNode
}

export function CharacterScreen({ id, ...rest }: CharacterScreenProps) {
  const query = useCharacter(id, rest.viewer.showsAdult)
  const { data, error, isPending } = query
  useTitle(data?.name ?? (isStatus(error, 404) ? 'Character Not Found' : 'Character'))
  if (isPending) return <CharacterSkeleton />
  if (isStatus(error, 404)) {
    return (
      <EmptyState
        level={1}
        icon={<UserX />}
        title="Character Not Found"
        text="It may have been deleted, or it is private."
      >
        <ButtonLink to={screens.gallery.path} look="primary">
          Discover characters
        </ButtonLink>
      </EmptyState>
    )
  }
  if (!data) return <LoadFailed level={1} title="Couldn’t load the character" query={query} />
  return <CharacterPage character={data} {...rest} />
}

function CharacterPage({
  character,
  viewer,
  isStarting,
  onStartChat,
  onCollect,
  followButton,
}: Omit<CharacterScreenProps, 'id'> & { character: CharacterDetails }) {
  const { id, name, avatar, avatarFocus, category, isPublic, tags, likes, messageCount, alternateGreetings } = character
  const covered = isCovered(character, viewer)
  const isOwn = character.createdBy === viewer.id
  const isHidden = !character.definitionPublic && !isOwn && !viewer.isAdmin
  const filled = (text: string | null) => text?.trim() && previewText(text, character, viewer.name).trim()
  const [description, backstory, personality] = [character.description, character.backstory, character.personality].map(
    filled
  )

  return (
    <article aria-labelledby="character-name">
      <div className={pageShape.page}>
        <CharacterScene character={character} isCovered={covered} />
        <header className={classNames(pageShape.title, 'text-on-picture')}>
          <h1
            id="character-name"
            className={classNames(
              'display leading-[1.1] wrap-anywhere',
              isLongName(name) ? 'text-2xl sm:text-3xl' : 'text-3xl sm:text-4xl lg:text-display'
            )}
          >
            {name}
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-sm text-on-picture/85 sm:text-ui">
            <Link
              to={galleryAddress({ category })}
              className="-my-2.5 inline-flex min-h-touch items-center font-semibold text-on-picture underline decoration-on-picture/40 underline-offset-4 outline-on-picture hover:decoration-on-picture"
            >
              {category}
            </Link>
            {covered && <FullCount icon={<Heart />} value={likes} singular="like" plural="likes" />}
            <FullCount icon={<MessageCircle />} value={messageCount} singular="message" plural="messages" />
            {alternateGreetings.length > 0 && (
              <FullCount
                icon={<MessagesSquare />}
                value={alternateGreetings.length + 1}
                singular="greeting"
                plural="greetings"
              />
            )}
            {!isPublic && (
              <Badge>
                <Lock aria-hidden className="mr-1 inline size-3 align-[-0.1em]" />
                {privateLabel(character)}
              </Badge>
            )}
          </p>
        </header>

        <div className={pageShape.side}>
          <div className={pageShape.portrait}>
            {covered ? (
              <div
                aria-hidden
                className="drape grid aspect-4/5 place-items-center rounded-card border border-line text-on-picture"
              >
                <EyeOff className="size-7" />
              </div>
            ) : (
              <Picture
                address={avatar}
                focus={avatarFocus}
                name={name}
                sizes="(min-width: 64rem) 15rem, (min-width: 40rem) 10rem, 7rem"
                isPriority
                className="aspect-4/5 w-full rounded-card shadow-float ring-1 ring-line"
                initialsClassName="text-4xl lg:text-6xl"
              />
            )}
          </div>
          <div className={pageShape.actions}>
            {!covered && (
              <>
                <Button
                  look="primary"
                  size="l"
                  className="flex-1 basis-44 px-4! lg:basis-full"
                  isLoading={isStarting}
                  onClick={() => onStartChat(character)}
                >
                  <MessageCircle aria-hidden className="size-5" />
                  Start Chat
                </Button>
                <LikeButton character={character} />
                {isShareable(character) && (
                  <ShareButton character={character} size="l" className="px-5! max-sm:grow lg:flex-1 lg:px-2!" />
                )}
                <IconButton
                  look="outline"
                  label="Collections"
                  icon={<Layers />}
                  size="l"
                  className="rounded-panel! lg:flex-1"
                  onClick={() => onCollect(character)}
                />
                {!isOwn && isPublic && character.allowForks && <ForkButton character={character} />}
              </>
            )}
            {isOwn && (
              <>
                <OwnerActions character={character} />
                <Link
                  to={screens.characterStatistics.href({ characterId: id })}
                  aria-label={`Statistics of ${name}`}
                  title="Statistics"
                  className={classNames(buttonClasses('outline', true, 'l'), 'rounded-panel! lg:flex-1')}
                >
                  <ChartColumn aria-hidden className="size-5" />
                </Link>
              </>
            )}
            {!(covered && isOwn) && <MoreButton character={character} isOwn={isOwn} isCovered={covered} />}
          </div>
        </div>

        <div className={pageShape.content}>
          <ReviewNotice character={character} />
          {character.creator && (
            <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
              <p className="min-w-0 wrap-anywhere">
                by <CreatorName {...character.creator} />
              </p>
              {!isOwn && character.creator.hasPage && followButton(character.creator)}
            </div>
          )}
          {covered ? (
            <AdultGate />
          ) : (
            description && (
              <p className="max-w-[44rem] text-lg leading-relaxed text-pretty break-words whitespace-pre-wrap">
                {description}
              </p>
            )
          )}
          {tags.length > 0 && (
            <ul aria-label="Tags" className="mt-6 flex flex-wrap gap-2">
              {tags.map((tag) => (
                <li key={tag} className="max-w-full min-w-0">
                  <TagLink tag={tag} />
                </li>
              ))}
            </ul>
          )}
          {character.creatorNotes && addsTo(description, character.creatorNotes) && (
            <Section title="Creator’s notes">
              <CreatorNotes notes={character.creatorNotes} />
            </Section>
          )}
          {expressionsOf(character.assets).length > 0 && (
            <Section title="Expressions">
              <Expressions character={character} />
            </Section>
          )}
          {isHidden && !covered && (
            <p className="mt-11 flex max-w-measure items-center gap-3 rounded-card border border-line bg-raised px-4 py-3.5 text-soft">
              <Lock aria-hidden className="size-4.5 shrink-0" />
              The creator keeps the definition private.
            </p>
          )}
          {backstory && (
            <Section title="Backstory">
              <FoldedText text={backstory} about="backstory" />
            </Section>
          )}
          {personality && (
            <Section title="Personality">
              <FoldedText text={personality} about="personality" />
            </Section>
          )}
          {hasCredits(character) && (
            <Section title="Credits">
              <Credits character={character} />
            </Section>
          )}
          {!covered && (
            <Section title="Comments">
              <div className="max-w-measure">
                <Comments characterId={id} userId={viewer.id} canRemoveAll={isOwn || viewer.isAdmin} />
              </div>
            </Section>
          )}
        </div>

        <section aria-labelledby="similar-characters" className={pageShape.similar}>
          <h2 id="similar-characters" className="display mb-4 text-xl">
            Similar characters
          </h2>
          <SimilarCharacters id={id} userId={viewer.id} showsAdult={viewer.showsAdult} />
        </section>
      </div>
    </article>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-11">
      <h2 id={id} className="display mb-3.5 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function FullCount({
  icon,
  value,
  singular,
  plural,
}: {
  icon: ReactNode
  value: number
  singular: string
  plural: string
}) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums [&>svg]:size-4">
      {icon}
      {countOf(value, singular, plural)}
    </span>
  )
}

/** Whether the notes add to the description. An import derives the description from the notes, so both are often the same text. */
const addsTo = (description: string | null | undefined, { text, translations }: Notes): boolean =>
  text.trim() !== description?.trim() || Object.keys(translations).length > 0

function OwnerActions({ character }: { character: Character }) {
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  return (
    <div className="flex basis-full gap-2.5 sm:basis-auto lg:basis-full">
      <ButtonLink to={screens.editCharacter.href({ characterId: character.id })} size="l" className="flex-1 px-5!">
        <Pencil aria-hidden className="size-4.5 shrink-0" />
        Edit
      </ButtonLink>
      <IconButton
        look="outline"
        size="l"
        label={`Versions of ${character.name}`}
        title="Versions"
        aria-haspopup="dialog"
        className="rounded-panel!"
        icon={<History />}
        onClick={() => setShowsVersions(true)}
      />
      <IconButton
        look="outline"
        size="l"
        label={`Delete ${character.name}`}
        title="Delete"
        className="rounded-panel!"
        icon={<Trash2 />}
        onClick={() => setIsAsked(true)}
      />
      <DeleteCharacterDialog
        character={isAsked ? character : null}
        onClose={() => setIsAsked(false)}
        onDeleted={() => void navigate(screens.gallery.path, { replace: true })}
      />
      <VersionsDialog character={character} isOwn isOpen={showsVersions} onClose={() => setShowsVersions(false)} />
    </div>
  )
}

/** A notice in place of the texts of a covered character. */
function AdultGate() {
  return (
    <div className="flex max-w-measure flex-wrap items-center gap-x-5 gap-y-4 rounded-card border border-line bg-raised p-5 sm:p-6">
      <span aria-hidden className="grid size-12 shrink-0 place-items-center rounded-full bg-hover text-soft">
        <EyeOff className="size-5.5" />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="display text-xl">Adult Content</h2>
        <Link
          to={screens.settingsContent.path}
          className="inline-flex min-h-touch items-center font-semibold text-accent-text underline underline-offset-4"
        >
          Enable in Settings
        </Link>
      </div>
    </div>
  )
}
