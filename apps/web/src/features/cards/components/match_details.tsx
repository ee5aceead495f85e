import type { CardDifference, CardFileOutcome, CardMatch, ComparedField } from '#modules/cards/api'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { ChangeList } from '#web/components/shared/change_list'
import type { Change } from '#web/components/shared/difference'
import { fieldNames } from '#web/components/shared/version_changes'
import { countOf } from '#web/lib/count_of'
import type { ImportItem } from '../import_item.ts'

/** The number of cards of an archive whose differences are shown. */
const cardsShown = 50

/** Folded details about what an update would change in the user's characters. */
export function MatchDetails({ item: { preview, refusal } }: { item: ImportItem }) {
  const matched = (preview ?? []).filter((one): one is CardFileOutcome & { match: CardMatch } => one.match !== null)
  if (refusal !== null || matched.length === 0) return null
  return (
    <div className="grid gap-1 pb-2 sm:col-span-2 sm:pl-24">
      {matched.slice(0, cardsShown).map(({ file, match }) => (
        <MatchedCard key={file} match={match} isOneOfSeveral={preview!.length > 1} />
      ))}
      {matched.length > cardsShown && (
        <p className="text-sm text-faint">
          {countOf(matched.length - cardsShown, 'more card')} that you have. Import fewer files to compare them.
        </p>
      )}
    </div>
  )
}

function MatchedCard({ match, isOneOfSeveral }: { match: CardMatch; isOneOfSeveral: boolean }) {
  const { name, by, differences, moreDifferences } = match
  const reason = { card: null, source: 'from the same source', creator: 'by the same creator' }[by]
  if (differences?.length === 0)
    return (
      <p className="text-sm text-soft">
        {isOneOfSeveral && `${name}: `}An update changes no text{reason && `, and this card is ${reason}`}.
      </p>
    )
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1.5 font-semibold text-soft hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span>
          What an update of {name} changes {reason && <span className="font-normal text-faint">({reason})</span>}
        </span>
      </summary>
      <div className="grid gap-3 pt-1 pb-2">
        {differences === null ? (
          <p className="text-soft">There is too much to compare here. Import this card by itself to compare it.</p>
        ) : (
          <ChangeList layout="stacked" changes={differences.map(toChange)} />
        )}
        {moreDifferences > 0 && <p className="text-faint">And {countOf(moreDifferences, 'more change')}.</p>}
      </div>
    </details>
  )
}

const names: Record<ComparedField, string> = {
  ...fieldNames,
  creatorNotes: 'Creator’s notes',
  creatorName: 'Creator',
  version: 'Version',
  source: 'Source',
  category: 'Category',
  tags: 'Tags',
  isNsfw: 'Adult',
  lorebook: 'Lorebook',
}

const toChange = ({ field, number, before, after }: CardDifference): Change => ({
  name: number === null ? names[field] : `${names[field]} ${number}`,
  before,
  after,
})
