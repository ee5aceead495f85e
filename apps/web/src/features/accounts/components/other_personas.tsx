import { limits, type ListedPersona } from '#modules/accounts/api'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Avatar } from '#web/components/shared/avatar'
import { useDeletePersona, usePersonas, useSavePersona } from '#web/components/shared/persona_queries'
import { nameOf } from '#web/components/shared/persona_select'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { toast, attempt } from '#web/lib/toasts'
import { RetryRow } from '#web/components/ui/retry_row'
import { PersonaDialog } from './persona_dialog.tsx'

interface OtherPersonasProps {
  /** Another persona became the default one. */
  onDefaultChanged: () => void
}

/** The user's personas, to edit each and to choose the default one. */
export function OtherPersonas({ onDefaultChanged }: OtherPersonasProps) {
  const personas = usePersonas()
  const save = useSavePersona()
  const deletion = useDeletePersona()
  const add = useRef<HTMLButtonElement>(null)
  const [query, setQuery] = useSearchParams()
  // A picture of the user for a new persona, which another screen suggests.
  const avatar = query.get('avatar')?.match(/^\/pictures\/.+/)?.[0]
  // Undefined: the dialog is closed. Null: a new persona.
  const [edited, setEdited] = useState<ListedPersona | null | undefined>(avatar === undefined ? undefined : null)
  const close = () => {
    setEdited(undefined)
    if (avatar !== undefined) setQuery({ tab: 'persona' }, { replace: true, preventScrollReset: true })
  }
  const [toDelete, setToDelete] = useState<ListedPersona | null>(null)

  const makeDefault = (persona: ListedPersona) =>
    attempt('Failed to save the persona.', async () => {
      await save.mutateAsync({ id: persona.id, change: { isDefault: true } })
      onDefaultChanged()
      toast(`${nameOf(persona)} is your default persona`)
    })
  const remove = ({ id }: ListedPersona) =>
    attempt('Failed to save the persona.', async () => {
      await deletion.mutateAsync({ params: { id } })
      toast('Persona deleted')
    })
  const isBusy = save.isPending || deletion.isPending
  const isFull = (personas.data?.length ?? 0) >= limits.personasMax
  return (
    <section aria-labelledby="personas-heading" className="border-t border-line pt-8 pb-10">
      <h2 id="personas-heading" className="display text-xl">
        Other personas
      </h2>
      <p className="mt-1.5 text-ui text-pretty text-soft">
        Be someone else in some chats: choose a persona in the settings of a chat, under Memory. All other chats use the
        default one.
      </p>
      {personas.data ? (
        <ul className="mt-5 grid gap-2">
          {personas.data.map((persona) => (
            <li
              key={persona.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised p-3"
            >
              <Avatar address={persona.avatar} name={nameOf(persona)} size="m" />
              <div className="min-w-0 flex-1 basis-40">
                <p className="font-semibold break-words">{nameOf(persona)}</p>
                {persona.isDefault ? (
                  <p className="text-sm text-soft">Default</p>
                ) : (
                  persona.description && (
                    <p className="line-clamp-1 text-sm break-words text-soft">{persona.description}</p>
                  )
                )}
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="s"
                  aria-label={`${persona.isDefault ? 'Lorebooks of' : 'Edit'} ${nameOf(persona)}`}
                  onClick={() => setEdited(persona)}
                >
                  {persona.isDefault ? 'Lorebooks' : 'Edit'}
                </Button>
                {!persona.isDefault && (
                  <>
                    <Button
                      size="s"
                      aria-label={`Make default: ${nameOf(persona)}`}
                      disabled={isBusy}
                      onClick={() => void makeDefault(persona)}
                    >
                      Make default
                    </Button>
                    <Button
                      size="s"
                      look="quiet"
                      aria-label={`Delete ${nameOf(persona)}`}
                      disabled={isBusy}
                      onClick={() => setToDelete(persona)}
                    >
                      Delete
                    </Button>
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : personas.isError ? (
        <RetryRow query={personas} text="Couldn’t load your personas." className="mt-5" />
      ) : (
        <Loading label="Loading your personas" className="mt-5">
          <Skeleton className="h-16" />
        </Loading>
      )}
      <Button ref={add} className="mt-4" disabled={!personas.data || isFull} onClick={() => setEdited(null)}>
        <Plus aria-hidden className="size-4" />
        New persona
      </Button>
      {isFull && (
        <p className="mt-2 text-sm text-soft">You have {limits.personasMax} personas, the most there can be.</p>
      )}
      {edited !== undefined && <PersonaDialog persona={edited} avatar={avatar} onClose={close} />}
      <ConfirmDialog
        isOpen={toDelete !== null}
        title="Delete this persona?"
        question={`${toDelete ? nameOf(toDelete) : ''} is deleted for good. Its chats use your default persona from then on.`}
        confirmLabel="Delete persona"
        onConfirm={() => toDelete && void remove(toDelete)}
        onCancel={() => setToDelete(null)}
        focusAfterConfirm={add}
      />
    </section>
  )
}
