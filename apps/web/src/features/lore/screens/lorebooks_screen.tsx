import { limits, type UsedLorebook } from '#modules/lore/api'
import BookMarked from 'lucide-react/icons/book-marked'
import FileUp from 'lucide-react/icons/file-up'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLorebooks } from '#web/components/shared/lorebook_queries'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { classNames } from '#web/lib/class_names'
import { countOf } from '#web/lib/count_of'
import { useDeletion } from '#web/lib/use_deletion'
import { useDrop } from '#web/lib/use_drop'
import { screens } from '#web/screens'
import { CreateLorebookDialog } from '../components/create_lorebook_dialog.tsx'
import { DeleteLorebookDialog } from '../components/delete_lorebook_dialog.tsx'
import { ImportLorebookDialog, importedTypes, useLorebookImport } from '../components/import_lorebook.tsx'
import { LorebookRow } from '../components/lorebook_row.tsx'

/** The user's lorebooks. A file that is dropped anywhere on the list is imported. */
export function LorebooksScreen() {
  const navigate = useNavigate()
  const query = useLorebooks()
  const books = query.data ?? []
  const [isCreating, setIsCreating] = useState(false)
  const deletion = useDeletion<UsedLorebook>()
  const chooser = useRef<HTMLInputElement>(null)
  const importing = useLorebookImport()
  const { isOver, dropProps } = useDrop((data) => void importing.start(data.files[0]))
  const isFull = books.length >= limits.booksMax
  const actions = (
    <>
      <Button look="primary" disabled={isFull} onClick={() => setIsCreating(true)}>
        <Plus aria-hidden className="size-4" />
        New lorebook
      </Button>
      <Button disabled={isFull} onClick={() => chooser.current?.click()}>
        <FileUp aria-hidden className="size-4" />
        Import a file
      </Button>
    </>
  )
  return (
    <div
      {...dropProps}
      className={classNames(
        'mx-auto w-full max-w-5xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12',
        isOver && 'rounded-card outline-2 -outline-offset-8 outline-accent outline-dashed'
      )}
    >
      <PageHeader
        ref={deletion.heading}
        title="Lorebooks"
        lead="Facts about your worlds. They join the prompt when a chat mentions them."
      >
        {books.length > 0 && <div className="flex flex-wrap gap-3">{actions}</div>}
      </PageHeader>
      <input
        ref={chooser}
        type="file"
        accept={importedTypes}
        aria-label="Choose a lorebook file"
        hidden
        onChange={({ target }) => {
          void importing.start(target.files?.[0])
          // Lets the same file be chosen again.
          target.value = ''
        }}
      />
      {query.isPending ? (
        <Loading label="Loading lorebooks">
          <div className="grid gap-2">
            {Array.from({ length: 4 }, (_, index) => (
              <Skeleton key={index} className="h-20" />
            ))}
          </div>
        </Loading>
      ) : !query.data ? (
        <LoadFailed title="Couldn’t load your lorebooks" query={query} />
      ) : books.length === 0 ? (
        <EmptyState
          icon={<BookMarked />}
          title="No lorebooks yet"
          text="A lorebook holds short texts with keys: people, places, rules of a world. When a message has a key, its text joins the prompt, so the character knows about it. Write one, or bring one from SillyTavern, Chub, RisuAI or Agnai."
        >
          {actions}
        </EmptyState>
      ) : (
        <>
          <p className="mb-2 text-sm text-faint">
            {countOf(books.length, 'lorebook')}
            {isFull && ', the most that you can have'}
          </p>
          <BorderedList label="Your lorebooks">
            {books.map((book) => (
              <li key={book.id}>
                <LorebookRow book={book} onDelete={(button) => deletion.ask(book, button)} />
              </li>
            ))}
          </BorderedList>
        </>
      )}
      <CreateLorebookDialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={({ id }) => void navigate(screens.lorebook.href({ lorebookId: id }))}
      />
      <ImportLorebookDialog state={importing.state} onClose={importing.close} />
      <DeleteLorebookDialog book={deletion.item} {...deletion.dialogProps} />
    </div>
  )
}
