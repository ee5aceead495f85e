import type { AdminAnnouncement, Audience } from '#modules/admin/api'
import { limits } from '#modules/admin/api'
import { useState } from 'react'
import { AnnouncementText } from '#web/components/shared/announcement_text'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { Checkbox } from '#web/components/ui/toggle'
import { countCodePoints } from '#web/lib/code_points'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useChangeAnnouncement, useCreateAnnouncement } from '../announcements.ts'

export const audienceNames: Record<Audience, string> = {
  everyone: 'Everyone',
  users: 'Signed-in users',
  admins: 'Admins',
}

interface AnnouncementDialogProps {
  /** Null: a new one. */
  announcement: AdminAnnouncement | null
  onClose: () => void
}

/** Writes an announcement, with a preview. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const [text, setText] = useState(announcement?.text ?? '')
  const [audience, setAudience] = useState<Audience>(announcement?.audience ?? 'everyone')
  const [startsAt, setStartsAt] = useState(toLocal(announcement?.startsAt ?? null))
  const [endsAt, setEndsAt] = useState(toLocal(announcement?.endsAt ?? null))
  const [isDismissible, setIsDismissible] = useState(announcement?.isDismissible ?? true)
  const [create, change] = [useCreateAnnouncement(), useChangeAnnouncement()]
  const isPending = create.isPending || change.isPending
  const isTooLong = countCodePoints(text.trim()) > limits.announcementMax
  const isBackwards = startsAt !== '' && endsAt !== '' && endsAt <= startsAt
  const isInvalid = text.trim() === '' || isTooLong || isBackwards

  const save = (isDraft: boolean) =>
    attempt('Failed to save the announcement', async () => {
      if (isInvalid || isPending) return
      const times = { startsAt: fromLocal(startsAt), endsAt: fromLocal(endsAt) }
      const body = { text: text.trim(), audience, ...times, isDismissible, isDraft }
      if (announcement) await change.mutateAsync({ params: { id: announcement.id }, body })
      else await create.mutateAsync({ body })
      toast(isDraft ? 'Draft saved' : 'Announcement published')
      onClose()
    })

  return (
    <Dialog isOpen onClose={onClose} title={announcement ? 'Edit announcement' : 'New announcement'} width="medium">
      <form className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submitting(() => save(false))}>
        <Field
          label="Text"
          hint="Markdown: **bold**, *italics*, [links](https://example.com)."
          error={isTooLong ? `At most ${limits.announcementMax.toLocaleString('en')} characters.` : null}
        >
          <TextArea required value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {text.trim() !== '' && (
          <section aria-label="Preview" className="rounded-card border border-line bg-raised px-4 py-3">
            <AnnouncementText text={text.trim()} />
          </section>
        )}
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="For">
            <NativeSelect
              options={audienceNames}
              value={audience}
              onChange={(event) => setAudience(event.target.value as Audience)}
            />
          </Field>
          <Field label="From" isOptional>
            <Input type="datetime-local" value={startsAt} onChange={(event) => setStartsAt(event.target.value)} />
          </Field>
          <Field label="Until" isOptional error={isBackwards ? 'Must be after the start.' : null}>
            <Input type="datetime-local" value={endsAt} onChange={(event) => setEndsAt(event.target.value)} />
          </Field>
        </div>
        <Checkbox
          label="Readers can dismiss it"
          checked={isDismissible}
          onChange={(event) => setIsDismissible(event.target.checked)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={isInvalid || isPending} onClick={() => void save(true)}>
            Save as draft
          </Button>
          <Button type="submit" look="primary" isLoading={isPending} disabled={isInvalid}>
            Publish
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A time as the control has it, in local time without a zone. */
function toLocal(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const fromLocal = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
