import { BorderedList } from '#web/components/ui/bordered_list'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { useAppeal, useStatements } from '../statements.ts'
import { StatementView } from './statement_view.tsx'

/** Decisions of moderators that concern the user. Shows nothing without any. */
export function StatementList() {
  const list = useStatements()
  const appeal = useAppeal()
  if (list.isPending) return null
  if (!list.data) return <LoadFailed size="panel" title="Couldn’t load decisions about your content" query={list} />
  const statements = list.data.pages.flatMap((page) => page.items)
  if (statements.length === 0) return null
  return (
    <PagedResults
      list={list}
      count={statements.length}
      itemName="decision"
      itemsName="decisions"
      isManual
      className="mb-8"
    >
      <BorderedList label="Decisions about your content">
        {statements.map((statement) => (
          <li key={statement.id} className="p-4 sm:p-5">
            <StatementView
              statement={statement}
              level={2}
              onAppeal={(words) => appeal.mutateAsync({ params: { id: statement.id }, body: { words } })}
            />
          </li>
        ))}
      </BorderedList>
    </PagedResults>
  )
}
