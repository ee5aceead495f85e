import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLeaveGuard } from '#web/components/shared/use_leave_guard'
import { isCharacterQuery } from '#web/components/shared/character_queries'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { PageHeader } from '#web/components/ui/page_header'
import { droppedFiles } from '#web/lib/dropped_files'
import { useWindowDrop } from '#web/lib/use_window_drop'
import { CardImport } from '../card_import.ts'
import { collectDropped } from '../collect_files.ts'
import { DropZone } from '../components/drop_zone.tsx'
import { ImportPreview } from '../components/import_preview.tsx'
import { ImportProgress } from '../components/import_progress.tsx'
import { ImportReport } from '../components/import_report.tsx'
import { ImportSources } from '../components/import_sources.tsx'
import { foundCharactersQuery } from '../find_characters.ts'

const findStaleMs = 60_000

/** The screen to import cards, lorebooks and chats. The user selects files, chooses from a preview, and gets a report. */
export function ImportScreen() {
  const refreshUser = useRefreshUser()
  const queryClient = useQueryClient()
  const [cardImport] = useState(
    () => new CardImport((name) => queryClient.fetchQuery({ ...foundCharactersQuery(name), staleTime: findStaleMs }))
  )
  const state = useSyncExternalStore(cardImport.state.subscribe, cardImport.state.current, cardImport.state.current)
  const { phase } = state
  useEffect(() => cardImport.cancel, [cardImport])
  useEffect(() => {
    void collectDropped(droppedFiles.take()).then((picked) => cardImport.add(picked))
  }, [cardImport])
  const isOver = useWindowDrop((dropped) => void collectDropped(dropped).then((picked) => cardImport.add(picked)))
  useEffect(() => {
    if (phase !== 'done') return
    void queryClient.invalidateQueries({ predicate: isCharacterQuery })
    refreshUser()
  }, [phase, queryClient, refreshUser])
  const guard = useLeaveGuard({ isActive: phase === 'importing' })

  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Import" lead="Bring your characters, lorebooks and chats." />
      {phase === 'empty' && (
        <>
          <DropZone isOver={isOver} onPick={(picked) => void cardImport.add(picked)} />
          <ImportSources />
        </>
      )}
      {(phase === 'reading' || phase === 'choosing') && (
        <ImportPreview state={state} cardImport={cardImport} isOver={isOver} />
      )}
      {phase === 'importing' && <ImportProgress state={state} cardImport={cardImport} />}
      {phase === 'done' && <ImportReport state={state} cardImport={cardImport} />}
      <ConfirmDialog
        isOpen={guard.isAsking}
        title="Stop the import?"
        question="The files that are not imported yet will be left out."
        confirmLabel="Stop and leave"
        onConfirm={guard.leave}
        onCancel={guard.stay}
      />
    </div>
  )
}
