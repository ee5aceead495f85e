import type { ListedPersona } from '#modules/accounts/api'
import { Select } from '#web/components/ui/select'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { RetryRow } from '#web/components/ui/retry_row'
import { usePersonas } from './persona_queries.ts'

interface PersonaSelectProps {
  /** Null: the default one. */
  value: string | null
  onChange: (id: string | null) => void
}

/** Chooses one of the user's personas, or the default one, whichever that is. */
export function PersonaSelect({ value, onChange }: PersonaSelectProps) {
  const query = usePersonas()
  const { data, error } = query
  if (!data && error) return <RetryRow query={query} text="Couldn’t load your personas." />
  if (!data)
    return (
      <Loading label="Loading your personas">
        <Skeleton className="h-11" />
      </Loading>
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
