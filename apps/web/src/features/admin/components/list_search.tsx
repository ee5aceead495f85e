import { limits } from '#modules/admin/api'
import { SearchField } from '#web/components/ui/search_field'
import { submitting } from '#web/lib/submitting'

interface ListSearchProps {
  /** The name of the list, for screen readers. */
  list: string
  label: string
  placeholder: string
  autoFocus?: boolean
  text: string
  onText: (text: string) => void
}

/** The search of a list. Results follow while the admin types. */
export function ListSearch({ list, text, onText, ...field }: ListSearchProps) {
  return (
    <form role="search" aria-label={list} className="w-full sm:w-80" onSubmit={submitting(() => {})}>
      <SearchField
        maxLength={limits.searchMax}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onClear={() => onText('')}
        {...field}
      />
    </form>
  )
}
