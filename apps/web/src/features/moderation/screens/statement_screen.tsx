import FileX from 'lucide-react/icons/file-x'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageSpinner } from '#web/components/ui/page_spinner'
import { isStatus } from '#web/lib/api_error'
import { StatementView } from '../components/statement_view.tsx'
import { useAppealByLink, useLinkedStatement } from '../statements.ts'

/** The statement behind a mailed link, for people who may not be able to sign in. */
export function StatementScreen({ token }: { token: string }) {
  const query = useLinkedStatement(token)
  const appeal = useAppealByLink(token)
  if (query.isPending) return <PageSpinner />
  if (isStatus(query.error, 404))
    return (
      <EmptyState
        level={1}
        icon={<FileX />}
        title="This link doesn’t work"
        text="It is incomplete, or the statement was deleted half a year after its case was closed."
      />
    )
  if (!query.data) return <LoadFailed level={1} title="Couldn’t load the statement" query={query} />
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <StatementView
        statement={query.data}
        level={1}
        onAppeal={(words) => appeal.mutateAsync({ params: { token }, body: { words } })}
      />
    </div>
  )
}
