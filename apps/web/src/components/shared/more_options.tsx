import { imageOptionNames, type ImageModelOffer, type ImageOption, type ImageOptions } from '#modules/imagegen/api'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef } from 'react'
import { Field, Input, NativeSelect, TextArea } from '#web/components/ui/field'

interface MoreOptionsProps {
  offer: ImageModelOffer | undefined
  value: ImageOptions
  onChange: (options: ImageOptions) => void
  /** Opens the options and is shown at its field. */
  problem: { option: string | null; message: string } | null
}

/** The options that the chosen model has, with its bounds. An empty field leaves the choice to the model. */
export function MoreOptions({ offer, value, onChange, problem }: MoreOptionsProps) {
  const options = offer?.options ?? []
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (problem && details.current) details.current.open = true
  }, [problem])
  if (options.length === 0) return null
  const change = (id: ImageOption['id'], chosen: string | number | undefined) => {
    const { [id]: _, ...others } = value
    onChange(chosen === undefined ? others : { ...others, [id]: chosen })
  }
  return (
    <details ref={details} className="group min-w-0">
      <summary className="inline-flex min-h-touch cursor-pointer list-none items-center gap-1.5 rounded-control text-sm font-semibold select-none hover:text-soft [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        More
      </summary>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-start gap-4">
        {options.map((option) => (
          <OptionField
            key={option.id}
            option={option}
            value={value[option.id]}
            onChange={(chosen) => change(option.id, chosen)}
            error={problem?.option === option.id ? problem.message : null}
          />
        ))}
      </div>
    </details>
  )
}

interface OptionFieldProps {
  option: ImageOption
  value: string | number | undefined
  onChange: (value: string | number | undefined) => void
  error: string | null
}

function OptionField({ option, value, onChange, error }: OptionFieldProps) {
  const label = imageOptionNames[option.id]
  if (option.kind === 'text')
    return (
      <Field label={label} hint="What the picture shouldn’t show." error={error} className="col-span-full">
        <TextArea
          rows={2}
          className="min-h-16"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </Field>
    )
  if (option.kind === 'choice')
    return (
      <Field label={label} error={error}>
        <NativeSelect value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">Default</option>
          {option.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </NativeSelect>
      </Field>
    )
  const { min, max, step, default: chosen } = option
  return (
    <Field
      label={label}
      hint={option.id === 'seed' ? 'The same seed draws the same picture.' : `${min} to ${max}`}
      error={error}
    >
      <Input
        type="number"
        inputMode={step < 1 ? 'decimal' : 'numeric'}
        min={min}
        max={max}
        step={option.id === 'size' ? 64 : step}
        placeholder={chosen?.toString() ?? (option.id === 'seed' ? 'Random' : 'Default')}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    </Field>
  )
}
