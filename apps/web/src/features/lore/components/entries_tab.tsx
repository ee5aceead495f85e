import { limits, type LorebookEntry } from '#modules/lore/api'
import ListPlus from 'lucide-react/icons/list-plus'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { SearchField } from '#web/components/ui/search_field'
import { Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { useMediaQuery } from '#web/lib/use_media_query'
import { isFound, titleOf } from '../entry_texts.ts'
import type { Entries } from '../use_entries.ts'
import { EntryEditor, type EntryDraft } from './entry_editor.tsx'
import { EntryList } from './entry_list.tsx'

/** The same width as `lg` in the CSS. */
const sidePanelQuery = '(min-width: 64rem)'

interface EntriesTabProps {
  entries: Entries
  /** The entry that was opened last. It may have been deleted since. */
  open: LorebookEntry | null
  onOpen: (entry: LorebookEntry | null) => void
  onUnsaved: (isUnsaved: boolean) => void
}

/** The entries with their editor, which is beside the list on wide screens, else in a sheet. */
export function EntriesTab({ entries, open, onOpen, onUnsaved }: EntriesTabProps) {
  const { query, loadedCount } = entries
  const [search, setSearch] = useState('')
  const deferredSearch = useDeferredValue(search.trim().toLowerCase())
  const [isAdding, setIsAdding] = useState(false)
  const drafts = useRef(new Map<string, EntryDraft>())
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const hasSidePanel = useMediaQuery(sidePanelQuery)
  const panel = useRef<HTMLElement>(null)
  const all = entries.entries
  const shown = useMemo(
    () => (deferredSearch === '' ? all : all.filter((entry) => isFound(entry, deferredSearch))),
    [all, deferredSearch]
  )

  const keepDraft = (id: string) => (draft: EntryDraft) => {
    const isUnsaved = Object.keys(draft).length > 0
    if (isUnsaved) drafts.current.set(id, draft)
    else drafts.current.delete(id)
    if (unsaved.has(id) === isUnsaved) return
    setUnsaved(new Set(drafts.current.keys()))
    onUnsaved(drafts.current.size > 0)
  }
  const show = (entry: LorebookEntry) => {
    flushSync(() => onOpen(entry))
    if (hasSidePanel) panel.current?.querySelector<HTMLElement>('input')?.focus()
  }
  const close = () => {
    const id = open?.id
    flushSync(() => onOpen(null))
    if (hasSidePanel) document.querySelector<HTMLElement>(`[data-entry="${id}"]`)?.focus()
  }
  const remove = (entry: LorebookEntry) => {
    keepDraft(entry.id)({})
    if (open?.id === entry.id) onOpen(null)
    return entries.remove(entry)
  }
  const add = async () => {
    setIsAdding(true)
    setSearch('')
    const added = await entries.add()
    setIsAdding(false)
    if (added) show(added)
  }

  if (query.isPending)
    return (
      <div role="status">
        <p className="mb-3 text-sm text-faint">
          Loading entries{loadedCount > 0 && `: ${loadedCount.toLocaleString('en')}`}
        </p>
        <div className="grid gap-2">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-16" />
          ))}
        </div>
      </div>
    )
  if (!query.data) return <LoadFailed title="Couldn’t load the entries" size="panel" query={query} />

  const isFull = all.length >= limits.entriesMax
  const addButton = (
    <Button
      look={all.length === 0 ? 'primary' : 'outline'}
      isLoading={isAdding}
      disabled={isFull}
      onClick={() => void add()}
    >
      <Plus aria-hidden className="size-4" />
      Add entry
    </Button>
  )
  const current = open && (all.find(({ id }) => id === open.id) ?? open)
  const editor = current && (
    <EntryEditor
      key={current.id}
      entry={current}
      isGone={!all.includes(current)}
      entries={entries}
      draft={drafts.current.get(current.id)}
      onDraft={keepDraft(current.id)}
      onAdded={onOpen}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)]">
      <div className="min-w-0">
        {all.length > 0 && (
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <SearchField
              label="Search entries"
              placeholder="Search titles, keys and texts"
              className="min-w-48 flex-1"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              onClear={() => setSearch('')}
            />
            {addButton}
          </div>
        )}
        {all.length === 0 ? (
          <div className="rounded-card border border-dashed border-line">
            <EmptyState
              size="panel"
              level={2}
              icon={<ListPlus />}
              title="No entries yet"
              text="An entry is a text with keys. When a message has one of the keys, the text joins the prompt."
            >
              {addButton}
            </EmptyState>
          </div>
        ) : (
          <>
            <p role="status" className="mb-2 text-sm text-faint">
              {deferredSearch === ''
                ? `${countOf(all.length, 'entry', 'entries')}${isFull ? ', the most that a lorebook may have' : ''}`
                : `${shown.length.toLocaleString('en')} of ${countOf(all.length, 'entry', 'entries')}. Clear the search to move entries.`}
            </p>
            {shown.length === 0 ? (
              <EmptyState size="panel" title="Nothing found" text="No entry has this in its title, keys or text." />
            ) : (
              <EntryList
                shown={shown}
                isWhole={deferredSearch === ''}
                entries={{ ...entries, remove }}
                openId={current?.id ?? null}
                unsaved={unsaved}
                onOpen={show}
              />
            )}
          </>
        )}
      </div>
      {hasSidePanel ? (
        <aside
          ref={panel}
          aria-label="Entry"
          className="sticky top-[calc(var(--top-bar)+1.5rem)] max-h-[calc(100dvh-var(--top-bar)-3rem)] min-w-0 overflow-y-auto rounded-card border border-line bg-float"
        >
          {/* The padding isn't on the scrolling element, because a sticky footer would stay above it. */}
          <div className="p-5">
            {current ? (
              <>
                <div className="mb-4 flex items-center justify-between gap-3">
                  <h2 dir="auto" className="display truncate text-xl">
                    {titleOf(current)}
                  </h2>
                  <IconButton label="Close the entry" icon={<X />} size="s" onClick={close} />
                </div>
                {editor}
              </>
            ) : (
              <EmptyState size="panel" title="No entry open" text="Choose an entry to edit it." />
            )}
          </div>
        </aside>
      ) : (
        <Dialog isOpen={current !== null} onClose={close} title={current ? titleOf(current) : ''}>
          <div className="mt-5">{editor}</div>
        </Dialog>
      )}
    </div>
  )
}
