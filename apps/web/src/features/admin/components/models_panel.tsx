import { limits, type AdminModel } from '#modules/admin/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Field, Input } from '#web/components/ui/field'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countCodePoints } from '#web/lib/code_points'
import { toast, attempt } from '#web/lib/toasts'
import { submitting } from '#web/lib/submitting'
import { useExplainModel, useTierModels } from '../queries.ts'
import { Panel } from './panel.tsx'

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
