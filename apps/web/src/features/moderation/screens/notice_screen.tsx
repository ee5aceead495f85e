import { limits, type NoticeKind } from '#modules/moderation/api'
import { sendNotice } from '#modules/moderation/calls'
import MailCheck from 'lucide-react/icons/mail-check'
import { useRef, useState, type ComponentProps } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Button } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { PageHeader } from '#web/components/ui/page_header'
import { Checkbox } from '#web/components/ui/toggle'
import { ApiError, sentenceOf } from '#web/lib/api_error'
import { submitting } from '#web/lib/submitting'
import { useCall } from '#web/lib/use_call'
import { answerChallenge } from '../answer_challenge.ts'

const kindOptions: Record<NoticeKind | '', string> = {
  '': 'Choose what it is about',
  illegal: 'Content that is against the law',
  copyright: 'My copyright or trademark',
  intimate: 'An intimate picture of me',
}

const blank = { kind: '' as NoticeKind | '', location: '', words: '', name: '', email: '' }
type Values = typeof blank

/** The public form for people without an account. */
export function NoticeScreen() {
  const [values, setValues] = useState(blank)
  const [isGoodFaith, setIsGoodFaith] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const sending = useCall(sendNotice)
  const [isSending, setIsSending] = useState(false)

  const field = (name: keyof Values) =>
    ({
      name,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
    }) satisfies ComponentProps<'input'>

  const send = async () => {
    if (isSending) return
    setIsSending(true)
    try {
      const challenge = await answerChallenge()
      // The server checks the values, and names the fields.
      await sending.mutateAsync({ body: { ...values, isGoodFaith, challenge } as never })
    } catch (error) {
      const problems = error instanceof ApiError ? error.problems : []
      setErrors(
        problems.length > 0
          ? Object.fromEntries(problems.map(({ field, message }) => [field, message]))
          : { '': sentenceOf(error, 'Couldn’t send the form. Please try again.') }
      )
      if (problems[0]) form.current?.querySelector<HTMLElement>(`[name="${problems[0].field}"]`)?.focus()
    } finally {
      setIsSending(false)
    }
  }

  if (sending.isSuccess)
    return (
      <EmptyState
        level={1}
        icon={<MailCheck />}
        title="Check your mail"
        text={`We have sent a link to ${values.email}. Open it within ${limits.confirmDays} days to confirm your address.`}
      />
    )
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader
        title="Report content"
        lead="For people without an account. If you have one, you can also report where you see it."
      />
      <form ref={form} noValidate className="grid gap-5" onSubmit={submitting(send)}>
        {errors[''] && (
          <Alert tone="danger" isLive>
            {errors['']}
          </Alert>
        )}
        <Field label="What is it about?" error={errors.kind}>
          <NativeSelect options={kindOptions} {...(field('kind') as ComponentProps<'select'>)} />
        </Field>
        <Field
          label="Where is it?"
          hint="The address of the page or the picture, if you have it"
          error={errors.location}
        >
          <Input {...field('location')} />
        </Field>
        <Field label="What is wrong?" error={errors.words}>
          <TextArea {...(field('words') as ComponentProps<'textarea'>)} />
        </Field>
        <Field label="Your name" isOptional error={errors.name}>
          <Input autoComplete="name" {...field('name')} />
        </Field>
        <Field
          label="Your e-mail"
          hint="For our answer. Only moderators see it, and it is deleted half a year after the answer."
          error={errors.email}
        >
          <Input type="email" autoComplete="email" {...field('email')} />
        </Field>
        <div>
          <Checkbox
            name="isGoodFaith"
            label="To the best of my knowledge, this notice is right and complete"
            checked={isGoodFaith}
            onChange={({ target }) => setIsGoodFaith(target.checked)}
            aria-invalid={errors.isGoodFaith ? true : undefined}
          />
          {errors.isGoodFaith && (
            <p role="alert" className="text-sm text-danger-text">
              {errors.isGoodFaith}
            </p>
          )}
        </div>
        <Button type="submit" look="primary" className="justify-self-end" isLoading={isSending}>
          Send
        </Button>
      </form>
    </div>
  )
}
