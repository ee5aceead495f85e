import type { MadeCodes as Made } from '#modules/admin/api'
import type { CodeBatch } from '#modules/economy/api'
import Ticket from 'lucide-react/icons/ticket'
import { useState } from 'react'
import { rubiesText } from '#web/components/shared/rubies_text'
import { Badge, type Tone } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { focusMain } from '#web/lib/focus_main'
import { attempt, toast } from '#web/lib/toasts'
import { screens } from '#web/screens'
import { AdminNav } from '../components/admin_nav.tsx'
import { MadeCodes } from '../components/made_codes.tsx'
import { NewCodesDialog } from '../components/new_codes_dialog.tsx'
import { useCodeBatches, useRevokeCodes } from '../codes.ts'
import { dateOf, formatCount } from '../texts.ts'

/** Codes that people redeem for rubies, by batch. */
export function CodesScreen() {
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Ruby codes" lead="Gifts and printed codes. People redeem them in the ruby shop.">
        <Button look="primary" disabled={made !== null} onClick={() => setIsMaking(true)} className="max-sm:w-full">
          New codes
        </Button>
      </PageHeader>
      <AdminNav current={screens.adminCodes.path} />
      {made && (
        <MadeCodes
          made={made}
          onDone={() => {
            setMade(null)
            focusMain()
          }}
        />
      )}
      <Batches />
      {isMaking && (
        <NewCodesDialog
          onClose={() => setIsMaking(false)}
          onMade={(batch) => {
            setIsMaking(false)
            setMade(batch)
          }}
        />
      )}
    </div>
  )
}

function Batches() {
  const list = useCodeBatches()
  const revoking = useRevokeCodes()
  const [toRevoke, setToRevoke] = useState<CodeBatch | null>(null)
  const batches = list.data?.pages.flatMap((page) => page.items) ?? []
  const revoke = ({ id, name }: CodeBatch) =>
    attempt('Failed to revoke the codes', async () => {
      await revoking.mutateAsync({ params: { id } })
      toast('Codes revoked', `${name}: they can’t be redeemed any more.`)
      focusMain()
    })
  if (list.isPending) return <BatchesSkeleton />
  if (!list.data) return <LoadFailed title="Couldn’t load the codes" query={list} />
  if (batches.length === 0)
    return <EmptyState icon={<Ticket />} title="No codes yet" text="Make codes to give rubies away, or to sell them." />
  return (
    <PagedResults list={list} count={batches.length} itemName="batch" itemsName="batches">
      <BorderedList as="ol" label="Batches of codes">
        {batches.map((batch) => (
          <BatchRow key={batch.id} batch={batch} onRevoke={() => setToRevoke(batch)} />
        ))}
      </BorderedList>
      <ConfirmDialog
        isOpen={toRevoke !== null}
        title="Revoke these codes?"
        question={`Codes of “${toRevoke?.name}” that aren’t redeemed yet stop working. This can’t be undone. Redeemed rubies stay.`}
        confirmLabel="Revoke"
        onCancel={() => setToRevoke(null)}
        onConfirm={() => toRevoke && void revoke(toRevoke)}
      />
    </PagedResults>
  )
}

function BatchesSkeleton() {
  return (
    <Loading label="Loading codes">
      <BorderedList>
        {Array.from({ length: 4 }, (_, index) => (
          <li key={index} className="grid gap-2 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-3 w-2/3" />
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}

function BatchRow({ batch, onRevoke }: { batch: CodeBatch; onRevoke: () => void }) {
  const { name, rubies, codes, uses, perPerson, redeemed, expiresAt } = batch
  const { label, tone, isOpen } = stateOf(batch)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-4 sm:px-5">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 text-ui font-semibold">
          <span className="min-w-0 break-words">{name}</span>
          <Badge tone={tone}>{label}</Badge>
        </h2>
        <p className="text-sm text-soft">
          {countOf(codes, 'code')} for {rubiesText(rubies)} each
          {uses > 1 && `, ${formatCount(uses)} uses per code`}
          {codes > 1 && `, ${formatCount(perPerson)} per person`}
        </p>
        <p className="text-sm text-faint tabular-nums">
          {formatCount(redeemed)} of {formatCount(codes * uses)} redeemed ·{' '}
          <time dateTime={expiresAt}>until {dateOf(expiresAt)}</time>
        </p>
      </div>
      {isOpen && (
        <Button size="s" onClick={onRevoke}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}

const stateOf = ({
  codes,
  uses,
  redeemed,
  expiresAt,
  revokedAt,
}: CodeBatch): {
  label: string
  tone: Tone
  isOpen: boolean
} => {
  if (revokedAt !== null) return { label: 'Revoked', tone: 'danger', isOpen: false }
  if (redeemed >= codes * uses) return { label: 'Used up', tone: 'neutral', isOpen: false }
  if (Date.parse(expiresAt) <= Date.now()) return { label: 'Expired', tone: 'neutral', isOpen: false }
  return { label: 'Active', tone: 'success', isOpen: true }
}
