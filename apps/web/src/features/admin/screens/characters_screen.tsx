import type { AdminCharacter, Character } from '#modules/gallery/api'
import ChevronDown from 'lucide-react/icons/chevron-down'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import { useCallback, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#web/components/ui/button'
import { DeleteCharacterDialog } from '#web/components/shared/delete_character_dialog'
import { Dialog } from '#web/components/ui/dialog'
import { PageHeader } from '#web/components/ui/page_header'
import { Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { toast, attempt } from '#web/lib/toasts'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { useDeletion } from '#web/lib/use_deletion'
import { screens } from '#web/screens'
import { lazyPart } from '#web/lib/lazy_part'
import { useRemoveCharacter, useSetOnLanding } from '../characters.ts'
import { AdminNav } from '../components/admin_nav.tsx'
import { AllCharacters } from '../components/all_characters.tsx'
import { CharacterImageForm } from '../components/character_image_form.tsx'
import { CharacterImport } from '../components/character_import.tsx'
import { FirstMessageForm } from '../components/first_message_form.tsx'
import { ListSearch } from '../components/list_search.tsx'

const CardImports = lazyPart(
  async () => (await import('../components/card_imports.tsx')).CardImports,
  <Skeleton className="h-36 rounded-panel" />
)

/** Manages all characters: import, images, first messages and deletion. Moderators only delete. `readerName` replaces {{user}} in previews. */
export function CharactersScreen({ readerName, isAdmin }: { readerName: string; isAdmin: boolean }) {
  const [text, setText] = useState('')
  const q = useDebouncedSearch(text)
  const [pictured, setPictured] = useState<Character | null>(null)
  const [toPicture, setToPicture] = useState<Character | null>(null)
  const deletion = useDeletion<Character>()
  const removal = useRemoveCharacter()
  const showOnLanding = useShowOnLanding()
  const editor = useFirstMessageEditor(deletion.heading)

  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Character management" lead="All characters, including private and adult ones." />
      {isAdmin && <AdminNav current={screens.adminCharacters.path} />}
      {/* Hidden, not unmounted, while a first message is edited: keeps input and scroll position. */}
      <div hidden={editor.isOpen}>
        {isAdmin && (
          <div className="grid gap-3 sm:gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <ToolPanel title="Import characters">
              <CharacterImport />
              <h3 className="display mt-6 mb-3 border-t border-line pt-5 text-lg">Cards of other apps</h3>
              <CardImports />
            </ToolPanel>
            <ToolPanel title="Character images">
              <CharacterImageForm character={pictured} onPick={setPictured} />
            </ToolPanel>
          </div>
        )}
        <section aria-labelledby="all-characters" className="mt-9 sm:mt-10">
          <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <h2 id="all-characters" ref={deletion.heading} tabIndex={-1} className="display text-2xl outline-none">
              All characters
            </h2>
            <div className="flex flex-wrap gap-3 max-sm:w-full">
              <ListSearch
                list="Characters"
                label="Search all characters"
                placeholder="Search by name, category or tag"
                text={text}
                onText={setText}
              />
              {isAdmin && (
                <Button className="max-sm:flex-1" onClick={(event) => editor.open(null, event.currentTarget)}>
                  <MessageSquareQuote aria-hidden className="size-4" />
                  Edit a first message
                </Button>
              )}
            </div>
          </div>
          <AllCharacters
            q={q}
            onShowAll={() => setText('')}
            {...(isAdmin && { onImage: setToPicture, onFirstMessage: editor.open, onLanding: showOnLanding })}
            onDelete={deletion.ask}
          />
        </section>
      </div>
      {editor.isOpen && (
        <FirstMessageForm
          character={editor.character}
          onClose={editor.close}
          readerName={readerName}
          headingRef={editor.heading}
        />
      )}
      <Dialog
        isOpen={toPicture !== null}
        onClose={() => setToPicture(null)}
        title={`Change the image of ${toPicture?.name ?? ''}`}
      >
        <div className="mt-5">
          <CharacterImageForm
            character={toPicture}
            onChanged={(changed) => {
              setToPicture((now) => now && changed)
              setPictured((now) => (now?.id === changed.id ? changed : now))
            }}
          />
        </div>
      </Dialog>
      <DeleteCharacterDialog
        character={deletion.item}
        remove={(id) => removal.mutateAsync({ params: { id } })}
        onDeleted={(id) => setPictured((now) => (now?.id === id ? null : now))}
        {...deletion.dialogProps}
      />
    </div>
  )
}

/** Collapsed on small screens, where the list matters most. */
function ToolPanel({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <section
      aria-label={title}
      className="min-w-0 rounded-card border border-line bg-raised px-4 sm:px-6 lg:self-start lg:py-6"
    >
      <h2 className="display text-lg max-lg:hidden lg:mb-4 lg:text-xl">{title}</h2>
      <h2 className="lg:hidden">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="display flex min-h-14 w-full items-center justify-between gap-3 text-left text-lg"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={classNames('size-5 shrink-0 text-faint transition-[rotate]', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={id} className={classNames('@container min-w-0 max-lg:pt-1 max-lg:pb-5', !isOpen && 'max-lg:hidden')}>
        {children}
      </div>
    </section>
  )
}

function useShowOnLanding() {
  const { mutateAsync } = useSetOnLanding()
  return useCallback(
    ({ id, name }: AdminCharacter, shown: boolean) =>
      attempt('Failed to update the landing page', async () => {
        await mutateAsync({ params: { id }, body: { shown } })
        toast('Landing Page Updated', shown ? `Visitors now see ${name}.` : `Visitors no longer see ${name}.`)
      }),
    [mutateAsync]
  )
}

/** Opens the editor in place of the list, and restores scroll position and focus on close. */
function useFirstMessageEditor(listHeading: RefObject<HTMLHeadingElement | null>) {
  const [edited, setEdited] = useState<{ character: Character | null } | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The scroll position and the label of the pressed button. */
  const from = useRef<{ scrollY: number; label: string | null } | null>(null)
  const isOpen = edited !== null
  const wasOpen = useRef(false)

  useLayoutEffect(() => {
    if (isOpen === wasOpen.current) return undefined
    wasOpen.current = isOpen
    if (isOpen) {
      window.scrollTo({ top: 0, behavior: 'instant' })
      heading.current?.focus({ preventScroll: true })
      return undefined
    }
    window.scrollTo({ top: from.current?.scrollY ?? 0, behavior: 'instant' })
    return focusWhenRendered(from.current?.label ?? null, listHeading.current)
  }, [isOpen, listHeading])

  const open = useCallback((character: Character | null, button: HTMLElement) => {
    from.current = { scrollY: window.scrollY, label: button.getAttribute('aria-label') ?? button.textContent }
    setEdited({ character })
  }, [])
  const close = useCallback(() => setEdited(null), [])
  return { isOpen, character: edited?.character ?? null, heading, open, close }
}

/** Windowed rows render within a few frames. Returns a cancel function. */
function focusWhenRendered(label: string | null, otherwise: HTMLElement | null): () => void {
  let frame = 0
  let left = 10
  const look = () => {
    const button = [...document.querySelectorAll<HTMLElement>('main button')].find(
      (each) => (each.getAttribute('aria-label') ?? each.textContent) === label
    )
    if (!button && --left > 0) frame = requestAnimationFrame(look)
    else (button ?? otherwise)?.focus({ preventScroll: true })
  }
  look()
  return () => cancelAnimationFrame(frame)
}
