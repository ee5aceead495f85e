import type { ListedPersona } from '#modules/accounts/api'
import { Button } from '#web/components/ui/button'
import { Select } from '#web/components/ui/select'
import { Skeleton } from '#web/components/ui/skeleton'
import { sentenceOf } from '#web/lib/api_error'
import { usePersonas } from './persona_queries.ts'

interface PersonaSelectProps {
  /** Null: the default one. */
  value: string | null
  onChange: (id: string | null) => void
}

/** Chooses one of the user's personas, or the default one, whichever that is. */
export function PersonaSelect({ value, onChange }: PersonaSelectProps) {
  const { data, error, isFetching, refetch } = usePersonas()
  if (!data && error)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-soft">
        <p>{sentenceOf(error, 'Couldn’t load your personas.')}</p>
        <Button size="s" isLoading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">Loading your personas</span>
        <Skeleton className="h-11" />
      </div>
    )
  const usual = data.find(({ isDefault }) => isDefault)
  return (
    <Select
      label="Persona of this chat"
      className="w-full"
      value={data.some(({ id }) => id === value) ? value! : 'default'}
      onChange={(chosen) => onChange(chosen === 'default' ? null : chosen)}
      options={[
        { value: 'default', label: 'Your default persona', hint: usual && nameOf(usual) },
        ...data.map((persona) => ({ value: persona.id, label: nameOf(persona) })),
      ]}
    />
  )
}

/** A persona without a name goes by the user's own. */
export const nameOf = ({ name }: Pick<ListedPersona, 'name'>) => name ?? 'Yourself'
