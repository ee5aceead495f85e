import { samplingOf, samplingRanges, type SamplingChoice } from '#modules/accounts/api'
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps } from 'react'
import { Input } from '#web/components/ui/field'
import { SaveStatus } from '#web/components/ui/save_status'
import { Segments } from '#web/components/ui/segments'
import { Slider } from '#web/components/ui/slider'

export type SamplingKey = keyof typeof samplingRanges
type Typed = Partial<Record<SamplingKey, string>>
type Choice = 'default' | 'steady' | 'lively' | 'wild' | 'custom'

const options = [
  { value: 'default', label: 'Default' },
  { value: 'steady', label: 'Steady' },
  { value: 'lively', label: 'Lively' },
  { value: 'wild', label: 'Wild' },
  { value: 'custom', label: 'Custom' },
] as const

/** `off` is the neutral value, which the slider shows while no value is set. A seed needs no slider. */
const numbers: Record<SamplingKey, { label: string; hint: string; off?: number }> = {
  temperature: { label: 'Temperature', hint: 'Higher values surprise more.', off: 1 },
  topP: { label: 'Top P', hint: 'Keeps only the likeliest words. 1 keeps all.', off: 1 },
  minP: { label: 'Min P', hint: 'Leaves out unlikely words. 0 keeps all.', off: 0 },
  topK: { label: 'Top K', hint: 'How many words to choose from. 0 means all.', off: 0 },
  repetitionPenalty: { label: 'Repetition penalty', hint: 'Above 1, words are repeated less.', off: 1 },
  presencePenalty: { label: 'Presence penalty', hint: 'Above 0, new words are more likely.', off: 0 },
  frequencyPenalty: { label: 'Frequency penalty', hint: 'Above 0, frequent words become rarer.', off: 0 },
  seed: { label: 'Seed', hint: 'The same number repeats the same choices.' },
}

/** How long to wait for further changes before saving numbers. */
const saveAfterMs = 600

interface SamplingFormProps {
  /** The settings that the model accepts. Only these are offered. */
  takes: readonly SamplingKey[]
  sampling: SamplingChoice | null
  /** `onSaved` isn't called after a failure. */
  onSave: (sampling: SamplingChoice | null, onSaved: () => void) => void
  saving: ComponentProps<typeof SaveStatus>['saving']
}

/** A form that sets how freely replies are written: a preset, or numbers. Saves a preset at once, and numbers by the time it closes. */
export function SamplingForm({ takes, sampling, onSave, saving }: SamplingFormProps) {
  const [isOpened, setIsOpened] = useState(false)
  const [typed, setTyped] = useState<Typed>({})
  const lastSent = useRef<Typed | null>(null)
  const stored: Choice = typeof sampling === 'string' ? sampling : sampling ? 'custom' : 'default'
  const choice = isOpened ? 'custom' : stored
  const values = samplingOf(sampling)
  const isUnsaved = Object.keys(typed).length > 0

  const saveNumbers = useEffectEvent(() => saveTyped())
  useEffect(() => {
    const timer = setTimeout(saveNumbers, saveAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => () => saveNumbers(), [])

  /** Saves the valid numbers. Invalid numbers stay in the form. */
  const saveTyped = () => {
    const valid = Object.entries(typed).filter(([key, text]) => problemOf(key as SamplingKey, text) === null)
    if (valid.length === 0 || (saving.isPending && lastSent.current === typed)) return
    lastSent.current = typed
    const next = { ...values }
    for (const [key, text] of valid as [SamplingKey, string][]) {
      if (text.trim() === '') delete next[key]
      else next[key] = Number(text)
    }
    const isSaved = ([key, text]: [string, string]) => valid.some((one) => one[0] === key && one[1] === text)
    onSave(Object.keys(next).length > 0 ? next : null, () =>
      setTyped((all) => Object.fromEntries(Object.entries(all).filter((entry) => !isSaved(entry))))
    )
  }
  const choose = (value: Choice) => {
    setTyped({})
    setIsOpened(value === 'custom')
    if (value !== 'custom') onSave(value === 'default' ? null : value, () => {})
  }
  return (
    <>
      <Segments<Choice> label="Creativity" options={options} value={choice} onChange={choose} />
      {choice === 'custom' && (
        <div className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {takes.map((key) => (
            <NumberRow
              key={key}
              name={key}
              text={typed[key] ?? values[key]?.toString() ?? ''}
              onText={(text) => setTyped({ ...typed, [key]: text })}
              onDone={saveTyped}
            />
          ))}
        </div>
      )}
      <div className="mt-3 flex flex-wrap justify-between gap-x-4">
        {choice === 'custom' && <p className="text-sm text-soft">Empty fields leave the number to the model.</p>}
        <SaveStatus saving={saving} isUnsaved={isUnsaved} />
      </div>
    </>
  )
}

function problemOf(key: SamplingKey, text: string): string | null {
  if (text.trim() === '') return null
  const { min, max, isInteger } = samplingRanges[key]
  const number = Number(text)
  const isFitting = number >= min && number <= max && (!isInteger || Number.isInteger(number))
  return isFitting ? null : `${isInteger ? 'A whole number' : 'A number'} from ${min} to ${max.toLocaleString('en')}.`
}

interface NumberRowProps {
  name: SamplingKey
  text: string
  onText: (text: string) => void
  /** Called when the user leaves the row or presses Enter. */
  onDone: () => void
}

/** A number as a field and as a slider. */
function NumberRow({ name, text, onText, onDone }: NumberRowProps) {
  const id = useId()
  const { label, hint, off } = numbers[name]
  const { min, max, isInteger } = samplingRanges[name]
  const problem = problemOf(name, text)
  const isSet = text.trim() !== '' && !problem
  return (
    <div className="grid min-w-0 content-start gap-1">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <span className={off === undefined ? 'w-36' : 'w-24'}>
          <Input
            id={id}
            aria-describedby={`${id}-note`}
            aria-invalid={problem ? true : undefined}
            className="tabular-nums"
            inputMode={isInteger ? 'numeric' : 'text'}
            placeholder="Default"
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
            onBlur={onDone}
            onKeyDown={(event) => event.key === 'Enter' && onDone()}
          />
        </span>
      </div>
      {off !== undefined && (
        <Slider
          isSet={isSet}
          aria-label={label}
          aria-valuetext={isSet ? undefined : 'Default'}
          min={min}
          max={max}
          step={isInteger ? 1 : 0.01}
          value={isSet ? Number(text) : off}
          onChange={(event) => onText(event.target.value)}
          onBlur={onDone}
        />
      )}
      <p id={`${id}-note`} aria-live="polite" className={`text-sm ${problem ? 'text-danger-text' : 'text-faint'}`}>
        {problem ?? hint}
      </p>
    </div>
  )
}
