import { tokenLimits, type ApiToken } from '#modules/access/api'
import KeyRound from 'lucide-react/icons/key-round'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { attempt, toast } from '#web/lib/toasts'
import { useApiTokens, useRevokeApiToken } from '../api_tokens.ts'
import { scopeTexts, TokenDialog } from './token_dialog.tsx'

/** The user's tokens, with what they may do and when they were used. */
export function Tokens() {
  const list = useApiTokens()
  const revoke = useRevokeApiToken()
  const [isCreating, setIsCreating] = useState(false)
  const [toRevoke, setToRevoke] = useState<ApiToken | null>(null)
  const create = useRef<HTMLButtonElement>(null)
  if (list.isPending)
    return (
      <Loading label="Loading your tokens" className="grid gap-3">
        <Skeleton className="h-11 w-36" />
        <Skeleton className="h-40" />
      </Loading>
    )
  if (!list.data) return <LoadFailed title="Couldn’t load your tokens" query={list} />
  const isFull = list.data.length >= tokenLimits.tokensMax
  const end = ({ id }: ApiToken) =>
    attempt('Failed to revoke the token', async () => {
      await revoke.mutateAsync({ params: { id } })
      toast('Token revoked', 'It no longer works.')
    })
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={create} look="primary" disabled={isFull} onClick={() => setIsCreating(true)}>
          <Plus aria-hidden className="size-4" />
          New token
        </Button>
        {isFull && <p className="text-ui text-soft">You have {tokenLimits.tokensMax} tokens, which is the most.</p>}
      </div>
      {list.data.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No tokens yet" text="A token lets a program use your account." />
      ) : (
        <BorderedList label="Your tokens">
          {list.data.map((token) => (
            <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:px-5">
              <div className="min-w-0 flex-1 basis-56">
                <p dir="auto" className="font-semibold wrap-anywhere">
                  {token.name}
                </p>
                <p className="text-sm text-pretty text-soft">
                  {token.scopes.map((scope) => scopeTexts[scope].label).join(', ')}
                </p>
                <p className="text-sm text-pretty text-soft">{factsOf(token)}</p>
              </div>
              <Button
                size="s"
                aria-label={`Revoke ${token.name}`}
                isLoading={revoke.isPending && revoke.variables.params.id === token.id}
                onClick={() => setToRevoke(token)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </BorderedList>
      )}
      {isCreating && <TokenDialog onClose={() => setIsCreating(false)} />}
      <ConfirmDialog
        isOpen={toRevoke !== null}
        title="Revoke this token?"
        question="Programs that use it stop working at once."
        confirmLabel="Revoke"
        onCancel={() => setToRevoke(null)}
        onConfirm={() => toRevoke && void end(toRevoke)}
        focusAfterConfirm={create}
      />
    </div>
  )
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const dayOf = (time: string) => day.format(new Date(time))

const factsOf = ({ lastUsedAt, expiresAt }: ApiToken) => {
  const use = lastUsedAt === null ? 'Never used' : `Last used ${dayOf(lastUsedAt)}`
  if (expiresAt === null) return `${use} · works until you revoke it`
  return new Date(expiresAt) < new Date()
    ? `${use} · expired ${dayOf(expiresAt)}`
    : `${use} · works until ${dayOf(expiresAt)}`
}
