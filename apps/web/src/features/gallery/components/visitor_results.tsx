import { signInAddress } from '#modules/accounts/calls'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router-dom'
import { hasPublicPages } from '#web/components/shared/share_character'
import { useDebouncedSearch } from '#web/lib/use_debounced'
import { screens } from '#web/screens'
import { useSuggestions } from '../use_suggestions.ts'
import { Suggestion } from './search_suggestions.tsx'

const debounceMs = 150

const rowClasses = 'flex min-h-touch items-center gap-3 rounded-control px-2.5 py-1.5 text-ui hover:bg-hover'

/** The public characters that match a visitor's search, as links to their share pages. Registration keeps the search. */
export function VisitorResults({ text }: { text: string }) {
  const q = useDebouncedSearch(text, debounceMs)
  const found = useSuggestions(q, hasPublicPages())
  const characters = (q !== '' && found.data) || []
  const isSettled = q !== '' && found.isSuccess && !found.isPlaceholderData
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1.5 max-h-[min(34rem,calc(100dvh-6rem))] min-w-72 animate-rise overflow-y-auto rounded-panel border border-line bg-float p-1.5 shadow-float">
      {characters.length > 0 && (
        <ul aria-label="Characters" className={found.isPlaceholderData ? 'opacity-60' : undefined}>
          {characters.map((character) => (
            <li key={character.id}>
              <Link to={screens.share.href({ characterId: character.id })} className={rowClasses}>
                <Suggestion suggestion={character} q={q} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isSettled && characters.length === 0 && (
        <p className="px-2.5 py-2 text-ui text-soft">No public character matches.</p>
      )}
      {found.isError && <p className="px-2.5 py-2 text-ui text-danger-text">Couldn’t search. Check your connection.</p>}
      <a
        href={signInAddress('register', screens.gallery.href({}, { q: text.trim() }))}
        rel="nofollow"
        className={`${rowClasses} text-accent-text`}
      >
        <span className="min-w-0 flex-1 text-pretty">Create an account to search everything</span>
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </a>
      <p role="status" className="sr-only">
        {isSettled && `${characters.length} ${characters.length === 1 ? 'character' : 'characters'} found`}
      </p>
    </div>
  )
}
