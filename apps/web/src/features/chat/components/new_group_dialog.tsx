import { limits } from '#modules/chat/api'
import { paths as galleryPaths, type CharacterSummary } from '#modules/gallery/api'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useDeferredValue, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input } from '#web/components/ui/field'
import { SearchField } from '#web/components/ui/search_field'
import { getJson } from '#web/lib/api_client'
import { sentenceOf } from '#web/lib/api_error'
import { classNames } from '#web/lib/class_names'
import { screens } from '#web/screens'
import { useCreateGroup } from '../api/create_group.ts'

const resultsMax = 24

/** A dialog to choose the characters of a new group chat. */
export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [title, setTitle] = useState('')
  const [chosen, setChosen] = useState<CharacterSummary[]>([])
  const navigate = useNavigate()
  const creation = useCreateGroup()
  const q = useDeferredValue(search.trim())
  const found = useQuery({
    queryKey: [galleryPaths.characters, { q, for: 'group' }],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(resultsMax), ...(q && { q }) })
      return getJson<CharacterSummary[]>(`${galleryPaths.characters}?${query}`, signal)
    },
    placeholderData: (before) => before,
  })
  const isFull = chosen.length >= limits.groupMembersMax
  const toggle = (character: CharacterSummary) =>
    setChosen((now) =>
      now.some(({ id }) => id === character.id) ? now.filter(({ id }) => id !== character.id) : [...now, character]
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length < limits.groupMembersMin || creation.isPending) return
    creation.mutate(
      { characterIds: chosen.map(({ id }) => id), title: title.trim() || null },
      { onSuccess: ({ session }) => void navigate(screens.group.href({ groupId: session.id })) }
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title="New group" width="medium">
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        <Field label="Title" isOptional>
          {(control) => (
            <Input
              {...control}
              maxLength={limits.titleMax}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <SearchField
          label="Search characters"
          placeholder="Search characters"
          maxLength={limits.searchMax}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onClear={() => setSearch('')}
        />
        {/* The list has a fixed height, so that no result moves while it is clicked. */}
        <ul
          aria-label="Characters"
          aria-busy={found.isFetching}
          className="grid h-72 content-start gap-1 overflow-y-auto"
        >
          {withChosen(found.data ?? [], chosen, q).map((character) => {
            const isChosen = chosen.some(({ id }) => id === character.id)
            return (
              <li key={character.id}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  disabled={isFull && !isChosen}
                  className={classNames(
                    'flex min-h-touch w-full items-center gap-3 rounded-control px-2 py-1.5 text-left disabled:opacity-55',
                    isChosen ? 'bg-sunken' : 'enabled:hover:bg-hover'
                  )}
                  onClick={() => toggle(character)}
                >
                  <Avatar address={character.avatar} name={character.name} focus={character.avatarFocus} size="s" />
                  <span className="min-w-0 flex-1 truncate text-ui">{character.name}</span>
                  {isChosen && <Check aria-hidden className="size-4 shrink-0" />}
                </button>
              </li>
            )
          })}
          {found.isError && <li className="p-2 text-sm text-danger-text">Couldn’t load the characters.</li>}
          {found.data?.length === 0 && <li className="p-2 text-sm text-soft">No characters found.</li>}
        </ul>
        <p aria-live="polite" className="text-sm text-soft">
          {creation.isError
            ? sentenceOf(creation.error, 'Failed to start the group')
            : chosen.length === 0
              ? `Choose ${limits.groupMembersMin} to ${limits.groupMembersMax} characters. The first one opens the chat.`
              : `Chosen: ${chosen.map(({ name }) => name).join(', ')}`}
        </p>
        <Button
          type="submit"
          look="primary"
          disabled={chosen.length < limits.groupMembersMin}
          isLoading={creation.isPending}
          className="justify-self-end"
        >
          Start group
        </Button>
      </form>
    </Dialog>
  )
}

/** Without a search, appends the chosen characters that the list lacks, so that the user can remove them. */
const withChosen = (found: readonly CharacterSummary[], chosen: readonly CharacterSummary[], q: string) =>
  q === '' ? [...found, ...chosen.filter(({ id }) => !found.some((each) => each.id === id))] : found
