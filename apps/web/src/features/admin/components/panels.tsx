import { limits, type AdminModel, type AdminDebt } from '#modules/admin/api'
import type { LedgerCheckReport } from '#modules/economy/api'
import { useState, useId, type ReactNode } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, Input } from '#web/components/ui/field'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countCodePoints } from '#web/lib/code_points'
import { toast, attempt } from '#web/lib/toasts'
import { submitting } from '#web/lib/submitting'
import { Rubies } from '#web/components/shared/rubies'
import { Alert } from '#web/components/ui/alert'
import { countOf } from '#web/lib/count_of'
import { useExplainModel, useTierModels, debtsShown, useDebts } from '../queries.ts'
import { durationText, formatCount } from '../texts.ts'

/** The models of the tiers. Chats show the reason of a change to their users. */
export function ModelsPanel() {
  const models = useTierModels()
  return (
    <Panel title="Models">
      {models.isPending ? (
        <Loading label="Loading models" className="grid gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </Loading>
      ) : !models.data ? (
        <LoadFailed title="Couldn’t load the models" size="panel" query={models} />
      ) : (
        <ul className="divide-y divide-line">
          {models.data.map((model) => (
            <Model key={model.tier} {...model} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const max = limits.modelReasonMax

function Model({ tier, name, modelId, since, reason }: AdminModel) {
  const [text, setText] = useState(reason ?? '')
  const explain = useExplainModel()
  const isTooLong = countCodePoints(text) > max
  const isChanged = text.trim() !== (reason ?? '')
  const save = async () => {
    if (explain.isPending || isTooLong) return
    await attempt('Failed to save the reason', async () => {
      await explain.mutateAsync({ params: { tier }, body: { reason: text.trim() || null } })
      toast('Reason saved')
    })
  }
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="text-ui font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm wrap-anywhere text-soft">
        {tier}: <span translate="no">{modelId}</span>
        {since !== null && (
          <>
            , since <time dateTime={since}>{day.format(new Date(since))}</time>
          </>
        )}
      </p>
      {since !== null && (
        <form className="mt-2 grid gap-2" onSubmit={submitting(save)}>
          <Field
            label="Reason for the change"
            hint="Chats show it to their users."
            error={isTooLong ? `The reason may have at most ${max} characters.` : undefined}
          >
            <Input value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <Button
            type="submit"
            size="s"
            className="justify-self-start"
            isLoading={explain.isPending}
            disabled={!isChanged || isTooLong}
          >
            Save
          </Button>
        </form>
      )}
    </li>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** Users who owe rubies after a refund or dispute. */
export function DebtsPanel() {
  const list = useDebts()
  return (
    <Panel title="Debts">
      {list.isPending ? (
        <Loading label="Loading debts" className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      ) : !list.data ? (
        <LoadFailed title="Couldn’t load the debts" size="panel" query={list} />
      ) : list.data.items.length === 0 ? (
        <p className="text-ui text-soft">
          No debts. A debt arises when a payment is reversed after its rubies were spent.
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {list.data.items.map((debt) => (
              <Debt key={debt.userId} {...debt} />
            ))}
          </ul>
          {list.data.next !== null && <p className="mt-3 text-sm text-faint">The {debtsShown} largest are shown.</p>}
        </>
      )}
    </Panel>
  )
}

function Debt({ userId, user, debt, since, lines }: AdminDebt) {
  return (
    <li className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="text-ui font-semibold wrap-anywhere">{user ? user.name || user.email : userId}</p>
        {user?.name && <p className="text-sm wrap-anywhere text-soft">{user.email}</p>}
        <p className="text-sm break-words text-faint">
          Since <time dateTime={since}>{day.format(new Date(since))}</time>
          {lines[0] && `, last: ${lines[0].description}`}
        </p>
      </div>
      <Rubies amount={debt} className="text-warning-text" />
    </li>
  )
}

/** The last ledger check: whether every balance equals the sum of its transactions. */
export function LedgerPanel({ ledger }: { ledger: LedgerCheckReport | null }) {
  return (
    <Panel title="Ledger check">
      {ledger === null || (ledger.accounts === 0 && ledger.problemCount === 0) ? (
        <p className="text-ui text-soft">Not checked yet. The servers check it every hour.</p>
      ) : (
        <>
          {ledger.problemCount === 0 ? (
            <Alert tone="success" title="The ledger is balanced">
              Every balance equals the sum of its transactions.
            </Alert>
          ) : (
            <Alert tone="danger" title={`${countOf(ledger.problemCount, 'balance is', 'balances are')} off`}>
              <ul className="mt-1 grid gap-1.5">
                {ledger.problems.map(({ userId, problem }) => (
                  <li key={`${userId} ${problem}`} className="break-words">
                    <code className="text-sm break-all">{userId}</code>: {problem}
                  </li>
                ))}
                {ledger.problemCount > ledger.problems.length && (
                  <li>And {formatCount(ledger.problemCount - ledger.problems.length)} more: run verify-ledger.</li>
                )}
              </ul>
            </Alert>
          )}
          <p className="mt-3 text-sm text-faint">
            {countOf(ledger.accounts, 'account')} in {durationText(ledger.tookMs)},{' '}
            <time dateTime={ledger.finishedAt}>{when.format(new Date(ledger.finishedAt))}</time>
          </p>
        </>
      )}
    </Panel>
  )
}

const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-raised p-4 sm:p-5">
      <h2 id={id} className="mb-3 text-sm font-semibold text-soft">
        {title}
      </h2>
      {children}
    </section>
  )
}
