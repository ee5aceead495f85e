import type { Invitation, User } from '#modules/accounts/api'
import MailPlus from 'lucide-react/icons/mail-plus'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { InvitationFacts } from '#web/components/shared/invitation_facts'
import { RevokeInvitationDialog } from '#web/components/shared/revoke_invitation_dialog'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { countOf } from '#web/lib/count_of'
import { useInvitations, useRevokeInvitation } from '../invitations.ts'
import { InvitationDialog } from './invitation_dialog.tsx'

interface InvitationsProps {
  user: Pick<User, 'role' | 'isAdmin'>
  hasSecondFactor: boolean
}

/** The user's invitations. A link to the screen may begin one, with a note. */
export function Invitations({ user, hasSecondFactor }: InvitationsProps) {
  const list = useInvitations()
  const [query] = useSearchParams()
  const [note, setNote] = useState(query.get('note'))
  const [toRevoke, setToRevoke] = useState<Invitation | null>(null)
  const create = useRef<HTMLButtonElement>(null)
  const revoke = useRevokeInvitation()
  if (list.isPending)
    return (
      <Loading label="Loading your invitations" className="grid gap-3">
        <Skeleton className="h-11 w-44" />
        <Skeleton className="h-40" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load your invitations" query={list} />
  const { invitations, left } = list.data
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={create} look="primary" disabled={left === 0} onClick={() => setNote('')}>
          <Plus aria-hidden className="size-4" />
          New invitation
        </Button>
        {left !== null && <p className="text-ui text-soft">{leftText(left)}</p>}
      </div>
      {invitations.length === 0 ? (
        <EmptyState
          icon={<MailPlus />}
          title="No invitations yet"
          text="An invitation is a link that opens an account."
        />
      ) : (
        <BorderedList label="Your invitations">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:px-5">
              <div className="min-w-0 flex-1 basis-56">
                <p dir="auto" className="font-semibold wrap-anywhere">
                  {nameOf(invitation)}
                </p>
                <InvitationFacts invitation={invitation} />
              </div>
              {invitation.isOpen && (
                <Button
                  size="s"
                  aria-label={`Revoke ${nameOf(invitation)}`}
                  isLoading={revoke.isPending && revoke.variables.params.id === invitation.id}
                  onClick={() => setToRevoke(invitation)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </BorderedList>
      )}
      {note !== null && (
        <InvitationDialog
          user={user}
          hasSecondFactor={hasSecondFactor}
          left={left}
          note={note}
          onClose={() => setNote(null)}
        />
      )}
      <RevokeInvitationDialog
        invitation={toRevoke}
        revoke={revoke.mutateAsync}
        onClose={() => setToRevoke(null)}
        focusAfterConfirm={create}
      />
    </div>
  )
}

const leftText = (left: number) =>
  left === 0 ? 'You can’t invite more people.' : `You can invite ${countOf(left, 'more person', 'more people')}.`

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

const nameOf = ({ note, createdAt }: Invitation) => note ?? `Invitation of ${day.format(new Date(createdAt))}`
