import SearchX from 'lucide-react/icons/search-x'
import { useState } from 'react'
import { ButtonLink } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { Field, Input, NativeSelect } from '#web/components/ui/field'
import { screens } from '#web/screens'
import { useChats } from '../chat_lists.ts'
import { MessageHits } from './message_hits.tsx'
import type { MessageSearch } from './message_search.ts'

type Filters = Pick<MessageSearch, 'characterId' | 'from' | 'to'>

interface FoundMessagesProps {
  q: string
  /** Whether chats were found by their titles or characters. */
  hasChats: boolean
}

/** The messages of all chats that contain what was searched for, with filters by character and date. */
export function FoundMessages({ q, hasChats }: FoundMessagesProps) {
  const [filters, setFilters] = useState<Filters>({})
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <section aria-labelledby="found-messages">
      <h2 id="found-messages" className="mb-2.5 px-1 text-sm font-semibold text-soft">
        Messages
      </h2>
      <FilterFields filters={filters} onChange={setFilters} />
      <MessageHits
        search={{ q, ...filters }}
        nothing={
          hasChats || isFiltered ? (
            <EmptyState
              size="panel"
              title="No messages found"
              text={isFiltered ? 'Try another character or other dates.' : `No message contains '${q}'.`}
            />
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="Nothing found"
              text={`No title, character or message matches '${q}'.`}
            >
              <ButtonLink to={screens.recentChats.path} replace>
                Show all chats
              </ButtonLink>
            </EmptyState>
          )
        }
      />
    </section>
  )
}

interface FilterFieldsProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { data: chats = [] } = useChats()
  const characters = new Map(
    chats.flatMap(({ character, characters = [] }) =>
      [...(character ? [character] : []), ...characters].map(({ id, name }) => [id, name] as const)
    )
  )
  const options = [...characters].toSorted(([, one], [, other]) => one.localeCompare(other))
  const dateField = (name: 'from' | 'to', { label, ...bounds }: { label: string; min?: string; max?: string }) => (
    <Field label={label}>
      <Input
        type="date"
        value={filters[name] ?? ''}
        {...bounds}
        onChange={(event) => change(name, event.target.value)}
      />
    </Field>
  )
  const change = (name: keyof Filters, value: string) => onChange({ ...filters, [name]: value || undefined })
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
      <Field label="Character" className="max-sm:col-span-2">
        <NativeSelect value={filters.characterId ?? ''} onChange={(event) => change('characterId', event.target.value)}>
          <option value="">Any character</option>
          {options.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {dateField('from', { label: 'From', max: filters.to })}
      {dateField('to', { label: 'To', min: filters.from })}
    </div>
  )
}
