import {
  connectionLimits as limits,
  samplingRanges,
  type ControlledTier,
  type ControlRoomState,
  type SamplingName,
  type TierLink,
} from '#modules/connections/api'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useId, useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'
import { IconButton } from '#web/components/ui/icon_button'
import { Checkbox } from '#web/components/ui/toggle'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useChangeTier, useConnectionModels, useTestConnection } from '../control_room.ts'

interface TierDialogProps {
  room: ControlRoomState
  tier: ControlledTier
  onClose: () => void
}

interface EditedLink extends TierLink {
  key: number
}

const samplingNames = Object.keys(samplingRanges) as SamplingName[]
let lastKey = 0

/** Changes a tier: its texts, price, chain of models, limits and sampling. */
export function TierDialog({ room, tier, onClose }: TierDialogProps) {
  const [name, setName] = useState(tier.name)
  const [description, setDescription] = useState(tier.description)
  const [links, setLinks] = useState(() => tier.links.map((link): EditedLink => ({ ...link, key: ++lastKey })))
  const [numbers, setNumbers] = useState({
    cost: String(tier.cost),
    contextTokens: String(tier.contextTokens),
    outputTokens: String(tier.outputTokens),
  })
  const [sampling, setSampling] = useState<Record<string, string>>(
    Object.fromEntries(samplingNames.map((each) => [each, tier.sampling[each]?.toString() ?? '']))
  )
  const [stop, setStop] = useState(tier.stop.join('\n'))
  const [sees, setSees] = useState(tier.sees)
  const change = useChangeTier()
  const isInvalid = name.trim() === '' || links.length === 0 || links.some(({ model }) => model.trim() === '')

  const put = (index: number, fields: Partial<TierLink>) =>
    setLinks(links.map((link, at) => (at === index ? { ...link, ...fields } : link)))
  const move = (index: number, by: -1 | 1) => {
    const moved = [...links]
    moved.splice(index + by, 0, ...moved.splice(index, 1))
    setLinks(moved)
  }
  const add = () => {
    const [first] = room.connections
    const target = first
      ? { connectionId: first.id, provider: '' }
      : { connectionId: null, provider: room.configured[0] ?? '' }
    setLinks([...links, { ...target, model: '', key: ++lastKey }])
  }
  const save = () =>
    attempt('Failed to save the tier', async () => {
      if (isInvalid || change.isPending) return
      const body = {
        name: name.trim(),
        description: description.trim(),
        cost: Number(numbers.cost),
        contextTokens: Number(numbers.contextTokens),
        outputTokens: Number(numbers.outputTokens),
        links: links.map(({ connectionId, provider, model }) => ({ connectionId, provider, model: model.trim() })),
        sampling: Object.fromEntries(
          Object.entries(sampling).flatMap(([each, text]) => (text.trim() === '' ? [] : [[each, Number(text)]]))
        ),
        stop: stop.split('\n').filter((line) => line !== ''),
        sees,
      }
      await change.mutateAsync({ params: { tier: tier.tier }, body })
      toast('Tier saved', 'In force in the next replies.')
      onClose()
    })

  return (
    <Dialog isOpen onClose={onClose} title={`Tier ${tier.tier}`} width="medium">
      <form className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submitting(save)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name">
            <Input maxLength={limits.nameMax} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <NumberField
            label="Rubies per reply"
            max={limits.costMax}
            value={numbers.cost}
            onChange={(cost) => setNumbers({ ...numbers, cost })}
          />
        </div>
        <Field label="Description" isOptional>
          <Input
            maxLength={limits.descriptionMax}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <fieldset className="grid gap-3">
          <legend className="mb-1.5 text-sm font-semibold">Models, tried in this order</legend>
          <ol className="grid gap-3">
            {links.map(({ key, ...link }, index) => (
              <LinkRow
                key={key}
                room={room}
                link={link}
                position={index + 1}
                isLast={index === links.length - 1}
                onChange={(fields) => put(index, fields)}
                onMove={(by) => move(index, by)}
                onRemove={() => setLinks(links.filter((_, at) => at !== index))}
              />
            ))}
          </ol>
          <Button size="s" className="justify-self-start" disabled={links.length >= limits.linksMax} onClick={add}>
            Add model
          </Button>
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            label="Context window, in tokens"
            min={limits.contextMin}
            max={limits.contextMax}
            value={numbers.contextTokens}
            onChange={(contextTokens) => setNumbers({ ...numbers, contextTokens })}
          />
          <NumberField
            label="Longest reply, in tokens"
            min={limits.outputMin}
            max={limits.outputMax}
            value={numbers.outputTokens}
            onChange={(outputTokens) => setNumbers({ ...numbers, outputTokens })}
          />
        </div>
        <details>
          <summary className="min-h-touch cursor-pointer content-center text-sm font-semibold">
            Sampling and stop sequences
          </summary>
          <div className="mt-3 grid gap-5 sm:grid-cols-2">
            {samplingNames.map((each) => (
              <Field key={each} label={samplingRanges[each].label} isOptional>
                <Input
                  type="number"
                  step="any"
                  min={samplingRanges[each].min}
                  max={samplingRanges[each].max}
                  value={sampling[each]}
                  onChange={(event) => setSampling({ ...sampling, [each]: event.target.value })}
                />
              </Field>
            ))}
            <Field label="Stop sequences" hint="One a line." isOptional className="sm:col-span-2">
              <TextArea value={stop} onChange={(event) => setStop(event.target.value)} />
            </Field>
          </div>
        </details>
        <Checkbox label="Sees pictures" checked={sees} onChange={(event) => setSees(event.target.checked)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isLoading={change.isPending} disabled={isInvalid}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface NumberFieldProps {
  label: string
  min?: number
  max: number
  value: string
  onChange: (value: string) => void
}

function NumberField({ label, min = 0, max, value, onChange }: NumberFieldProps) {
  return (
    <Field label={label}>
      <Input
        type="number"
        required
        step="1"
        min={min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

interface LinkRowProps {
  room: ControlRoomState
  link: TierLink
  position: number
  isLast: boolean
  onChange: (fields: Partial<TierLink>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const configuredPrefix = 'configured:'

function LinkRow({ room, link, position, isLast, onChange, onMove, onRemove }: LinkRowProps) {
  const [models, setModels] = useState<string[]>([])
  const [said, setSaid] = useState('')
  const [list, test] = [useConnectionModels(), useTestConnection()]
  const id = useId()
  const { connectionId, provider, model } = link
  const choose = (value: string) => {
    setModels([])
    setSaid('')
    onChange(
      value.startsWith(configuredPrefix)
        ? { connectionId: null, provider: value.slice(configuredPrefix.length) }
        : { connectionId: value, provider: '' }
    )
  }
  const fetchModels = () =>
    attempt('Failed to load the models', async () => {
      if (connectionId === null) return
      const found = await list.mutateAsync({ params: { id: connectionId } })
      setModels(found)
      setSaid(found.length === 0 ? 'It lists no models.' : `${found.length} models: choose one in the field.`)
    })
  const sayAWord = () =>
    attempt('Failed to test the model', async () => {
      if (connectionId === null || model.trim() === '') return
      const { says, latencyMs } = await test.mutateAsync({
        params: { id: connectionId },
        body: { model: model.trim() },
      })
      setSaid(`${says} ${(latencyMs / 1000).toFixed(1)} s`)
    })
  return (
    <li className="grid gap-3 rounded-control border border-line p-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={`Connection ${position}`}>
          <NativeSelect
            value={connectionId ?? `${configuredPrefix}${provider}`}
            onChange={(event) => choose(event.target.value)}
            options={Object.fromEntries([
              ...room.connections.map((each) => [each.id, each.isOff ? `${each.name} (off)` : each.name]),
              ...room.configured.map((each) => [`${configuredPrefix}${each}`, `Configured: ${each}`]),
            ])}
          />
        </Field>
        <Field label={`Model ${position}`}>
          <Input
            autoComplete="off"
            list={`${id}-models`}
            maxLength={limits.modelMax}
            value={model}
            onChange={(event) => onChange({ model: event.target.value })}
          />
        </Field>
        <datalist id={`${id}-models`}>
          {models.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {connectionId !== null && (
          <>
            <Button size="s" isLoading={list.isPending} onClick={() => void fetchModels()}>
              List models
            </Button>
            <Button size="s" isLoading={test.isPending} disabled={model.trim() === ''} onClick={() => void sayAWord()}>
              Test
            </Button>
          </>
        )}
        <span className="ms-auto flex gap-1">
          <IconButton
            size="s"
            label={`Move model ${position} up`}
            icon={<ArrowUp />}
            disabled={position === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="s"
            label={`Move model ${position} down`}
            icon={<ArrowDown />}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton size="s" label={`Remove model ${position}`} icon={<X />} onClick={onRemove} />
        </span>
      </div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {said}
      </p>
    </li>
  )
}
