import type { CardImport } from '#modules/admin/api'
import { cancelCardImport } from '#modules/admin/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { attempt } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'
import { resetCharacters } from '../all_characters_cache.ts'
import { cardImportsKey, isUnfinished, useCardImports } from '../card_imports.ts'
import { CardImportRow } from './card_import_row.tsx'

/** The newest imports of cards, with their progress. */
export function CardImportList() {
  const list = useCardImports()
  const cancel = useCall(cancelCardImport)
  const queryClient = useQueryClient()
  const [toCancel, setToCancel] = useState<CardImport | null>(null)
  const frame = useRef<HTMLOListElement>(null)
  useCharactersAfter(list.data)

  const cancelImport = async ({ id }: CardImport) => {
    await attempt('The import couldn’t be canceled.', () => cancel.mutateAsync({ params: { id } }))
    // It may also have ended in the meantime.
    await queryClient.invalidateQueries({ queryKey: cardImportsKey })
  }
  if (list.isPending)
    return (
      <Loading label="Loading imports">
        <Skeleton className="h-16 rounded-card" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the imports" query={list} />
  if (list.data.length === 0) return <p className="text-sm text-faint">No imports in the last 30 days.</p>
  return (
    <>
      <ol
        ref={frame}
        aria-label="Imports of cards"
        tabIndex={0}
        className="max-h-96 min-w-0 divide-y divide-line overflow-y-auto rounded-panel border border-line bg-raised focus-visible:-outline-offset-2"
      >
        {list.data.map((each) => (
          <CardImportRow key={each.id} cardImport={each} onCancel={() => setToCancel(each)} />
        ))}
      </ol>
      <ConfirmDialog
        isOpen={toCancel !== null}
        title="Cancel this import?"
        question="Characters that it has imported stay. To continue later, import the same files again: nothing is imported twice."
        confirmLabel="Cancel import"
        onConfirm={() => toCancel && void cancelImport(toCancel)}
        onCancel={() => setToCancel(null)}
        focusAfterConfirm={frame}
      />
    </>
  )
}

/** Reads the list of characters again when an import ends. */
function useCharactersAfter(imports: readonly CardImport[] | undefined) {
  const queryClient = useQueryClient()
  const unfinished = imports?.filter(isUnfinished).length ?? 0
  const before = useRef(0)
  useEffect(() => {
    if (unfinished < before.current) resetCharacters(queryClient)
    before.current = unfinished
  }, [unfinished, queryClient])
}
