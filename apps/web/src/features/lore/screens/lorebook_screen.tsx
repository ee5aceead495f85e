import type { LorebookEntry } from '#modules/lore/api'
import BookX from 'lucide-react/icons/book-x'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { LeaveDialog } from '#web/components/shared/leave_dialog'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { Badge } from '#web/components/ui/badge'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { IconButton } from '#web/components/ui/icon_button'
import { LazyMenu } from '#web/components/ui/lazy_menu'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { Tabs } from '#web/components/ui/tabs'
import { isStatus } from '#web/lib/api_error'
import { lazyPart } from '#web/lib/lazy_part'
import { useTitle } from '#web/lib/use_title'
import { screens } from '#web/screens'
import { useLorebook } from '../lorebooks.ts'
import { DeleteLorebookDialog } from '../components/delete_lorebook_dialog.tsx'
import { EntriesTab } from '../components/entries_tab.tsx'
import { usesOf } from '../components/lorebook_row.tsx'
import { LorebookSettings } from '../components/lorebook_settings.tsx'
import { Tester, type TestableChat } from '../components/tester.tsx'
import { useEntries } from '../use_entries.ts'

const LorebookMenu = lazyPart(async () => (await import('../components/lorebook_menu.tsx')).LorebookMenu)

interface LorebookScreenProps {
  lorebookId: string
  onDeleted: () => void
  /** The chats that entries can be tested on. Undefined while they load. */
  chats: readonly TestableChat[] | undefined
  onChatsNeeded: () => void
}

/** The editor of a lorebook: its entries, its settings, and tests. Unsaved changes survive a switch between tabs. */
export function LorebookScreen({ lorebookId, onDeleted, chats, onChatsNeeded }: LorebookScreenProps) {
  const query = useLorebook(lorebookId)
  const entries = useEntries(lorebookId)
  const [tab, setTab] = useState('entries')
  const [open, setOpen] = useState<LorebookEntry | null>(null)
  const [hasUnsavedEntries, setHasUnsavedEntries] = useState(false)
  const [hasUnsavedSettings, setHasUnsavedSettings] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const guard = useLeaveGuard({ isActive: hasUnsavedEntries || hasUnsavedSettings })
  const book = query.data
  useTitle(book?.name ?? 'Lorebook')

  if (query.isPending)
    return (
      <Loading label="Loading the lorebook" className={pageClasses}>
        <Skeleton className="mb-8 h-12 max-w-md" />
        <Skeleton className="h-96" />
      </Loading>
    )
  if (!book || isStatus(query.error, 404))
    return (
      <div className={pageClasses}>
        {isStatus(query.error, 404) ? (
          <EmptyState
            level={1}
            icon={<BookX />}
            title="Lorebook not found"
            text="It was deleted, or the address is wrong."
          >
            <ButtonLink to={screens.lorebooks.path} look="primary">
              Your lorebooks
            </ButtonLink>
          </EmptyState>
        ) : (
          <LoadFailed level={1} title="Couldn’t load the lorebook" query={query} />
        )}
      </div>
    )

  const menu = <IconButton label="More for this lorebook" icon={<Ellipsis />} />
  const change = (value: string) => {
    setTab(value)
    if (value === 'test') onChatsNeeded()
  }
  return (
    <div className={pageClasses}>
      <Link
        to={screens.lorebooks.path}
        className="-ml-2 inline-flex min-h-touch items-center gap-1 rounded-control px-2 text-sm font-semibold text-soft hover:text-text"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Lorebooks
      </Link>
      <div className="mb-4 flex items-start justify-between gap-4 sm:mb-6">
        <div className="min-w-0">
          <h1 dir="auto" className="display text-3xl break-words sm:text-4xl">
            {book.name}
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 break-words text-soft">
            {book.alwaysOn && <Badge tone="accent">Always on</Badge>}
            <span dir="auto" className="min-w-0">
              {usesOf(book)}
            </span>
          </p>
        </div>
        <LazyMenu trigger={menu}>
          <LorebookMenu id={book.id} trigger={menu} onDelete={() => setIsDeleting(true)} />
        </LazyMenu>
      </div>
      <Tabs
        label="Parts of the lorebook"
        keepMounted
        value={tab}
        onChange={change}
        tabs={[
          {
            value: 'entries',
            label: 'Entries',
            content: <EntriesTab entries={entries} open={open} onOpen={setOpen} onUnsaved={setHasUnsavedEntries} />,
          },
          {
            value: 'settings',
            label: 'Settings',
            content: <LorebookSettings book={book} reload={query.refetch} onUnsaved={setHasUnsavedSettings} />,
          },
          {
            value: 'test',
            label: 'Test',
            content: (
              <Tester
                bookId={book.id}
                entries={entries.entries}
                hasUnsaved={hasUnsavedEntries}
                chats={chats}
                onOpen={(entry) => {
                  setTab('entries')
                  setOpen(entry)
                }}
              />
            ),
          },
        ]}
      />
      <LeaveDialog guard={guard} question="Your unsaved changes will be lost." />
      <DeleteLorebookDialog
        book={isDeleting ? book : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => {
          guard.release()
          onDeleted()
        }}
      />
    </div>
  )
}

const pageClasses = 'mx-auto w-full max-w-[90rem] px-4 pt-4 pb-20 sm:px-6 sm:pt-8'
