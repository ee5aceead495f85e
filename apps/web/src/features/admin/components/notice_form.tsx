import { limits, type AdminNotice, type NoticeBody } from '#modules/admin/api'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Field, Input, TextArea } from '#web/components/ui/field'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countCodePoints } from '#web/lib/code_points'
import { attempt, toast } from '#web/lib/toasts'
import { useChangeNotice, useNotice, useResetNotice } from '../notice.ts'
import { AdminSection } from './admin_section.tsx'

/** The notice that a machine writes: its words, and when it is repeated. */
export function NoticeForm() {
  const notice = useNotice()
  return (
    <div className="mt-12 border-t border-line pt-10">
      <AdminSection
        title="AI notice"
        text="Shown above each chat, the demo and shared characters, and again in chats as a reminder: with a user’s first message of a day, and during long talks."
      >
        {notice.isPending ? (
          <Loading label="Loading the AI notice" className="grid max-w-2xl gap-5">
            <Skeleton className="h-28" />
            <Skeleton className="h-20" />
          </Loading>
        ) : !notice.data ? (
          <LoadFailed title="Couldn’t load the AI notice" size="panel" query={notice} />
        ) : (
          <Form notice={notice.data} />
        )}
      </AdminSection>
    </div>
  )
}

const intervals = [
  { name: 'talkMinutes', label: 'Remind after minutes of talk', hint: 'Some laws ask for 180 or fewer.' },
  { name: 'pauseMinutes', label: 'Minutes of pause that end a talk', hint: 'Then the count starts at zero.' },
] as const

function Form({ notice: { default: usual, ...notice } }: { notice: AdminNotice }) {
  // A saved notice replaces what was typed.
  const form = useForm<NoticeBody>({ values: notice })
  const element = useRef<HTMLFormElement>(null)
  const { errors, isDirty } = form.formState
  const [isAsking, setIsAsking] = useState(false)
  const [change, reset] = [useChangeNotice(), useResetNotice()]
  const save = form.handleSubmit(async (body) => {
    if (change.isPending) return
    await attempt('Failed to save the AI notice', async () => {
      await change.mutateAsync({ body: { ...body, text: body.text.trim() } })
      toast('AI notice saved')
    })
  })
  const restore = () =>
    attempt('Failed to reset the AI notice', async () => {
      await reset.mutateAsync()
      toast('AI notice reset')
    })
  const isDefault = JSON.stringify(notice) === JSON.stringify(usual)
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid max-w-2xl gap-5 outline-none"
    >
      <Field label="Text" error={errors.text?.message}>
        <TextArea
          {...form.register('text', {
            validate: {
              present: (text) => text.trim() !== '' || 'Enter a text.',
              short: (text) =>
                countCodePoints(text.trim()) <= limits.noticeMax || `At most ${limits.noticeMax} characters.`,
            },
          })}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {intervals.map(({ name, label, hint }) => {
          const [min, max] = limits[name]
          return (
            <Field key={name} label={label} hint={hint} error={errors[name]?.message}>
              <Input
                type="number"
                step="1"
                min={min}
                max={max}
                inputMode="numeric"
                className="tabular-nums"
                {...form.register(name, {
                  valueAsNumber: true,
                  validate: (count) =>
                    (Number.isInteger(count) && count >= min && count <= max) ||
                    `From ${min} to ${max.toLocaleString('en')}.`,
                })}
              />
            </Field>
          )
        })}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" isLoading={change.isPending} disabled={!isDirty}>
          Save notice
        </Button>
        {!isDefault && (
          <Button look="quiet" isLoading={reset.isPending} onClick={() => setIsAsking(true)}>
            Reset to the default
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Reset the AI notice?"
        question={`Your words are removed, and people read: “${usual.text}”`}
        confirmLabel="Reset"
        onConfirm={() => void restore()}
        onCancel={() => setIsAsking(false)}
        focusAfterConfirm={element}
      />
    </form>
  )
}
