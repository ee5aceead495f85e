import type { AdminAnnouncement } from '#modules/admin/api'
import Megaphone from 'lucide-react/icons/megaphone'
import { useState } from 'react'
import { AnnouncementText } from '#web/components/shared/announcement_text'
import { Badge, type Tone } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { attempt } from '#web/lib/toasts'
import { useDeletion } from '#web/lib/use_deletion'
import { screens } from '#web/screens'
import { phaseOf, useAnnouncements, useDeleteAnnouncement, type AnnouncementPhase } from '../announcements.ts'
import { AdminNav } from '../components/admin_nav.tsx'
import { AnnouncementDialog, audienceNames } from '../components/announcement_dialog.tsx'
import { NoticeForm } from '../components/notice_form.tsx'

/** All announcements, newest first: drafts, scheduled, shown and past ones. */
export function AnnouncementsScreen() {
  // Null: a new one. Undefined: the dialog is closed.
  const [edited, setEdited] = useState<AdminAnnouncement | null | undefined>()
  const deletion = useDeletion<AdminAnnouncement>()
  const write = (
    <Button look="primary" onClick={() => setEdited(null)}>
      New announcement
    </Button>
  )
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader
        ref={deletion.heading}
        title="Announcements"
        lead="Readers see the newest ones above every page except chats."
      >
        {write}
      </PageHeader>
      <AdminNav current={screens.adminAnnouncements.path} />
      <AnnouncementList onEdit={setEdited} deletion={deletion} />
      <NoticeForm />
      {edited !== undefined && (
        <AnnouncementDialog key={edited?.id ?? ''} announcement={edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

interface AnnouncementListProps {
  onEdit: (announcement: AdminAnnouncement) => void
  deletion: ReturnType<typeof useDeletion<AdminAnnouncement>>
}

function AnnouncementList({ onEdit, deletion: { item, ask, dialogProps } }: AnnouncementListProps) {
  const list = useAnnouncements()
  const remove = useDeleteAnnouncement()
  if (list.isPending) return <AnnouncementsSkeleton />
  if (!list.data) return <LoadFailed title="Couldn’t load the announcements" query={list} />
  if (list.data.length === 0)
    return (
      <EmptyState
        icon={<Megaphone />}
        title="No announcements yet"
        text="Tell everyone, signed-in users or admins what is new or what will happen."
      />
    )
  return (
    <>
      <BorderedList label="Announcements">
        {list.data.map((announcement) => (
          <AnnouncementItem key={announcement.id} announcement={announcement} onEdit={onEdit} onDelete={ask} />
        ))}
      </BorderedList>
      <ConfirmDialog
        isOpen={item !== null}
        title="Delete this announcement?"
        question="Readers no longer see it. This can’t be undone."
        confirmLabel="Delete"
        onConfirm={() =>
          void attempt('Failed to delete the announcement', () => remove.mutateAsync({ params: { id: item!.id } }))
        }
        onCancel={dialogProps.onClose}
        focusAfterConfirm={dialogProps.focusAfterConfirm}
      />
    </>
  )
}

const phases: Record<AnnouncementPhase, [label: string, tone: Tone]> = {
  draft: ['Draft', 'neutral'],
  scheduled: ['Scheduled', 'accent'],
  shown: ['Shown', 'success'],
  over: ['Over', 'neutral'],
}

interface AnnouncementItemProps {
  announcement: AdminAnnouncement
  onEdit: (announcement: AdminAnnouncement) => void
  onDelete: (announcement: AdminAnnouncement, button: HTMLElement) => void
}

function AnnouncementItem({ announcement, onEdit, onDelete }: AnnouncementItemProps) {
  const [now] = useState(() => Date.now())
  const { text, audience, startsAt, endsAt, isDismissible } = announcement
  const [phase, tone] = phases[phaseOf(announcement, now)]
  return (
    <li className="grid gap-3 px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
        <Badge tone={tone}>{phase}</Badge>
        <span>{audienceNames[audience]}</span>
        {startsAt && <Moment word="from" at={startsAt} />}
        {endsAt && <Moment word="until" at={endsAt} />}
        {!isDismissible && <span>can’t be dismissed</span>}
      </div>
      <AnnouncementText text={text} />
      <div className="flex gap-2">
        <Button size="s" onClick={() => onEdit(announcement)}>
          Edit
        </Button>
        <Button size="s" look="quiet" onClick={(event) => onDelete(announcement, event.currentTarget)}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function Moment({ word, at }: { word: string; at: string }) {
  return (
    <span className="tabular-nums">
      {word} <time dateTime={at}>{timeFormat.format(new Date(at))}</time>
    </span>
  )
}

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })

function AnnouncementsSkeleton() {
  return (
    <Loading label="Loading announcements">
      <BorderedList>
        {Array.from({ length: 3 }, (_, index) => (
          <li key={index} className="grid gap-3 px-4 py-4 sm:px-5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-2/3" />
          </li>
        ))}
      </BorderedList>
    </Loading>
  )
}
