import type { ListedInvitation, NamedPerson } from '#modules/accounts/api'
import { useState } from 'react'
import { InvitationFacts } from '#web/components/shared/invitation_facts'
import { RevokeInvitationDialog } from '#web/components/shared/revoke_invitation_dialog'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button, ButtonLink } from '#web/components/ui/button'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PagedResults } from '#web/components/ui/paged_results'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { focusMain } from '#web/lib/focus_main'
import { screens } from '#web/screens'
import { useAllInvitations, useRevokeAnyInvitation } from '../sign_up.ts'
import { AdminSection } from './admin_section.tsx'

/** The invitations of all people, with those who came by them. */
export function AllInvitations() {
  return (
    <AdminSection
      title="Invitations"
      text="Those of everyone, with the people who came by them."
      aside={<ButtonLink to={screens.settingsInvitations.path}>Invite people</ButtonLink>}
    >
      <Results />
    </AdminSection>
  )
}

function Results() {
  const list = useAllInvitations()
  const [toRevoke, setToRevoke] = useState<ListedInvitation | null>(null)
  const revoke = useRevokeAnyInvitation()
  if (list.isPending)
    return (
      <Loading label="Loading invitations">
        <Skeleton className="h-40" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load the invitations" size="panel" query={list} />
  const invitations = list.data.pages.flatMap((page) => page.items)
  if (invitations.length === 0) return <p className="text-ui text-soft">No invitations yet.</p>
  return (
    <>
      <PagedResults list={list} count={invitations.length} itemName="invitation" itemsName="invitations" isManual>
        <BorderedList label="All invitations">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3.5 sm:px-5">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-semibold wrap-anywhere">{textOf(invitation.inviter)}</p>
                {invitation.note && (
                  <p dir="auto" className="text-sm wrap-anywhere">
                    {invitation.note}
                  </p>
                )}
                <InvitationFacts invitation={invitation} />
                {invitation.guests.length > 0 && (
                  <p className="mt-1.5 text-sm wrap-anywhere text-soft">
                    Brought {invitation.guests.map(textOf).join(', ')}
                  </p>
                )}
              </div>
              {invitation.isOpen && (
                <Button
                  size="s"
                  aria-label={`Revoke the invitation of ${textOf(invitation.inviter)}`}
                  isLoading={revoke.isPending && revoke.variables.params.id === invitation.id}
                  onClick={() => setToRevoke(invitation)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </BorderedList>
      </PagedResults>
      <RevokeInvitationDialog
        invitation={toRevoke}
        revoke={revoke.mutateAsync}
        onRevoked={focusMain}
        onClose={() => setToRevoke(null)}
      />
    </>
  )
}

const textOf = ({ name, email }: NamedPerson) => (name ? `${name} (${email})` : email)
