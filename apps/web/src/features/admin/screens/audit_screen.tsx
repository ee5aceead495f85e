import type { AdminActKind, AdminActRow, Json } from '#modules/admin/api'
import ScrollText from 'lucide-react/icons/scroll-text'
import Gem from 'lucide-react/icons/gem'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import { useId, useState } from 'react'
import { BorderedList } from '#web/components/ui/bordered_list'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { PagedResults } from '#web/components/ui/paged_results'
import { SkeletonRows } from '#web/components/ui/skeleton_rows'
import { groupByDay } from '#web/lib/group_by_day'
import { useAddressSearch } from '#web/lib/use_address_search'
import { screens } from '#web/screens'
import { ChangeList, isShort } from '#web/components/shared/change_list'
import { Button } from '#web/components/ui/button'
import { useAuditEntries } from '../queries.ts'
import { AdminNav } from '../components/admin_nav.tsx'
import { ListSearch } from '../components/list_search.tsx'
import { differenceOf } from '../difference.ts'

/** All actions of admins and the operator, newest first. The search is in the URL. */
export function AuditScreen() {
  const { q, text, setText } = useAddressSearch()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader title="Audit log" lead="What admins did and what changed. Entries can’t be edited.">
        <ListSearch
          list="Audit log"
          label="Search the audit log"
          placeholder="Admin, user or action"
          text={text}
          onText={setText}
        />
      </PageHeader>
      <AdminNav current={screens.adminAudit.path} />
      <AuditEntries q={q} />
    </div>
  )
}

function AuditEntries({ q }: { q: string }) {
  const list = useAuditEntries(q)
  const acts = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending || (list.isPlaceholderData && acts.length === 0))
    return (
      <SkeletonRows
        label="Loading entries"
        mark="size-9 rounded-full!"
        lines={['h-4 w-2/3', 'h-3 w-1/3', 'h-3 w-28']}
      />
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the audit log" query={list} />
  if (acts.length === 0)
    return (
      <EmptyState
        icon={<ScrollText />}
        title="No entries found"
        text={q === '' ? 'Admin actions appear here.' : 'Try a name, an e-mail or a word like “granted”.'}
      />
    )
  return (
    <PagedResults
      list={list}
      count={acts.length}
      itemName="entry"
      itemsName="entries"
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
    >
      {groupByDay(acts, { hasWeekday: true }).map(({ name, items }) => (
        <section key={`${name} ${items[0]?.id}`} aria-label={name}>
          <h2 className="mb-2.5 px-4 text-sm font-semibold text-soft sm:px-5">{name}</h2>
          <BorderedList as="ol">
            {items.map((act) => (
              <AuditEntry key={act.id} act={act} />
            ))}
          </BorderedList>
        </section>
      ))}
    </PagedResults>
  )
}

function AuditEntry({ act: { createdAt, actor, kind, subject, before, after } }: { act: AdminActRow }) {
  const Icon = iconOf(kind)
  return (
    <li className="flex gap-4 px-4 py-4 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] sm:px-5">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-full bg-hover text-soft max-sm:hidden"
      >
        <Icon className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 text-ui font-semibold break-words">
            {auditEntryName(kind)}
            {subject.name && <span className="font-normal text-soft">: {subject.name}</span>}
          </h3>
          <time
            dateTime={createdAt}
            title={fullFormat.format(new Date(createdAt))}
            className="text-sm text-faint tabular-nums"
          >
            {timeFormat.format(new Date(createdAt))}
          </time>
        </div>
        <p className="text-sm break-words text-faint">
          {actor ? (
            <>
              by {actor.name || actor.email}
              {actor.name && <span className="break-all"> ({actor.email})</span>}
            </>
          ) : kind === 'minors_content_held' ? (
            'by moderation'
          ) : (
            'by the operator, on the command line'
          )}
        </p>
        <Difference before={before} after={after} />
      </div>
    </li>
  )
}

function iconOf(kind: AdminActKind) {
  if (/^(rubies|codes|refund)/.test(kind)) return Gem
  if (/^(character|first_message)/.test(kind)) return UsersRound
  return /^(account|admin|password|second_factor|sign_up|invitation)/.test(kind) ? UserRound : ScrollText
}

const timeFormat = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

/** The number of changes shown before expanding. */
const shownAtFirst = 4

/** The values that an admin action changed, before and after the action. */
function Difference({ before, after }: { before: Json; after: Json }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const changes = differenceOf(before, after)
  const short = changes.filter(isShort)
  const isFolded = short.length < changes.length || short.length > shownAtFirst
  const shown = isOpen ? changes : short.slice(0, shownAtFirst)
  if (changes.length === 0) return null
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-sm">
      {shown.length > 0 && <ChangeList id={id} changes={shown} />}
      {isFolded && (
        <Button
          look="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-controls={shown.length > 0 ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="-ml-3"
        >
          {isOpen ? 'Show less' : shown.length > 0 ? 'Show all changes' : 'Show changes'}
        </Button>
      )}
    </div>
  )
}

const names: Record<AdminActKind, string> = {
  rubies_granted: 'Rubies granted',
  rubies_deducted: 'Rubies deducted',
  refund_recorded: 'Refund recorded',
  codes_made: 'Codes made',
  codes_revoked: 'Codes revoked',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  account_opened: 'Account created',
  password_reset: 'Password reset',
  second_factor_removed: 'Two-step sign-in removed',
  token_created: 'Token created',
  token_revoked: 'Token revoked',
  data_exported: 'Data exported',
  role_changed: 'Role changed',
  admin_named: 'Admin rights granted',
  admin_withdrawn: 'Admin rights revoked',
  character_deleted: 'Character deleted',
  character_image_changed: 'Image changed',
  character_image_generated: 'Image generated',
  first_message_changed: 'First message changed',
  landing_changed: 'Landing page changed',
  characters_imported: 'Characters imported',
  comment_removed: 'Comment removed',
  comment_restored: 'Comment restored',
  mail_read: 'Mail read',
  model_reason_changed: 'Reason for a model changed',
  card_import_started: 'Card import started',
  card_import_canceled: 'Card import canceled',
  publication_approved: 'Held content approved',
  publication_refused: 'Held content refused',
  minors_content_held: 'Content about minors held',
  sign_up_changed: 'Sign-up changed',
  invitation_created: 'Invitation created',
  invitation_revoked: 'Invitation revoked',
  report_decided: 'Report decided',
  decision_undone: 'Decision undone',
  appeal_decided: 'Appeal decided',
  announcement_created: 'Announcement created',
  announcement_changed: 'Announcement changed',
  announcement_deleted: 'Announcement deleted',
  maintenance_started: 'Maintenance started',
  maintenance_ended: 'Maintenance ended',
  page_published: 'Page published',
  webhook_changed: 'Webhook of the instance changed',
  notice_changed: 'AI notice changed',
  connection_changed: 'Model connection changed',
  tier_changed: 'Tier changed',
  control_room_imported: 'Control room imported',
  price_changed: 'Price of a model changed',
}

/** Falls back to the raw kind, which may be newer than this page. */
const auditEntryName = (kind: AdminActKind): string => names[kind] ?? kind
